import path from 'node:path'
import pg from 'pg'
import { bookChecks } from '../../../server/books.ts'
import { checkBooks } from '../../../server/ledger/check-books.ts'
import { reconcile } from '../../../server/ledger/reconcile.ts'
import { verifyAudit } from '../../../server/operators/audit.ts'
import { connectDatabase, type Database } from '../../../server/platform/database.ts'
import { startEmbeddedPostgres } from '../../../server/platform/postgres.ts'
import { startProduct } from '../../product.ts'
import { figure, type Figure } from './figure.ts'
import { fillEveryTable } from './full-world.ts'

/** Every table whose rows say what somebody owns, was promised or did. Ticks are in one table a day. */
const groups = {
  'ledger, prices, trades and audit log': [
    'ledger.transfers', 'ledger.batches', 'ledger.heads', 'ledger.accounts', 'ledger.checkpoints',
    'markets.ticks', 'markets.heads', 'markets.candles', 'trading.trades', 'trading.customers',
    'operators.audit_log', 'operators.audit_head',
  ],
  'payments, contracts and copies': [
    'payments.deposits', 'payments.chain_payments', 'payments.withdrawals', 'payments.sends',
    'mining.contracts', 'mining.days', 'farming.contracts', 'farming.weeks', 'copying.relations', 'copying.copies',
  ],
} // prettier-ignore

type Column = { name: string; type: string }
type Alteration = { table: string; what: string; result: 'found' | 'missed' | 'refused' }

/** Returns SQL for another value of a column, by its type. */
function otherValue({ name, type }: Column): string {
  if (/^(smallint|integer|bigint|numeric)/.test(type)) return `coalesce(${name}, 0) + 1`
  if (type === 'bytea') return `CASE WHEN length(${name}) > 0 THEN set_byte(${name}, 0, get_byte(${name}, 0) # 1) ELSE '\\x01' END`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'boolean') return `NOT coalesce(${name}, false)`
  if (type === 'jsonb') return `'{"altered": true}'::jsonb`
  if (type === 'text[]') return `array_append(${name}, 'altered')`
  if (type === 'text') return `coalesce(${name}, '') || 'x'`
  return `(SELECT v FROM unnest(enum_range(NULL::${type})) v WHERE v IS DISTINCT FROM ${name} LIMIT 1)`
}

/**
 * Measures R10: fills every table by using the product, stops it, then alters one column of one row at a time as the owner of the database,
 * with triggers off, and runs what `npm run reconcile` runs.
 */
export async function measureTampering(say: (line: string) => void): Promise<Figure[]> {
  const product = await startProduct({ LOG_LEVEL: 'fatal' })
  try {
    await fillEveryTable(product, say)
    await product.kill('SIGTERM')
    const server = await startEmbeddedPostgres(path.join(product.dataDir, 'postgres'))
    try {
      return await alterEverything(server.url, say)
    } finally {
      await server.stop()
    }
  } finally {
    await product.stop()
  }
}

async function alterEverything(url: string, say: (line: string) => void): Promise<Figure[]> {
  const { db, stop } = await connectDatabase(url, 2)
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    await owner.query('SET session_replication_role = replica')
    const before = await breaksOf(db)
    const alterations: Alteration[] = []
    const empty: string[] = []
    for (const table of Object.values(groups).flat()) {
      const found = await alterTable(owner, db, table, before)
      if (found) alterations.push(...found)
      else empty.push(table)
      say(`${table}: ${found?.filter(({ result }) => result === 'missed').length ?? 'no row, none'} missed`)
    }
    return Object.entries(groups).map(([name, tables]) => {
      const ofGroup = alterations.filter(({ table }) => tables.includes(table))
      return tamperingFigure(name, tables, { alterations: ofGroup, empty: empty.filter((table) => tables.includes(table)), before })
    })
  } finally {
    await owner.end()
    await stop()
  }
}

/** What `npm run reconcile` reports, as a list. An alteration that makes it fail is found too. */
async function breaksOf(db: Database): Promise<string[]> {
  try {
    const [books, rows, log] = [await reconcile(db), await checkBooks(db, bookChecks), await verifyAudit({ db })]
    const broken = rows.flatMap(({ name, breaks }) => breaks.map((one) => `${name}: ${text(one)}`))
    return [...books.breaks.map(text), ...broken, ...log.problems.map(text), ...(log.ok ? [] : ['audit log'])]
  } catch (error) {
    return [`failed: ${(error as Error).message}`]
  }
}

const text = (value: unknown) => JSON.stringify(value, (_name, part: unknown) => (typeof part === 'bigint' ? String(part) : part))

/** Alters each column of the row with the most values, and deletes the row; resolves with undefined when the table is empty. */
async function alterTable(owner: pg.Client, db: Database, table: string, before: string[]): Promise<Alteration[] | undefined> {
  const { rows } = await owner.query<{ part: string; place: string; row: string }>(
    `SELECT t.tableoid::regclass::text AS part, t.ctid::text AS place, to_jsonb(t)::text AS row FROM ${table} t
     ORDER BY (SELECT count(*) FROM jsonb_each(jsonb_strip_nulls(to_jsonb(t)))) DESC, t.ctid LIMIT 1`,
  )
  const chosen = rows[0]
  if (!chosen) return undefined
  const columns = await owner.query<Column>(
    `SELECT quote_ident(attname) AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  )
  const statements = columns.rows.map((column) => ({ what: column.name, sql: `UPDATE ${chosen.part} SET ${column.name} = ${otherValue(column)}` }))
  const results: Alteration[] = []
  let { place } = chosen
  for (const { what, sql } of [...statements, { what: 'the whole row deleted', sql: `DELETE FROM ${chosen.part}` }]) {
    const changed = await owner.query<{ place: string }>(`${sql} WHERE ctid = $1 RETURNING ctid::text AS place`, [place]).catch(() => undefined)
    if (!changed) {
      results.push({ table, what, result: 'refused' })
      continue
    }
    const after = await breaksOf(db)
    results.push({ table, what, result: after.some((one) => !before.includes(one)) ? 'found' : 'missed' })
    await owner.query(`DELETE FROM ${chosen.part} WHERE ctid = $1`, [changed.rows[0]?.place])
    const back = `INSERT INTO ${chosen.part} SELECT (jsonb_populate_record(NULL::${chosen.part}, $1)).* RETURNING ctid::text AS place`
    place = (await owner.query<{ place: string }>(back, [chosen.row])).rows[0]!.place
  }
  return results
}

type Altered = { alterations: Alteration[]; empty: string[]; before: string[] }

function tamperingFigure(name: string, tables: string[], { alterations, empty, before }: Altered): Figure {
  const count = (result: Alteration['result']) => alterations.filter((one) => one.result === result).length
  const columns = (table: string, result: Alteration['result']) => {
    const found = alterations.filter((one) => one.result === result && one.table === table)
    return `${result} ${found.map(({ what }) => what).join(', ') || 'none'}`
  }
  const share = Math.floor((1000 * (alterations.length - count('missed'))) / Math.max(1, alterations.length)) / 10
  const measured = `${share} %: ${count('found')} of ${alterations.length} found, ${count('refused')} refused by a constraint, ${count('missed')} missed`
  const isMet = count('missed') === 0 && empty.length === 0 && before.length === 0
  const filled = tables.filter((table) => !empty.includes(table))
  return figure('R10', `one row altered by the owner, column by column: ${name}`, '100 % detected', measured, isMet, [
    `before any alteration: ${before.length === 0 ? 'clean' : before.slice(0, 5).join('; ')}`,
    `tables without a row to alter: ${empty.join(', ') || 'none'}`,
    ...filled.map((table) => `${table}: ${(['missed', 'found', 'refused'] as const).map((result) => columns(table, result)).join('; ')}`),
  ])
}
