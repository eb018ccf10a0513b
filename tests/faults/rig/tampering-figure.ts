import path from 'node:path'
import pg from 'pg'
import { bookChecks } from '../../../server/books.ts'
import { checkBooks } from '../../../server/ledger/check-books.ts'
import { reconcile } from '../../../server/ledger/reconcile.ts'
import { verifyAudit } from '../../../server/operators/audit/audit.ts'
import { connectDatabase, type Database } from '../../../server/platform/database/database.ts'
import { startEmbeddedPostgres } from '../../../server/platform/database/postgres.ts'
import { installedMarket, startProduct } from '../../product.ts'
import { figure, type Figure } from './figure.ts'
import { fillEveryTable } from './full-world.ts'
import { whyUnclaimed } from './unclaimed.ts'

/** Every table that records what somebody owns, was promised or did. Ticks have one table per day. */
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

/** Columns with the time of a row's last change. Rows newer than the seal are measured separately. */
const lastChanges: Record<string, string> = {
  'trading.trades': 'settled_at_ms',
  'payments.deposits': 'quoted_at_ms',
  'payments.chain_payments': 'first_credited_at_ms',
  'payments.withdrawals': 'ended_at_ms',
  'payments.sends': 'ended_at_ms',
  'mining.contracts': 'started_at_ms',
  'farming.contracts': 'started_at_ms',
  'copying.relations': 'started_at_ms',
  'copying.copies': 'done_at_ms',
}

/** The check most likely to detect a change in a schema. It runs first; the others run only if it finds nothing. */
const likelyChecks: Record<string, string> = {
  ledger: 'ledger',
  markets: 'prices',
  trading: 'trades',
  operators: 'audit log',
  payments: 'payments',
  mining: 'mining',
  farming: 'yield',
  copying: 'copying',
}

type Column = { name: string; type: string }
type Alteration = { table: string; what: string; result: 'found' | 'missed' | 'refused' }
type Check = { name: string; find(): Promise<string[]> }
type Rig = { owner: pg.Client; checks: Check[]; before: string[]; sealedMs: number }

/** Returns SQL for a different value of a column, depending on its type. */
function otherValue({ name, type }: Column): string {
  if (/^(smallint|integer|bigint|numeric)/.test(type)) return `coalesce(${name}, 0) + 1`
  if (type === 'bytea')
    return `CASE WHEN length(${name}) > 0 THEN set_byte(${name}, 0, get_byte(${name}, 0) # 1) ELSE '\\x01' END`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'boolean') return `NOT coalesce(${name}, false)`
  if (type === 'jsonb') return `'{"altered": true}'::jsonb`
  if (type === 'text[]') return `array_append(${name}, 'altered')`
  if (type === 'text') return `coalesce(${name}, '') || 'x'`
  return `(SELECT v FROM unnest(enum_range(NULL::${type})) v WHERE v IS DISTINCT FROM ${name} LIMIT 1)`
}

/**
 * Measures R10: fills every table by using the product and stops it. Then alters one column of one row at a time as the
 * owner of the database, with triggers disabled, and runs the checks of `npm run reconcile -- --full`.
 */
export async function measureTampering(say: (line: string) => void): Promise<Figure[]> {
  const product = await startProduct({ LOG_LEVEL: 'fatal', MARKET: installedMarket })
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
    const checks = checksOf(db)
    const before = (await Promise.all(checks.map(({ find }) => find()))).flat()
    const { rows } = await owner.query<{ sealed_ms: string | null }>('SELECT max(to_ms) AS sealed_ms FROM proofs.seals')
    const rig: Rig = { owner, checks, before, sealedMs: Number(rows[0]!.sealed_ms ?? 0) }
    const alterations: Alteration[] = []
    const empty: string[] = []
    for (const table of Object.values(groups).flat()) {
      const found = await alterTable(rig, table, 'older than the seal')
      if (found) alterations.push(...found)
      else empty.push(table)
      say(`${table}: ${found?.filter(isMissed).length ?? 'no row, none'} missed`)
    }
    const young = await alterTable(rig, 'trading.trades', 'younger than the seal')
    return Object.entries(groups).map(([name, tables]) => {
      const ofGroup = alterations.filter(({ table }) => tables.includes(table))
      return tamperingFigure(name, tables, {
        alterations: ofGroup,
        empty: empty.filter((table) => tables.includes(table)),
        rig,
        young,
      })
    })
  } finally {
    await owner.end()
    await stop()
  }
}

/** Returns the checks of `npm run reconcile -- --full`. If an alteration makes a check fail, it counts as found. */
function checksOf(db: Database): Check[] {
  const parts = [
    { name: 'ledger', find: async () => (await reconcile(db)).breaks.map(text) },
    {
      name: 'audit log',
      find: async () =>
        verifyAudit({ db }).then(({ ok, problems }) => [...problems.map(text), ...(ok ? [] : ['audit log'])]),
    },
    ...bookChecks('every_tick').map((check) => ({
      name: check.name,
      find: async () => (await checkBooks(db, [check]))[0]!.breaks.map(text),
    })),
  ]
  return parts.map(({ name, find }) => ({
    name,
    find: () =>
      find().then(
        (breaks) => breaks.map((one) => `${name}: ${one}`),
        (error: Error) => [`${name} failed: ${error.message}`],
      ),
  }))
}

const text = (value: unknown) =>
  JSON.stringify(value, (_name, part: unknown) => (typeof part === 'bigint' ? String(part) : part))

async function isSeen({ checks, before }: Rig, table: string): Promise<boolean> {
  const likely = [likelyChecks[table.split('.')[0]!], 'sealed rows']
  for (const { find } of checks.toSorted((a, b) => Number(likely.includes(b.name)) - Number(likely.includes(a.name)))) {
    if ((await find()).some((one) => !before.includes(one))) return true
  }
  return false
}

/**
 * Alters each column of the row with the most values, then deletes the row. Resolves with undefined if the table has no
 * row of this age.
 */
async function alterTable(
  rig: Rig,
  table: string,
  age: 'older than the seal' | 'younger than the seal',
): Promise<Alteration[] | undefined> {
  const { owner, sealedMs } = rig
  const changed = lastChanges[table]
  const { rows } = await owner.query<{ part: string; place: string; row: string }>(
    `SELECT t.tableoid::regclass::text AS part, t.ctid::text AS place, to_jsonb(t)::text AS row FROM ${table} t
     WHERE ${changed ? `(${changed} < ${sealedMs}) = ${age === 'older than the seal'}` : true}
     ORDER BY (SELECT count(*) FROM jsonb_each(jsonb_strip_nulls(to_jsonb(t)))) DESC, t.ctid LIMIT 1`,
  )
  const chosen = rows[0]
  if (!chosen) return undefined
  const columns = await owner.query<Column>(
    `SELECT quote_ident(attname) AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  )
  const statements = columns.rows.map((column) => ({
    what: column.name,
    sql: `UPDATE ${chosen.part} SET ${column.name} = ${otherValue(column)}`,
  }))
  const results: Alteration[] = []
  let { place } = chosen
  for (const { what, sql } of [...statements, { what: wholeRow, sql: `DELETE FROM ${chosen.part}` }]) {
    const altered = await owner
      .query<{ place: string }>(`${sql} WHERE ctid = $1 RETURNING ctid::text AS place`, [place])
      .catch(() => undefined)
    if (!altered) {
      results.push({ table, what, result: 'refused' })
      continue
    }
    results.push({ table, what, result: (await isSeen(rig, table)) ? 'found' : 'missed' })
    await owner.query(`DELETE FROM ${chosen.part} WHERE ctid = $1`, [altered.rows[0]?.place])
    const back = `INSERT INTO ${chosen.part} SELECT (jsonb_populate_record(NULL::${chosen.part}, $1)).*
      RETURNING ctid::text AS place`
    place = (await owner.query<{ place: string }>(back, [chosen.row])).rows[0]!.place
  }
  return results
}

const wholeRow = 'row deleted'
const isMissed = ({ table, what, result }: Alteration) => result === 'missed' && whyUnclaimed(table, what) === undefined

type Altered = { alterations: Alteration[]; empty: string[]; rig: Rig; young: Alteration[] | undefined }

function tamperingFigure(
  name: string,
  tables: string[],
  { alterations, empty, rig: { before, sealedMs }, young }: Altered,
): Figure {
  const claimed = alterations.filter(({ table, what }) => whyUnclaimed(table, what) === undefined)
  const count = (result: Alteration['result']) => claimed.filter((one) => one.result === result).length
  const columns = (table: string, result: Alteration['result']) => {
    const found = claimed.filter((one) => one.result === result && one.table === table)
    return `${result} ${found.map(({ what }) => what).join(', ') || 'none'}`
  }
  const share = Math.floor((1000 * (claimed.length - count('missed'))) / Math.max(1, claimed.length)) / 10
  const unclaimed = alterations.filter(({ table, what }) => whyUnclaimed(table, what) !== undefined)
  const measured = [
    `${share}% of claimed alterations: ${count('found')} of ${claimed.length} found, ` +
      `${count('refused')} refused by a constraint, ${count('missed')} missed`,
    `${unclaimed.length} not claimed (${unclaimed.filter(({ result }) => result !== 'missed').length} of them found)`,
  ].join('; ')
  const isMet = count('missed') === 0 && empty.length === 0 && before.length === 0 && sealedMs > 0
  const filled = tables.filter((table) => !empty.includes(table))
  const youngMissed = young?.filter(({ result }) => result === 'missed').map(({ what }) => what)
  return figure('R10', `one row altered by the owner, column by column: ${name}`, '100% detected', measured, isMet, [
    `before any alteration: ${before.length === 0 ? 'clean' : before.slice(0, 5).join('; ')}`,
    `tables without a row to alter: ${empty.join(', ') || 'none'}`,
    `rows are sealed up to ${new Date(sealedMs).toISOString()}; the altered ones are older`,
    ...filled.map(
      (table) =>
        `${table}: ${(['missed', 'found', 'refused'] as const).map((result) => columns(table, result)).join('; ')}`,
    ),
    ...unclaimed.map(
      ({ table, what, result }) => `not claimed (${result}): ${table} ${what}: ${whyUnclaimed(table, what)}`,
    ),
    ...(tables.includes('trading.trades')
      ? [`not counted, a trade newer than the seal: missed ${youngMissed?.join(', ') ?? 'nothing (there is none)'}`]
      : []),
  ])
}
