import { outcome } from '../../api/sentences/outcomes.ts'
import type { InputOf, OutputOf } from '../../api/call.ts'
import { maxEndpoints } from '../../api/states/webhook-states.ts'
import type { webhooksCalls } from '../../api/calls/webhooks/webhooks.ts'
import type { CustomerRequest } from '../platform/http/actions.ts'
import { uuidv7 } from '../platform/random.ts'
import { Refused } from '../platform/http/refused.ts'
import type { WebhooksContext } from './context.ts'
import { insertEndpoint, listEndpoints } from './endpoints-store.ts'
import { endpointUrl, hostOf } from './endpoint-url.ts'
import { webhookMails } from './mails.ts'
import { boundTo } from './sealed-values.ts'
import { newSigningSecret } from './signature.ts'

type Add = (typeof webhooksCalls)['webhooks.add']

/**
 * Adds an endpoint and returns its secret, which is never shown again. The endpoint receives transfers committed from
 * now on.
 */
export async function addEndpoint(
  context: WebhooksContext,
  input: InputOf<Add>,
  { session }: CustomerRequest,
): Promise<OutputOf<Add>> {
  const { bus, clock, config, db, identity, ledger, random, route, sealer } = context
  if (!config.webhooks) throw new Refused('webhooks_off')
  const url = endpointUrl(input.url, route)
  if (url === undefined) throw new Refused('bad_url', {}, { url: 'enter_public_url' })
  await identity.requireProof(session, input)
  const { customerId, shard } = session
  const id = uuidv7(clock.nowMs(), random)
  const secret = newSigningSecret(random)
  await db.transaction().execute(async (tx) => {
    await identity.lockCredentials(tx, session)
    if ((await identity.standingIn(tx, customerId)).frozen) throw new Refused('account_frozen')
    const others = await listEndpoints(tx, session)
    if (others.some((other) => other.url === url)) throw new Refused('same_url')
    if (others.length >= maxEndpoints) throw new Refused('too_many_endpoints')
    const cursorId = (await ledger.newestIds(tx)).get(shard)!
    await insertEndpoint(tx, {
      shard,
      id,
      customerId,
      url,
      secretSealed: sealer.seal(secret, boundTo(id, 'secret')),
      cursorId,
      atMs: clock.nowMs(),
    })
    await identity.write(tx, customerId, webhookMails.added, { host: hostOf(new URL(url)) })
  })
  bus.publish('customer.changed', { customerId, calls: ['webhooks'] })
  return { ...outcome('endpoint_added'), id, secret }
}
