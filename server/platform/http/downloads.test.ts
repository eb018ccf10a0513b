import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../tests/harness.ts'
import { connectDatabase, type DatabaseConnection } from '../database/database.ts'
import { Downloads, type DownloadLimits, type WriteDownload } from './downloads.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let connection: DatabaseConnection
beforeAll(async () => {
  database = await createTestDatabase()
  connection = await connectDatabase(database.url, 1)
})
afterAll(async () => {
  await connection.stop()
  await database.drop()
})

const downloads = (limits: Partial<DownloadLimits> = {}) =>
  new Downloads({ db: connection.db, log: { error: () => {} } as never }, limits)
/** The pool has one connection, so this waits forever while a download holds it. */
const connectionIsFree = () => sql`SELECT 1`.execute(connection.db)

const endless: WriteDownload = async function* (snapshot) {
  for (;;) {
    await sql`SELECT 1`.execute(snapshot)
    yield 'piece'
  }
}

async function readAll(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

it('releases the connection after the last piece', async () => {
  const pieces = await downloads().start('ada', async function* () {
    yield 'a'
    yield 'b'
  })
  expect(await readAll(pieces)).toBe('ab')
  await connectionIsFree()
})

it('sends an empty file', async () => {
  expect(await readAll(await downloads().start('ada', async function* () {}))).toBe('')
  await connectionIsFree()
})

it('reads one snapshot and cannot write', async () => {
  const pieces = await downloads().start('ada', async function* (snapshot) {
    const { rows } = await sql<{
      level: string
      only: string
    }>`SELECT current_setting('transaction_isolation') AS level,
      current_setting('transaction_read_only') AS only`.execute(snapshot)
    yield `${rows[0]!.level}, ${rows[0]!.only}`
  })
  expect(await readAll(pieces)).toBe('repeatable read, on')
})

it('releases the connection when the reader stops, before or after the first piece', async () => {
  const [left, unread] = [downloads(), downloads()]
  for await (const piece of await left.start('ada', endless)) {
    expect(piece).toBe('piece')
    break
  }
  const pieces = await unread.start('ada', endless)
  await pieces[Symbol.asyncIterator]().return!()
  await connectionIsFree()
})

it('releases the connection when the database has closed it', async () => {
  const pieces = await downloads().start('ada', async function* (snapshot) {
    yield 'piece'
    await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(snapshot)
    yield 'never'
  })
  await expect(readAll(pieces)).rejects.toThrow()
  await connectionIsFree()
})

it('makes the reader fail when the time limit has passed or the service stops', async () => {
  await expect(readAll(await downloads({ withinMs: 1 }).start('ada', endless))).rejects.toThrow(
    'the time limit has passed',
  )
  const stopped = downloads()
  const pieces = await stopped.start('ada', endless)
  await stopped.stop()
  await connectionIsFree()
  await expect(readAll(pieces)).rejects.toThrow('the service is stopping')
})

it('refuses a download with busy while its owner, or all owners together, have too many open', async () => {
  const one = downloads({ ofOwner: 1, ofAll: 2 })
  const pieces = await one.start('ada', endless)
  await expect(one.start('ada', endless)).rejects.toMatchObject({ code: 'busy' })
  const all = downloads({ ofOwner: 2, ofAll: 0 })
  await expect(all.start('ben', endless)).rejects.toMatchObject({ code: 'busy' })
  await pieces[Symbol.asyncIterator]().return!()
  const again = await one.start('ada', async function* () {
    yield 'again'
  })
  expect(await readAll(again)).toBe('again')
})
