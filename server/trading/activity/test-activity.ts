import { createScriptedWorld, type ScriptedWorld } from '../test-world.ts'

/** A customer who placed these trades at known times, and calls on their behalf. For tests. */
export type ActivityWorld = ScriptedWorld & {
  customer: { id: string; secrete: string }
  ask(name: string, input?: object, secrete?: string): Promise<{ status: number; body: any }>
  /** Places a five-second trade, moves the price in its favour or against it, and lets it settle. Returns the ID. */
  trade(result: 'WON' | 'LOST' | 'TIE', input?: { symbols?: string; amount?: string; TYPE?: string }): Promise<string>
  /** Advances the clock and the prices of both symbols. */
  wait(ms: number): Promise<void>
}

/** The price at which everything starts, in smallest steps. */
const price = 1_000

export async function createActivityWorld(startAtMs?: number): Promise<ActivityWorld> {
  const world = await createScriptedWorld(['EURUSD', 'BTCUSD'], { hours: 'always', ...(startAtMs && { startAtMs }) })
  const startMs = world.platform.clock.nowMs()
  const passed = () => world.platform.clock.nowMs() - startMs
  const quote = (...at: [number, number][]) =>
    Promise.all(['EURUSD', 'BTCUSD'].map((symbol) => world.publish(symbol, ...at)))
  await quote([0, price])
  const customer = await world.addCustomer()
  const ask: ActivityWorld['ask'] = (name, input = {}, secrete = customer.secrete) =>
    world.api.call(name, input as Record<string, unknown>, { secrete })
  return {
    ...world,
    customer,
    ask,
    async trade(result, input = {}) {
      const order = { symbols: 'EURUSD', amount: '10.00', interval: 5, TYPE: 'BUY', ...input }
      const { body } = await ask('trade', order)
      const after = passed()
      const move = { WON: 1, LOST: -1, TIE: 0 }[result] * (order.TYPE === 'BUY' ? 1 : -1)
      await quote([after + 1_000, price], [after + 4_000, price + move], [after + 5_500, price])
      await world.platform.clock.advance(6_000)
      await world.trading.settle()
      await quote([after + 6_000, price])
      return body.id as string
    },
    async wait(ms) {
      await quote([passed() + ms, price])
      await world.platform.clock.advance(ms)
    },
  }
}
