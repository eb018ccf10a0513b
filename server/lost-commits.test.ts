import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startAccessWorld, type AccessWorld } from './test-access.ts'

/** The connection to the database breaks after a COMMIT: nobody can tell the client whether it was done. */
let world: AccessWorld
let secrete: string
beforeAll(async () => {
  world = await startAccessWorld({ CHAINS: '0' })
  secrete = await world.signUp('ada@example.org')
  await vi.waitFor(async () => expect((await world.send('traders', {}, { secrete })).body).not.toHaveLength(0), { timeout: 25_000 })
})
afterAll(() => world?.stop())
afterEach(() => vi.restoreAllMocks())

/** Breaks the connection under the first transaction that writes `table`, once it is committed, or makes its COMMIT fail with `code`. */
function breakCommitOf(table: string, code?: string): void {
  const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => Promise<unknown>
  const writing = new WeakSet<pg.Client>()
  let broken = false
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const text = String((given[0] as { text?: string }).text ?? given[0])
    if (text.includes(table)) writing.add(this)
    const isCommit = /^commit$/i.test(text)
    if (broken || !isCommit || !writing.has(this)) return query.apply(this, given) as never
    broken = true
    if (code) return query.call(this, 'ROLLBACK').then(() => Promise.reject(Object.assign(new Error('failed'), { code }))) as never
    return query.apply(this, given).then(() => Promise.reject(new Error('Connection terminated unexpectedly'))) as never
  } as never)
}

const copy = (key: string) => world.send('copytrader', { copytrade: 'breakwater', to: 'start' }, { secrete, headers: { 'idempotency-key': key } })

it('outcome_unknown, and the same key gets the first answer', async () => {
  breakCommitOf('platform.answers')
  expect(await copy('k1')).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } })
  expect(await copy('k1')).toMatchObject({ status: 200, body: { copied: true, msg: expect.stringContaining('You now copy') } })
})

it.each([['53100', 'records_full'], ['57014', 'busy'], ['55P03', 'busy']])('SQLSTATE %s is %s, and nothing was done', async (sqlState, code) => {
  await world.send('copytrader', { copytrade: 'breakwater', to: 'stop' }, { secrete })
  breakCommitOf('platform.answers', sqlState)
  expect(await copy(`k-${sqlState}`)).toMatchObject({ status: 503, body: { code } })
  expect(await copy(`k-${sqlState}`)).toMatchObject({ status: 200, body: { msg: expect.stringContaining('You now copy') } })
})
