import { formatAmount } from '../../api/money.ts'
import type { WebhookEvent } from '../../api/calls/webhooks/webhooks.ts'
import type { AccountEntry } from '../ledger/public.ts'

/** An event before it is stored. `body` is the JSON text that is signed and sent. */
export type NewEvent = { eventId: string; type: string; atMs: number; body: string }

/** Returns the event for a ledger transfer. Amounts are decimal strings, and times are ISO 8601. */
export function eventOf({
  id,
  atMs,
  account,
  asset,
  amountMinor,
  changeMinor,
  balanceAfterMinor,
  phase,
  kind,
  reference,
  note,
}: AccountEntry): NewEvent {
  const data = {
    transfer: String(id),
    kind,
    phase,
    account: account.code,
    asset,
    amount: formatAmount(amountMinor, asset),
    change: formatAmount(changeMinor, asset),
    balance: formatAmount(balanceAfterMinor, asset),
    reference,
    note,
  }
  return withBody(`tr_${id}`, `transfer.${kind}`, atMs, data)
}

export function testEvent(id: string, atMs: number): NewEvent {
  return withBody(`test_${id}`, 'test', atMs, {
    message: 'This is a test event. Nothing happened in your account.',
  })
}

function withBody(eventId: string, type: string, atMs: number, data: WebhookEvent['data']): NewEvent {
  const event: WebhookEvent = { type, timestamp: new Date(atMs).toISOString(), data }
  return { eventId, type, atMs, body: JSON.stringify(event) }
}
