import type { Executor } from '../../platform/database/database.ts'
import { int4, int8AsNumber, ms, queryRows, row } from '../../platform/database/rows.ts'

const endsRow = row({
  idx: int4,
  strikeSeq: int8AsNumber.nullable(),
  strikeAtMs: ms.nullable(),
  strike: int8AsNumber.nullable(),
  exitSeq: int8AsNumber.nullable(),
  exitAtMs: ms.nullable(),
  exit: int8AsNumber.nullable(),
})

/** Returns the strike and the exit of each span of a symbol's record, in the order of the spans. */
export async function readEnds(ex: Executor, symbol: string, spans: readonly { fromMs: number; toMs: number }[]) {
  const symbols = spans.map(() => symbol)
  const rows = await queryRows(ex, endsRow)`
    SELECT * FROM markets.strike_and_exit(${symbols}::text[], ${spans.map(({ fromMs }) => fromMs)}::bigint[],
      ${spans.map(({ toMs }) => toMs)}::bigint[]) ORDER BY idx`
  return rows.map(({ strikeSeq, strikeAtMs, strike, exitSeq, exitAtMs, exit }) => ({
    strike: strikeSeq === null ? undefined : { seq: strikeSeq, atMs: strikeAtMs!, price: strike! },
    exit: exitSeq === null ? undefined : { seq: exitSeq, atMs: exitAtMs!, price: exit! },
  }))
}
