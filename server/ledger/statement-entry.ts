import type { z } from 'zod'
import type { statementEntry } from '../../api/calls/identity/statement.ts'
import { formatAmount } from '../../api/money.ts'
import { readableNote } from '../../api/sentences/order-note.ts'
import { kindWords } from '../../api/sentences/statement-words.ts'
import type { AccountEntry, Transfer } from './types.ts'

const states = { done: 'booked', post: 'booked', pending: 'reserved', void: 'released' } as const

/** Returns an entry in the format of the statement. The note of a stake names the order in words. */
export function statementEntryOf(entry: AccountEntry): z.output<typeof statementEntry> {
  const { id, atMs, account, asset, kind, phase, amountMinor, isDebit, note, notePhrase, reference } = entry
  return {
    id: String(id),
    at: new Date(atMs).toISOString(),
    account: account.code,
    asset,
    kind,
    words: kindWords[kind] ?? kind,
    state: states[phase],
    amount: formatAmount(isDebit ? -amountMinor : amountMinor, asset),
    balance: formatAmount(entry.balanceAfterMinor, asset),
    note: kind === 'stake' ? readableNote(note) : note,
    notePhrase,
    reference,
  }
}

/** Returns a transfer as an entry of this owner's account; undefined if neither side is the owner's. */
export function entryOfTransfer(
  owner: string,
  { debit, credit, balanceAfterMinor, ...transfer }: Transfer,
): AccountEntry | undefined {
  const own = [debit, credit].find((side) => 'owner' in side && side.owner === owner)
  const house = [debit, credit].find((side) => 'house' in side)
  if (!own || !('owner' in own) || !house || !('house' in house) || balanceAfterMinor === null) return undefined
  const moves = transfer.phase === 'done' || transfer.phase === 'post'
  return {
    ...transfer,
    account: { owner, code: own.code, asset: transfer.asset },
    house: house.house,
    isDebit: own === debit,
    changeMinor: !moves ? 0n : own === debit ? -transfer.amountMinor : transfer.amountMinor,
    balanceAfterMinor,
  }
}
