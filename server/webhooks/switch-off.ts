import type { Executor } from '../platform/database/database.ts'
import type { WebhooksContext } from './context.ts'
import { pauseDeliveries } from './deliveries-store.ts'
import { hostOf } from './endpoint-url.ts'
import { listEndpoints, lockEndpoint, switchOff, type Owner } from './endpoints-store.ts'
import { webhookMails } from './mails.ts'

/**
 * Disables a customer's endpoints in the transaction of a password change and emails the customer: anyone with the
 * old password may have added one. Missed events are sent once the customer enables the endpoints again.
 */
export async function switchOffAll({ clock, identity }: WebhooksContext, tx: Executor, owner: Owner): Promise<void> {
  const hosts: string[] = []
  for (const { id } of await listEndpoints(tx, owner)) {
    const endpoint = await lockEndpoint(tx, owner, id)
    if (!endpoint || endpoint.offReason !== null) continue
    await switchOff(tx, endpoint, 'password', clock.nowMs())
    await pauseDeliveries(tx, endpoint)
    hosts.push(hostOf(new URL(endpoint.url)))
  }
  if (hosts.length > 0) await identity.write(tx, owner.customerId, webhookMails.password, { hosts: hosts.join(', ') })
}
