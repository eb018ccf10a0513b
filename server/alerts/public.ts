import type { alertsCalls } from '../../api/calls/alerts/alerts.ts'
import type { Bindings } from '../platform/http/http.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { bindAlertsCalls } from './calls.ts'
import type { AlertsContext, AlertsNeighbours } from './context.ts'
import { exportAlerts } from './show-alerts.ts'
import { deleteAll } from './store.ts'
import { PriceWatch } from './watch-prices.ts'

export type Alerts = Required<Pick<ModuleLife, 'start' | 'stop'>> & {
  calls: Bindings<typeof alertsCalls>
  /** Checks every symbol with open alerts against the record. A loop does the same, and ticks trigger it. */
  sweep(): Promise<void>
  /** Resolves when the checks that ticks triggered are done. */
  idle(): Promise<void>
}

const sweepEveryMs = 15_000

/** Creates the alerts module: messages to customers at prices that they chose. */
export function createAlerts(platform: Platform, { markets, identity }: AlertsNeighbours): Alerts {
  const context: AlertsContext = { ...platform, markets }
  const watch = new PriceWatch(context)
  const subscriptions: (() => void)[] = []
  identity.addExporter('alerts', (session) => exportAlerts(context, session))
  identity.onClosed((tx, owner) => deleteAll(tx, owner))
  platform.jobs.every('alerts', sweepEveryMs, () => watch.sweep())
  return {
    calls: bindAlertsCalls(context),
    sweep: () => watch.sweep(),
    idle: () => watch.idle(),
    async start() {
      subscriptions.push(
        markets.onTick((ticks) => watch.see(ticks)),
        // The check also covers the ticks between the alert and this signal.
        platform.bus.subscribe('alerts.changed', () => void watch.sweep().catch(() => {})),
      )
      await watch.sweep()
    },
    async stop() {
      for (const end of subscriptions.splice(0)) end()
      await watch.idle()
    },
  }
}
