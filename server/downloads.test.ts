import http from 'node:http'
import v8 from 'node:v8'
import vm from 'node:vm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLedger } from './ledger/public.ts'
import { shardOf } from './platform/random.ts'
import { startAccessWorld, testPassword, type AccessWorld } from './test-access.ts'

const rows = 50_000
const rowsOfBatch = 5_000
/**
 * Maximum growth of the thread's memory while it sends a file of several megabytes, whose rows would take even more
 * memory.
 */
const maxGrowthBytes = 24 * 1024 * 1024
const sampleEveryMs = 500
/** How many lines a ledger entry takes in a file, including its braces. `linesOfTrade` is the same for a trade. */
const linesOfEntry = 14
const linesOfTrade = 20
const symbol = 'EURUSD'
const newline = 10

v8.setFlagsFromString('--expose-gc')
const collectGarbage = vm.runInNewContext('gc') as () => void
/**
 * Returns the memory that this thread uses, because resident memory includes other test files that run at the same
 * time.
 */
const usedBytes = (): number => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

let world: AccessWorld
let secrete: string
beforeAll(async () => {
  world = await startAccessWorld()
  secrete = await world.signUp('long@example.org')
  const { id } = (await world.send('user', {}, { secrete })).body
  const ledger = createLedger(world.app.platform)
  const bonus = {
    debit: { house: 'practice_grants' },
    credit: { owner: id, code: 'bonus' },
    asset: 'USD',
    amountMinor: 1n,
    kind: 'bonus',
    note: 'One of many rows of a long statement',
  } as const
  for (let posted = 0; posted < rows; posted += rowsOfBatch) {
    await ledger.post(Array.from({ length: rowsOfBatch }, () => bonus))
  }
  await addTrades(id)
}, 120_000)
afterAll(() => world.stop())

/** Inserts settled trades as the owner of the tables, because placing orders would take minutes. */
async function addTrades(customerId: string): Promise<void> {
  const owner = new pg.Client({ connectionString: world.app.platform.config.databaseOwnerUrl })
  await owner.connect()
  try {
    await owner.query(
      `INSERT INTO trading.trades (shard, customer_id, id, symbol, asset, type, state, stake_minor, payout_bps,
         tolerance_ms, rules, accepted_at_ms, expires_at_ms, open_after, balance_after_minor, strike_seq, strike,
         exit_seq, exit,
         returned_minor, settled_at_ms)
       SELECT $1, $2, ('01890000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $3, 'USD', 'BUY',
         'LOST', 100, 8000, 0, 1, n * 1000, n * 1000 + 60000, 1, 100, 1, 100, 2, 99, 0, n * 1000 + 60000
       FROM generate_series(1, $4::bigint) AS n`,
      [shardOf(customerId), customerId, symbol, rows],
    )
  } finally {
    await owner.end()
  }
}

const begin = (query: string, input?: object): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { secrete, ...(input && { 'content-type': 'application/json' }) }
    const method = input ? 'POST' : 'GET'
    http
      .request(`${world.app.url}/api?r=${query}`, { method, headers }, resolve)
      .on('error', reject)
      .end(input && JSON.stringify(input))
  })
const firstPiece = (answer: http.IncomingMessage) => new Promise((resolve) => answer.once('readable', resolve))
/** Matches only downloads' transactions, because the product's jobs have transactions too. */
const snapshots = `FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle'
  AND pid <> pg_backend_pid() AND query ~* 'account_transfers|trades.*id >|repeatable read'`
const openSnapshots = async (): Promise<number> => {
  const counted = await world.app.platform.pool.query(`SELECT count(*)::int AS open ${snapshots}`)
  return counted.rows[0].open
}

/**
 * Runs `work` while the ledger is locked against reading, so that every download waits for its first page of entries.
 */
async function whileLedgerWaits(work: () => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: world.app.platform.config.databaseOwnerUrl })
  await owner.connect()
  try {
    await owner.query('BEGIN; LOCK TABLE ledger.transfers IN ACCESS EXCLUSIVE MODE')
    await work()
  } finally {
    await owner.end()
  }
}

/**
 * Reads a file to its end. Returns the number of lines, and by how many bytes the memory grew after the request
 * started.
 */
async function readWhole(query: string, input?: object): Promise<{ lines: number; grownBytes: number }> {
  const before = usedBytes()
  let peakBytes = before
  // Samples over time, because a file that is built in memory needs the most memory before its first byte.
  const sampling = setInterval(() => (peakBytes = Math.max(peakBytes, usedBytes())), sampleEveryMs)
  try {
    const answer = await begin(query, input)
    let lines = 0
    for await (const chunk of answer) for (const byte of chunk as Buffer) if (byte === newline) lines += 1
    expect([answer.statusCode, answer.complete]).toEqual([200, true])
    return { lines, grownBytes: peakBytes - before }
  } finally {
    clearInterval(sampling)
  }
}

describe.each([
  { query: 'export', input: { pwd: testPassword }, linesAtLeast: rows * (linesOfEntry + linesOfTrade) },
  { query: 'export.list&list=trades&as=json', input: undefined, linesAtLeast: rows * linesOfTrade },
  { query: 'export.list&list=trades&as=csv', input: undefined, linesAtLeast: rows + 1 },
])('the long file that $query returns', ({ query, input, linesAtLeast }) => {
  it('is sent completely in bounded memory, and ends its transaction', { timeout: 60_000 }, async () => {
    const { lines, grownBytes } = await readWhole(query, input)
    expect(lines).toBeGreaterThanOrEqual(linesAtLeast)
    expect(grownBytes).toBeLessThan(maxGrowthBytes)
    await expect.poll(openSnapshots).toBe(0)
  })

  it('leaves no open transaction when the client disconnects', async () => {
    const answer = await begin(query, input)
    await firstPiece(answer)
    expect(await openSnapshots()).toBe(1)
    answer.destroy()
    await expect.poll(openSnapshots).toBe(0)
  })
})

describe.each(['statement.csv', 'export.ledger'])('the long file that %s returns', (name) => {
  it('is sent completely in bounded memory, and ends its transaction', { timeout: 60_000 }, async () => {
    const { lines, grownBytes } = await readWhole(name)
    // The header row and the practice grant.
    expect(lines).toBe(rows + 2)
    expect(grownBytes).toBeLessThan(maxGrowthBytes)
    await expect.poll(openSnapshots).toBe(0)
  })

  it('leaves no open transaction when the client disconnects', async () => {
    await whileLedgerWaits(async () => {
      const answer = await begin(name)
      await firstPiece(answer)
      expect(await openSnapshots()).toBe(1)
      answer.destroy()
    })
    await expect.poll(openSnapshots).toBe(0)
  })

  it('fails visibly if the database fails in the middle', async () => {
    await whileLedgerWaits(async () => {
      const answer = await begin(name)
      await firstPiece(answer)
      await world.app.platform.pool.query(`SELECT pg_terminate_backend(pid) ${snapshots}`)
      const read = (async () => {
        for await (const chunk of answer) if (chunk === undefined) return
      })()
      await expect(read).rejects.toThrow(/aborted|reset|closed/i)
      expect([answer.statusCode, answer.complete]).toEqual([200, false])
    })
  })
})

it('a customer’s third concurrent download is refused with busy', async () => {
  await whileLedgerWaits(async () => {
    const open = await Promise.all([begin('statement.csv'), begin('statement.csv')])
    expect((await world.send('statement.csv', {}, { secrete })).body).toMatchObject({ code: 'busy' })
    expect((await world.send('export', { pwd: testPassword }, { secrete })).body).toMatchObject({ code: 'busy' })
    expect((await world.send('export.list', { list: 'trades' }, { secrete })).body).toMatchObject({ code: 'busy' })
    for (const answer of open) answer.destroy()
  })
  await expect.poll(openSnapshots).toBe(0)
})
