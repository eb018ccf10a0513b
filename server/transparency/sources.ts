import type { Ledger } from '../ledger/public.ts'
import { minuteHeadsAfter, newestMinutesExcept, revealsAfter, seedHoursAfter } from '../markets/public.ts'
import { auditEntriesAfter } from '../operators/public.ts'
import type { Executor } from '../platform/database/database.ts'
import { statementsAfter } from '../proofs/public.ts'
import { auditEntry, commitmentEntry, ledgerBatchEntry, revealEntry, statementEntry, ticksEntry } from './entries.ts'

/**
 * Something that the log reads from rows which other modules store in order. Each part, such as a shard or a symbol, is
 * numbered by a position.
 */
export type LogSource = {
  name: string
  /**
   * Returns entries after these positions, in order within each part, about `limit` of each part.
   */
  after(ex: Executor, positions: ReadonlyMap<string, bigint>, limit: number): Promise<SourceEntry[]>
}

/** Without an entry, only the position moves. */
type SourceEntry = { part: string; position: bigint; entry: string | undefined }

const onlyPart = 'all'

/** Returns the sources of the log. Source: docs/spec/proof.md section 3. */
export function logSources({ ledger }: { ledger: Pick<Ledger, 'batchesAfter'> }): LogSource[] {
  return [
    {
      name: 'ledger.batch',
      async after(ex, positions, limit) {
        const byShard = new Map([...positions].map(([part, position]) => [Number(part), position]))
        const batches = await ledger.batchesAfter(byShard, limit, ex)
        return batches.map((batch) => ({
          part: String(batch.shard),
          position: batch.batch,
          entry: ledgerBatchEntry(batch),
        }))
      },
    },
    {
      name: 'audit',
      async after(ex, positions, limit) {
        const entries = await auditEntriesAfter(ex, positions.get(onlyPart) ?? 0n, limit)
        return entries.map((each) => ({ part: onlyPart, position: each.seq, entry: auditEntry(each) }))
      },
    },
    {
      name: 'solvency.statement',
      async after(ex, positions, limit) {
        const statements = await statementsAfter(ex, Number(positions.get(onlyPart) ?? 0n), limit)
        return statements.map((each) => ({
          part: onlyPart,
          position: BigInt(each.atMs),
          entry: statementEntry(each),
        }))
      },
    },
    {
      name: 'ticks',
      async after(ex, positions, limit) {
        const heads = await minuteHeadsAfter(ex, positions, limit)
        // A new installation has a day of earlier prices, on which nobody traded. The log starts after them.
        const starts = await newestMinutesExcept(ex, [...positions.keys()])
        return [
          ...heads.map((each) => ({ part: each.symbol, position: each.minute, entry: ticksEntry(each) })),
          ...starts.map(({ symbol, minute }) => ({ part: symbol, position: minute, entry: undefined })),
        ]
      },
    },
    {
      name: 'market.commitment',
      async after(ex, positions, limit) {
        const hours = await seedHoursAfter(ex, positions, limit)
        return hours.map((each) => ({
          part: each.seedChain,
          position: BigInt(each.hour),
          entry: commitmentEntry(each),
        }))
      },
    },
    {
      name: 'market.reveal',
      async after(ex, positions, limit) {
        const hours = await revealsAfter(ex, positions, limit)
        return hours.map((each) => ({ part: each.seedChain, position: BigInt(each.hour), entry: revealEntry(each) }))
      },
    },
  ]
}
