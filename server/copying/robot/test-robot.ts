import { expect } from 'vitest'
import { robotCalls } from '../../../api/calls/copying/robot.ts'
import { serveCalls, type TestApi } from '../../../tests/harness.ts'
import { createMetrics } from '../../platform/metrics.ts'
import type { Refused } from '../../platform/http/refused.ts'
import { shardOf } from '../../platform/random.ts'
import { createScriptedWorld, startMs, type ScriptedWorld } from '../../trading/test-world.ts'
import { createRobots, type Robots } from './robots.ts'

export const settings = { strategy: 'mean-reversion', stake: '10', symbols: 'EURUSD', hours: '', lossLimit: '25' }
const candleMs = 15_000

/** Robots in a scripted market with EURUSD and BTCUSD. */
export type RobotWorld = {
  world: ScriptedWorld
  robots: Robots
  /** The customer who makes the calls. */
  ada: { id: string; secrete: string }
  /** Set to refuse orders. */
  refusal: Refused | undefined
  /** End of the price record, in milliseconds after the start. */
  nextMs: number
  /** Creates the robots of another server process. */
  createOther: () => Robots
  /** Adds a customer with $1,000, who makes all further calls. */
  addAda: () => Promise<void>
  /** Advances the clock and publishes the price every second on the way. */
  publishTo: (afterMs: number, price: number) => Promise<void>
  /**
   * Publishes twenty candles, the last far below the others, so that the strategy buys. Ends just after a candle has
   * closed.
   */
  fallToSignal: () => Promise<void>
  call: (name: string, input?: Record<string, unknown>) => ReturnType<TestApi['call']>
  setAndStart: (changes?: Record<string, unknown>) => Promise<void>
  stop: () => Promise<void>
}

export async function createRobotWorld(): Promise<RobotWorld> {
  const orderRules = () => (stage.refusal ? { refusal: stage.refusal, lossLimits: [] } : { lossLimits: [] })
  const world = await createScriptedWorld(['EURUSD', 'BTCUSD'], { orderRules })
  const { platform, ledger, markets, trading } = world
  const createOther = () =>
    createRobots(platform, { ledger, markets, trading, identity: identityOf(world), limits: { orderRules } })
  const robots = createOther()
  await robots.start()
  const sessions = new Map<string, string>()
  const api = await serveCalls({ ...platform, metrics: createMetrics(false) }, robotCalls, robots.calls, (secrete) => {
    const customerId = sessions.get(secrete)
    return customerId === undefined ? null : { sessionId: customerId, customerId, shard: shardOf(customerId) }
  })
  const stage: RobotWorld = {
    world,
    robots,
    ada: { id: '', secrete: '' },
    refusal: undefined,
    nextMs: 0,
    createOther,
    async addAda() {
      stage.ada = await world.addCustomer(1_000_00n)
      sessions.set(stage.ada.secrete, stage.ada.id)
    },
    async publishTo(afterMs, price) {
      const prices: [number, number][] = []
      while (stage.nextMs <= afterMs) {
        prices.push([stage.nextMs, price])
        stage.nextMs += 1_000
      }
      await platform.clock.advance(startMs + afterMs - platform.clock.nowMs())
      if (prices.length > 0) await world.publish('EURUSD', ...prices)
      await trading.settle()
    },
    async fallToSignal() {
      const from = Math.ceil(stage.nextMs / candleMs) * candleMs
      for (let candle = 1; candle < 20; candle++)
        await stage.publishTo(from + candle * candleMs - 1_000, 1_085_000 + (candle % 2) * 10)
      await stage.publishTo(from + 20 * candleMs - 1_000, 1_084_000)
      await stage.publishTo(from + 20 * candleMs, 1_084_000)
    },
    call: (name, input = {}) => api.call(name, input, { secrete: stage.ada.secrete }),
    async setAndStart(changes = {}) {
      expect(await stage.call('robot.set', { ...settings, ...changes })).toMatchObject({ status: 200 })
      expect(await stage.call('robot.start')).toMatchObject({ status: 200 })
    },
    async stop() {
      expect((await ledger.reconcile()).ok).toBe(true)
      await api.stop()
      await robots.stop()
      await world.stop()
    },
  }
  await stage.publishTo(0, 1_085_000)
  return stage
}

const identityOf = ({
  platform: { mail, mailWriter },
}: ScriptedWorld): Parameters<typeof createRobots>[1]['identity'] => ({
  customer: (customerId) => ({
    customerId,
    shard: shardOf(customerId),
    currency: 'USD',
    country: 'GB',
    customerSinceMs: 0,
    simulated: false,
  }),
  write: (tx, _customerId, text, values) =>
    mail.queue(tx, mailWriter.write({ to: 'ada@example.org', language: 'en' }, text, values)),
  addExporter: () => {},
  onClosing: () => {},
})
