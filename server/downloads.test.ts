import http from 'node:http'
import v8 from 'node:v8'
import vm from 'node:vm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLedger } from './ledger/public.ts'
import { startAccessWorld, type AccessWorld } from './test-access.ts'

const rows = 50_000
const rowsOfBatch = 5_000
/** By how much the thread's memory may grow while it sends a file. The file has some megabytes, its rows more. */
const growthAtMostBytes = 24 * 1024 * 1024
const bytesOfSample = 1024 * 1024
const newline = 10

v8.setFlagsFromString('--expose-gc')
const collectGarbage = vm.runInNewContext('gc') as () => void
/** Of this thread only: the resident memory includes what other test files use at the same time. */
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
}, 120_000)
afterAll(() => world.stop())

const begin = (name: string): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    http.get(`${world.app.url}/api?r=${name}`, { headers: { secrete } }, resolve).on('error', reject)
  })
const firstPiece = (answer: http.IncomingMessage) => new Promise((resolve) => answer.once('readable', resolve))
/** Only of downloads: the product's jobs have transactions too. */
const snapshots = `FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle'
  AND pid <> pg_backend_pid() AND query ~* 'account_transfers|repeatable read'`
const openSnapshots = async (): Promise<number> => {
  const counted = await world.app.platform.pool.query(`SELECT count(*)::int AS open ${snapshots}`)
  return counted.rows[0].open
}

/** Runs `work` while the ledger can't be read, so that every download waits for its first page of entries. */
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

describe.each(['statement.csv', 'export.ledger'])('the long file of %s', (name) => {
  it('is sent whole in bounded memory, and ends its transaction', { timeout: 60_000 }, async () => {
    const before = usedBytes()
    const answer = await begin(name)
    let lines = 0
    let unsampledBytes = 0
    let mostBytes = 0
    for await (const chunk of answer) {
      for (const byte of chunk as Buffer) if (byte === newline) lines += 1
      unsampledBytes += (chunk as Buffer).length
      if (unsampledBytes < bytesOfSample) continue
      unsampledBytes = 0
      mostBytes = Math.max(mostBytes, usedBytes())
    }
    expect([answer.statusCode, answer.complete]).toEqual([200, true])
    // The columns, and the practice grant.
    expect(lines).toBe(rows + 2)
    expect(mostBytes - before).toBeLessThan(growthAtMostBytes)
    await expect.poll(openSnapshots).toBe(0)
  })

  it('leaves no open transaction when the client hangs up', async () => {
    await whileLedgerWaits(async () => {
      const answer = await begin(name)
      await firstPiece(answer)
      expect(await openSnapshots()).toBe(1)
      answer.destroy()
    })
    await expect.poll(openSnapshots).toBe(0)
  })

  it('is a broken download if the database fails in the middle', async () => {
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

it('refuses a third download of one customer with busy', async () => {
  await whileLedgerWaits(async () => {
    const open = await Promise.all([begin('statement.csv'), begin('statement.csv')])
    expect((await world.send('statement.csv', {}, { secrete })).body).toMatchObject({ code: 'busy' })
    for (const answer of open) answer.destroy()
  })
  await expect.poll(openSnapshots).toBe(0)
})
