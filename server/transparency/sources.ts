import type { Ledger } from '../ledger/public.ts'
import { minuteHeadsAfter, revealsAfter, seedHoursAfter } from '../markets/public.ts'
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
   * Returns entries after these positions, in order within each part, at most `limit` of each. Reads a part without a
   * position from its start.
   */
  after(ex: Executor, positions: ReadonlyMap<string, bigint>, limit: number): Promise<SourceEntry[]>
}

type SourceEntry = { part: string; position: bigint; entry: string }

const onlyPart = 'all'

/** Returns the sources of the log. Source: docs/spec/proof.md section 3. */
export function logSources({ ledger }: { ledger: Pick<Ledger, 'batchesAfter'> }): LogSource[] {
  return [
    {
      name: 'ledger.batch',
      async after(_ex, positions, limit) {
        const byShard = new Map([...positions].map(([part, position]) => [Number(part), position]))
        const batches = await ledger.batchesAfter(byShard, limit)
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
        return heads.map((each) => ({ part: each.symbol, position: each.minute, entry: ticksEntry(each) }))
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
