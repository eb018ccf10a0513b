import { alertsCalls } from '../../api/calls/alerts/alerts.ts'
import type { FiredAlert } from '../../api/calls/alerts/alerts.ts'
import { serveCalls, type TestApi } from '../../tests/harness.ts'
import { createMetrics } from '../platform/metrics.ts'
import { shardOf } from '../platform/random.ts'
import { createScriptedWorld, startMs, type ScriptedWorld } from '../trading/test-world.ts'
import { type Alerts, createAlerts } from './public.ts'

export type AlertsWorld = ScriptedWorld & {
  alerts: Alerts
  call: TestApi['call']
  /** What `/live` sent, in order. */
  sent: (FiredAlert & { customerId: string })[]
  /** Runs the alerts of another process on the same database. It gets no signals. */
  createOther(): Alerts
  /** Publishes prices and resolves when the alerts that they reach have fired. */
  publishAndFire(...prices: [afterMs: number, price: number][]): Promise<void>
  addAda(): Promise<{ id: string; secrete: string }>
  /** Closes a customer's account, as far as alerts are concerned. */
  close(id: string): Promise<void>
  exported(id: string): Promise<unknown>
}

/** Runs alerts on EURUSD with prices that the test publishes. EURUSD begins at 1.08500. */
export async function createAlertsWorld(): Promise<AlertsWorld> {
  const world = await createScriptedWorld(['EURUSD', 'BTCUSD'])
  const { platform, markets } = world
  const sent: AlertsWorld['sent'] = []
  const end = platform.bus.subscribe('alert.fired', (message) => void sent.push(message))
  let exporter: Parameters<Parameters<typeof createAlerts>[1]['identity']['addExporter']>[1]
  let closing: Parameters<Parameters<typeof createAlerts>[1]['identity']['onClosed']>[0]
  const alerts = createAlerts(platform, {
    markets,
    identity: {
      addExporter: (_name, given) => void (exporter = given),
      onClosed: (given) => void (closing = given),
    },
  })
  await alerts.start()
  const sessions = new Map<string, string>()
  const sessionOf = (id: string) => ({ sessionId: id, customerId: id, shard: shardOf(id) })
  const api = await serveCalls({ ...platform, metrics: createMetrics(false) }, alertsCalls, alerts.calls, (secrete) =>
    sessions.has(secrete) ? sessionOf(sessions.get(secrete)!) : null,
  )
  await world.publish('EURUSD', [0, 1_085_000])
  return {
    ...world,
    alerts,
    call: api.call,
    sent,
    createOther: () => createAlerts(platform, { markets, identity: { addExporter: () => {}, onClosed: () => {} } }),
    async publishAndFire(...prices) {
      const { clock } = platform
      await clock.advance(Math.max(0, startMs + prices.at(-1)![0] - clock.nowMs()))
      await world.publish('EURUSD', ...prices)
      await alerts.idle()
    },
    async addAda() {
      const ada = await world.addCustomer()
      sessions.set(ada.secrete, ada.id)
      return ada
    },
    close: (id) => platform.db.transaction().execute((tx) => closing(tx, sessionOf(id))),
    exported: (id) => platform.db.transaction().execute(async (tx) => exporter(sessionOf(id), tx)),
    async stop() {
      end()
      await api.stop()
      await alerts.stop()
      await world.stop()
    },
  }
}
