import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { formatAmount } from '../api/money.ts'
import { bookChecks, findRewritten, headsOf } from '../server/books.ts'
import { checkBooks, type BookCheck } from '../server/ledger/check-books.ts'
import { reconcile } from '../server/ledger/reconcile.ts'
import { verifyAudit } from '../server/operators/audit/audit.ts'
import { ConfigError, readConfig, readEnvironment } from '../server/platform/config.ts'
import { openRecords } from './records.ts'

// `npm run reconcile [-- --data-dir DIR] [--heads FILE] [--full]`: recomputes the ledger from its transfers, the hash
// chain of the audit log, and every module's rows from their transfers and the tick record. Works whether or not the
// server is running. Reads the ticks that the last nightly check didn't verify; `--full` reads every tick. `--heads
// FILE` compares the hash chains with statements of solvency stored elsewhere: one response from the call `solvency`,
// or a list of them. Exits with 1 if anything doesn't add up.
const { values } = parseArgs({
  options: { 'data-dir': { type: 'string' }, heads: { type: 'string' }, full: { type: 'boolean', default: false } },
})
try {
  const config = readConfig({
    ...readEnvironment(),
    ...(values['data-dir'] && { DATA_DIR: values['data-dir'], DATABASE_URL: '' }),
  })
  const { db, stop } = await openRecords(config)
  try {
    const books = await report(await reconcile(db))
    const log = reportAudit(await verifyAudit({ db }))
    const rows = reportRows(
      await checkBooks(db, [
        ...bookChecks(values.full ? 'every_tick' : 'new_ticks'),
        ...(values.heads ? [keptHeads(values.heads)] : []),
      ]),
    )
    process.exitCode = books && log && rows ? 0 : 1
  } finally {
    await stop()
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** Returns a check of the hash chains against heads in a file, which someone with only database access can't change. */
function keptHeads(file: string): BookCheck {
  const kept = JSON.parse(readFileSync(file, 'utf8')) as
    | Parameters<typeof headsOf>[0]
    | Parameters<typeof headsOf>[0][number]
  return { name: `heads in ${file}`, find: (tx) => findRewritten(tx, headsOf([kept].flat())) }
}

async function report(result: Awaited<ReturnType<typeof reconcile>>): Promise<boolean> {
  const table = result.assets
    .filter(({ customersMinor, houseMinor }) => customersMinor !== 0n || houseMinor !== 0n)
    .map(({ asset, customersMinor, houseMinor }) => [
      asset,
      formatAmount(customersMinor, asset),
      formatAmount(houseMinor, asset),
      formatAmount(customersMinor + houseMinor, asset),
    ])
  printTable([['asset', 'customers', 'house', 'sum'], ...table])
  print(`\n${result.transfers} transfers in ${result.batches} batches, ${result.accounts} customer accounts`)
  for (const head of result.heads.filter(({ batch }) => batch > 0n))
    print(`hash chain of shard ${head.shard}: batch ${head.batch}, ${head.hash}`)
  if (result.ok)
    print(
      '\nThe ledger reconciles: every asset sums to zero, every balance equals its transfers, hash chains are intact.',
    )
  else {
    print('')
    printTable([
      ['BREAK', 'shard', 'where', 'expected', 'found'],
      ...result.breaks.slice(0, 100).map((b) => [b.rule, String(b.shard ?? ''), b.subject, b.expected, b.found]),
    ])
    print(`\nThe ledger does not reconcile: ${result.breakCount} breaks.`)
  }
  return result.ok
}

function reportAudit({ ok, entries, head, problems }: Awaited<ReturnType<typeof verifyAudit>>): boolean {
  if (ok) print(`The audit log is intact: ${entries} entries, newest hash ${head}.`)
  for (const { id, problem } of problems) print(`BREAK in the audit log at entry ${id}: ${problem}`)
  return ok
}

function reportRows(checked: Awaited<ReturnType<typeof checkBooks>>): boolean {
  for (const { name, breaks } of checked) {
    if (breaks.length === 0) print(`OK: ${name}.`)
    for (const { rule, subject, expected, found } of breaks.slice(0, 100))
      print(`BREAK in ${name}: ${rule}: ${subject}: expected ${expected}; found ${found}`)
    if (breaks.length > 0) print(`The rows of ${name} do not reconcile: ${breaks.length} breaks.`)
  }
  return checked.every(({ breaks }) => breaks.length === 0)
}

function printTable(rows: string[][]): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  for (const row of rows)
    print(
      row
        .map((text, column) => (column === 0 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!)))
        .join('  '),
    )
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
