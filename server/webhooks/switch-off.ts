import type { Executor } from '../platform/database.ts'
import type { WebhooksContext } from './context.ts'
import { pauseDeliveries } from './deliveries-store.ts'
import { hostOf } from './endpoint-url.ts'
import { listEndpoints, lockEndpoint, switchOff, type Owner } from './endpoints-store.ts'
import { webhookMails } from './mails.ts'

/**
 * Switches off a customer's endpoints after a change of the password, in its transaction, and mails the customer: whoever knew the old password
 * may have added one. What they miss is sent once they are switched on.
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
