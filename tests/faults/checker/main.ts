import { parseArgs } from 'node:util'
import pg from 'pg'
import { faultNames } from './findings.ts'
import { readJournals } from './journal.ts'
import { checkOperations } from './operations.ts'
import { checkSums } from './sums.ts'
import { checkTrades } from './trades.ts'

// Compares clients' journals with a database: `node tests/faults/checker/main.ts --database URL --journal FILE
// [--sums]`. Prints one JSON object. Exits with 1 if it finds anything. A test ensures that it shares no code with the
// product.
const { values } = parseArgs({
  options: { database: { type: 'string' }, journal: { type: 'string', multiple: true }, sums: { type: 'boolean' } },
})
const client = new pg.Client({ connectionString: values.database })
await client.connect()
try {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const journal = readJournals(values.journal ?? [])
  const compared = values.sums
    ? []
    : [...(await checkTrades(client, journal)), ...(await checkOperations(client, journal))]
  const findings = [...compared, ...(await checkSums(client))]
  const acknowledged = journal.operations.filter((operation) => operation.acknowledged.length > 0)
  const byCall = Object.fromEntries(
    [...Map.groupBy(acknowledged, ({ call }) => call)].map(([call, list]) => [call, list.length]),
  )
  const counts = Object.fromEntries(
    faultNames.map((name) => [name, findings.filter(({ fault }) => fault === name).length]),
  )
  process.stdout.write(`${JSON.stringify({ acknowledged: byCall, counts, findings: findings.slice(0, 200) })}\n`)
  process.exitCode = findings.length > 0 ? 1 : 0
} finally {
  await client.end()
}
