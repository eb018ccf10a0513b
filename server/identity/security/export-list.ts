import { BinaryAnswer, type InputOf } from '../../../contract/call.ts'
import type { exportList, ExportedList } from '../../../contract/own-data.ts'
import { invariant } from '../../platform/refused.ts'
import type { Session } from '../../platform/http.ts'
import type { IdentityContext } from '../context.ts'
import { csvField } from './export-data.ts'

type Row = Record<string, unknown>

/** `export.list`: all rows of one list, by the exporter of the module that keeps it. */
export async function exportOneList({ clock, exporters }: IdentityContext, { list, as }: InputOf<typeof exportList>, session: Session): Promise<BinaryAnswer> {
  // Gaps are kept with their copies.
  const exporter = exporters.get(list === 'gaps' ? 'copies' : list)
  invariant(exporter, `somebody exports ${list}`)
  const rows = rowsOf(list, await exporter(session))
  const name = `tallystick-${list}-${clock.now().toISOString().slice(0, 10)}.${as}`
  if (as === 'json') return new BinaryAnswer('application/json; charset=utf-8', Buffer.from(JSON.stringify(rows, plain, 2)), name)
  return new BinaryAnswer('text/csv; charset=utf-8', Buffer.from(csvOf(rows)), name)
}

/** The rows of what an exporter returns: the list itself, or a part of it. Each gap names its copy. */
export function rowsOf(list: ExportedList, exported: unknown): Row[] {
  if (list === 'gaps') return (exported as (Row & { gaps: Row[] })[]).flatMap(({ id, gaps }) => gaps.map((gap) => ({ copy: id, ...gap })))
  if (Array.isArray(exported)) return exported as Row[]
  return (exported as Record<string, Row[]>)[list === 'affiliates' ? 'referrals' : list] ?? []
}

/** RFC 4180, with a column for each field of any row. */
export function csvOf(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [columns, ...rows.map((row) => columns.map((column) => textOf(row[column])))]
  return lines.map((fields) => `${fields.map(csvField).join(',')}\r\n`).join('')
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value, plain) : String(value)
}

const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
