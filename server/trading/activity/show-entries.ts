import type { OutputOf } from '../../../api/call.ts'
import type { activityCalls } from '../../../api/calls/trading/activity.ts'
import { entryOfTransfer, statementEntryOf, type AccountEntry } from '../../ledger/public.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import { timeOf } from '../records/show-receipt.ts'
import { findTrade } from '../store.ts'
import type { ActivityContext } from './context.ts'

/** Returns the ledger entries behind a line: those of a trade, or those with the reference of an entry. */
export async function showEntries(
  context: ActivityContext,
  { id }: { id: string },
  { session }: CustomerRequest,
): Promise<OutputOf<(typeof activityCalls)['activity.entries']>> {
  const { customerId, shard } = session
  const entries = id.includes('-')
    ? await entriesOfTrade(context, session, id)
    : await entriesLike(context, session, id)
  const batches = await context.ledger.batchesOf(
    customerId,
    entries.map((entry) => entry.id),
  )
  return entries.map((entry) => ({ ...statementEntryOf(entry), batch: `${shard}/${batches.get(entry.id)}` }))
}

type Session = CustomerRequest['session']

async function entriesOfTrade({ db, ledger }: ActivityContext, session: Session, id: string) {
  const trade = await findTrade(db, session, id)
  if (!trade) throw new Refused('not_found')
  return ownOf(session, await ledger.transfersOf(id, session.customerId, timeOf(trade)))
}

async function entriesLike({ ledger }: ActivityContext, session: Session, id: string): Promise<AccountEntry[]> {
  const entry = await ledger.entry(session.customerId, BigInt(id))
  if (!entry) throw new Refused('not_found')
  return entry.reference === null
    ? [entry]
    : ownOf(session, await ledger.transfersOf(entry.reference, session.customerId))
}

function ownOf({ customerId }: Session, transfers: Parameters<typeof entryOfTransfer>[1][]): AccountEntry[] {
  return transfers.flatMap((transfer) => entryOfTransfer(customerId, transfer) ?? [])
}
