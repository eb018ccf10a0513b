import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentityWorld, type IdentityWorld } from './test-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

async function handedOver(email: string) {
  const secrete = await world.signUp(email)
  const answer = await world.call('handover', {}, { secrete })
  expect(answer.status).toBe(200)
  return { secrete, code: answer.body.code as string, expiresAt: answer.body.expiresAt as number }
}
const take = (s: string, ip = '127.0.0.1') => world.call('handover.take', { s }, { ip })

describe('a hand-over code', () => {
  it('opens a session of its own for the same customer, once', async () => {
    const { secrete, code, expiresAt } = await handedOver('ada@example.org')
    expect(expiresAt).toBe(world.platform.clock.nowMs() + 60_000)
    const answers = await Promise.all([take(code), take(code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const taken: string = answers.find(({ status }) => status === 200)!.body.secrete
    expect(taken).not.toBe(secrete)
    expect((await world.call('user', {}, { secrete: taken })).body).toMatchObject({ email: 'ada@example.org' })
    await world.call('signout', {}, { secrete: taken })
    expect((await world.call('user', {}, { secrete })).status).toBe(200)
  })

  it('is no session secret, and is stored as a hash', async () => {
    const { code } = await handedOver('hash@example.org')
    expect((await world.call('user', {}, { secrete: code })).status).toBe(401)
    const { rows } = await world.platform.pool.query("SELECT string_agg(h::text, '') AS dump FROM identity.handover h")
    expect(rows[0].dump).not.toContain(Buffer.from(code, 'base64url').toString('hex'))
  })
})

describe("'handover.take' code_expired", () => {
  it('after a minute', async () => {
    const { code } = await handedOver('late@example.org')
    await world.platform.clock.advance(60_000)
    expect(await take(code)).toMatchObject({ status: 400, body: { code: 'code_expired' } })
  })
  it('when the session that made it has ended', async () => {
    const { secrete, code } = await handedOver('ended@example.org')
    await world.call('signout', {}, { secrete })
    expect((await take(code)).body).toMatchObject({ code: 'code_expired' })
  })
  it.each(['', 'x', 'A'.repeat(44), '_'.repeat(44), 'A'.repeat(200)])('for %j', async (code) => {
    expect((await take(code)).body).toMatchObject({ code: 'code_expired' })
  })
})

describe('locked_out', () => {
  it('after ten codes of one customer in an hour', async () => {
    const secrete = await world.signUp('many@example.org')
    for (let turn = 0; turn < 10; turn++) expect((await world.call('handover', {}, { secrete })).status).toBe(200)
    expect(await world.call('handover', {}, { secrete })).toMatchObject({ status: 429, body: { code: 'locked_out' }, headers: { 'retry-after': '3600' } })
  })
  it('of handover.take, after thirty wrong codes from one network', async () => {
    for (let turn = 0; turn < 30; turn++) expect((await take('A'.repeat(44), '2001:db8::1')).body).toMatchObject({ code: 'code_expired' })
    expect((await take('A'.repeat(44), '2001:db8::2')).body).toMatchObject({ code: 'locked_out' })
  })
})
