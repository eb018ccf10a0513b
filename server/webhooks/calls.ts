import type { webhooksCalls } from '../../api/calls/webhooks/webhooks.ts'
import { bindActions } from '../platform/http/actions.ts'
import { addEndpoint } from './add-endpoint.ts'
import type { WebhooksContext } from './context.ts'
import { enableEndpoint, removeEndpoint, rotateSecret } from './manage-endpoint.ts'
import { redeliver, sendTest } from './send-again.ts'
import { showEndpoints } from './show-endpoints.ts'

/** Binds the calls in `api/calls/webhooks/webhooks.ts` to their actions. */
export const bindWebhooksCalls = bindActions<WebhooksContext, typeof webhooksCalls>({
  webhooks: showEndpoints,
  'webhooks.add': addEndpoint,
  'webhooks.remove': removeEndpoint,
  'webhooks.rotate': rotateSecret,
  'webhooks.enable': enableEndpoint,
  'webhooks.test': sendTest,
  'webhooks.redeliver': redeliver,
})
