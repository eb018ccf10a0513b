import type { webhooksCalls } from '../../contract/calls/webhooks.ts'
import type { Bindings } from '../platform/http/http.ts'
import { addEndpoint } from './add-endpoint.ts'
import type { WebhooksContext } from './context.ts'
import { enableEndpoint, removeEndpoint, rotateSecret } from './manage-endpoint.ts'
import { redeliver, sendTest } from './send-again.ts'
import { showEndpoints } from './show-endpoints.ts'

/** Binds the calls of `contract/calls/webhooks.ts` to their actions. */
export function bindWebhooksCalls(context: WebhooksContext): Bindings<typeof webhooksCalls> {
  return {
    webhooks: (_input, { session }) => showEndpoints(context, session),
    'webhooks.add': (input, { session }) => addEndpoint(context, input, session),
    'webhooks.remove': (input, { session }) => removeEndpoint(context, input, session),
    'webhooks.rotate': (input, { session }) => rotateSecret(context, input, session),
    'webhooks.enable': (input, { session }) => enableEndpoint(context, input, session),
    'webhooks.test': (input, { session }) => sendTest(context, input, session),
    'webhooks.redeliver': (input, { session }) => redeliver(context, input, session),
  }
}
