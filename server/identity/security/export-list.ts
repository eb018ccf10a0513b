import { BinaryAnswer, type InputOf } from '../../../api/call.ts'
import type { exportList, ExportedList } from '../../../api/calls/identity/own-data.ts'
import { bigintAsText, isStreamed, joined, jsonList } from '../../platform/http/json-pieces.ts'
import { invariant } from '../../platform/http/refused.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import type { IdentityContext } from '../context.ts'
import { csvLine } from '../../platform/http/csv.ts'

type Row = Record<string, unknown>
/** An iterable that can be read more than once. */
type Rows = Iterable<Row> | AsyncIterable<Row>

/** Streams all rows of one list, which the exporter of its module provides. */
export async function exportOneList(
  { clock, downloads, exporters }: IdentityContext,
  { list, as }: InputOf<typeof exportList>,
  { session }: CustomerRequest,
): Promise<BinaryAnswer> {
  // The export of copies includes the gaps.
  const exporter = exporters.get(list === 'gaps' ? 'copies' : list)
  invariant(exporter, `a module must export ${list}`)
  const pieces = await downloads.start(session.customerId, async function* (snapshot) {
    const rows = rowsOf(list, await exporter(session, snapshot))
    yield* joined(as === 'json' ? jsonList(rows) : csvOf(rows))
  })
  const type = as === 'json' ? 'application/json' : 'text/csv'
  const name = `tallystick-${list}-${clock.now().toISOString().slice(0, 10)}.${as}`
  return new BinaryAnswer(`${type}; charset=utf-8`, pieces, name)
}

/** Returns the rows of an exporter's result: the list itself, or a part of it. Each gap includes its copy's id. */
export function rowsOf(list: ExportedList, exported: unknown): Rows {
  if (isStreamed(exported)) return exported as AsyncIterable<Row>
  if (list === 'gaps')
    return (exported as (Row & { gaps: Row[] })[]).flatMap(({ id, gaps }) => gaps.map((gap) => ({ copy: id, ...gap })))
  if (Array.isArray(exported)) return exported as Row[]
  return (exported as Record<string, Row[]>)[list === 'affiliates' ? 'referrals' : list] ?? []
}

/**
 * Writes CSV (RFC 4180) with a column for every field that occurs in a row. Reads the rows twice, because the columns
 * come first.
 */
export async function* csvOf(rows: Rows): AsyncGenerator<string> {
  const columns = new Set<string>()
  for await (const row of rows) for (const column of Object.keys(row)) columns.add(column)
  yield csvLine([...columns])
  for await (const row of rows) yield csvLine([...columns].map((column) => textOf(row[column])))
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value, bigintAsText) : String(value)
}
