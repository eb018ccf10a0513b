import type { PhraseValue } from '../../api/sentences/sentences.ts'
import type { webhooksCalls } from '../../api/calls/webhooks/webhooks.ts'
import type { Bindings } from '../platform/http/http.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { shardOf } from '../platform/random.ts'
import { createSealer } from '../platform/secrets/sealing.ts'
import { UnreadableRows } from '../platform/database/unreadable-rows.ts'
import { bindWebhooksCalls } from './calls.ts'
import type { WebhooksContext, WebhooksNeighbours } from './context.ts'
import { Courier } from './courier.ts'
import { deleteEndpoints } from './endpoints-store.ts'
import { createRoute, type Route } from './post-message.ts'
import { secretsPurpose } from './sealed-values.ts'
import { switchOffAll } from './switch-off.ts'
import { summaryOfEndpoints, exportEndpoints } from './show-endpoints.ts'

export { webhooksSealed } from './sealed-values.ts'

export type Webhooks = Required<Pick<ModuleLife, 'start' | 'stop'>> & {
  calls: Bindings<typeof webhooksCalls>
  /** Returns how many endpoints a customer has, for the desk. */
  deskFact(customerId: string): Promise<PhraseValue>
  /** Stores new events, sends due deliveries, and resolves after the attempts. A loop does the same without waiting. */
  deliver(): Promise<void>
}

const turnEveryMs = 1_000

function routeOf({ config: { devTools, publicUrl } }: Platform): Route {
  return createRoute({ loopback: devTools, ownHost: publicUrl === undefined ? undefined : new URL(publicUrl).hostname })
}

/**
 * Creates the webhooks module, which sends customers' endpoints a message about each transfer on the customer's
 * accounts. `route` determines how messages reach the endpoints.
 */
export function createWebhooks(
  platform: Platform,
  neighbours: WebhooksNeighbours,
  route: Route = routeOf(platform),
): Webhooks {
  const sealer = createSealer(platform.keys, secretsPurpose, platform.random)
  const context: WebhooksContext = {
    ...platform,
    ...neighbours,
    sealer,
    unreadable: new UnreadableRows(platform),
    route,
  }
  const { identity } = neighbours
  identity.addExporter('webhooks', (session) => exportEndpoints(context, session))
  identity.onClosed((tx, owner) => deleteEndpoints(tx, owner))
  identity.onNewPassword((tx, owner) => switchOffAll(context, tx, owner))
  const courier = new Courier(context)
  if (platform.config.webhooks) platform.jobs.every('webhooks', turnEveryMs, () => courier.turn())
  return {
    calls: bindWebhooksCalls(context),
    deskFact: (customerId) => summaryOfEndpoints(context, { customerId, shard: shardOf(customerId) }),
    async deliver() {
      await courier.turn()
      await courier.idle()
    },
    start: async () => {},
    stop: () => courier.stop(),
  }
}
