import type { InputOf } from '../../../api/call.ts'
import type { activityCalls } from '../../../api/calls/trading/activity.ts'
import { outcome } from '../../../api/sentences/outcomes.ts'
import type { Executor } from '../../platform/database/database.ts'
import { readPages } from '../../platform/database/read-all.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import type { Session } from '../../platform/http/http.ts'
import { Refused } from '../../platform/http/refused.ts'
import { findTrade } from '../store.ts'
import type { ActivityContext } from './context.ts'
import { deleteNote, listNotesAfter, writeNote } from './notes-store.ts'

/** Stores or removes the customer's note on one of their trades. */
export async function noteTrade(
  { db, clock, notes }: ActivityContext,
  { id, reason, text }: InputOf<(typeof activityCalls)['trades.note']>,
  { session }: CustomerRequest,
) {
  if (!(await findTrade(db, session, id))) throw new Refused('not_found')
  if (reason === '') {
    await deleteNote(db, session, id)
    return outcome('note_removed')
  }
  const wordsSealed = text === '' ? null : notes.seal(text, session.customerId, id)
  await writeNote(db, session, { id, reason, wordsSealed, atMs: clock.nowMs() })
  return outcome('note_saved')
}

type Note = Awaited<ReturnType<typeof listNotesAfter>>[number]

/** Returns every note of a customer, oldest trade first, for the data download. Can be iterated more than once. */
export function exportNotes({ notes }: Pick<ActivityContext, 'notes'>, session: Session, snapshot: Executor) {
  return {
    async *[Symbol.asyncIterator]() {
      const pages = readPages<Note>((limit, last) => listNotesAfter(snapshot, session, last?.id, limit))
      for await (const page of pages)
        for (const { id, reason, wordsSealed, notedAtMs } of page)
          yield {
            trade: id,
            ...notes.read({ customerId: session.customerId, id, reason, wordsSealed })!,
            at: new Date(notedAtMs).toISOString(),
          }
    },
  }
}
