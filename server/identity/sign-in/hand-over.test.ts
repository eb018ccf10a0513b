import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../test-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

async function handedOver(email: string) {
  const secrete = await world.signUp(email)
  const answer = await world.call('handover', {}, { secrete })
  expect(answer.status).toBe(200)
  return {
    secrete,
    code: answer.body.code as string,
    number: answer.body.number as string,
    expiresAt: answer.body.expiresAt as number,
  }
}
const take = (s: string, ip = '127.0.0.1') => world.call('handover.take', { s }, { ip })
const isIn = async (secrete: string) => (await world.call('user', {}, { secrete })).status === 200
const dayMs = 86_400_000

/** Returns a session that `secrete` handed over. */
async function childOf(secrete: string): Promise<string> {
  const { code } = (await world.call('handover', {}, { secrete })).body
  return (await take(code)).body.secrete
}

describe('a hand-over code', () => {
  it('opens a separate session for the same customer, once', async () => {
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

  it('is not a session secret, and is stored as a hash', async () => {
    const { code } = await handedOver('hash@example.org')
    expect((await world.call('user', {}, { secrete: code })).status).toBe(401)
    const { rows } = await world.platform.pool.query("SELECT string_agg(h::text, '') AS dump FROM identity.handover h")
    expect(rows[0].dump).not.toContain(Buffer.from(code, 'base64url').toString('hex'))
  })
})

describe('a session that was handed over', () => {
  it('ends with the session that handed it over, even through several hand-overs, but not the reverse', async () => {
    const first = await world.signUp('again@example.org')
    const second = await childOf(first)
    const third = await childOf(second)
    await world.call('signout', {}, { secrete: second })
    expect([await isIn(first), await isIn(second), await isIn(third)]).toEqual([true, false, false])
    const fourth = await childOf(await childOf(first))
    await world.call('signout', {}, { secrete: first })
    expect(await isIn(fourth)).toBe(false)
  })

  it('lasts no longer than the session that handed it over, however often it is handed over again', async () => {
    let secrete = await world.signUp('long@example.org')
    for (const days of [40, 40]) {
      await world.platform.clock.advance(days * dayMs)
      secrete = await childOf(secrete)
    }
    expect(await isIn(secrete)).toBe(true)
    await world.platform.clock.advance(10 * dayMs)
    expect(await isIn(secrete)).toBe(false)
  })

  it('ends when its owner revokes the session that handed it over or sets a new password', async () => {
    const keeper = await world.signUp('revoke@example.org')
    const lost = (await world.call('login', { email: 'revoke@example.org', pwd: goodPassword })).body.secrete
    const child = await childOf(lost)
    const { id } = (await world.call('sessions', {}, { secrete: lost })).body[0]
    expect((await world.call('sessions.revoke', { id, pwd: goodPassword }, { secrete: keeper })).body).toMatchObject({
      ended: 2,
    })
    expect([await isIn(lost), await isIn(child), await isIn(keeper)]).toEqual([false, false, true])
    const other = await childOf(keeper)
    await world.call(
      'updatepass',
      { opwd: goodPassword, pwd: 'a lighthouse in the fog', cpwd: 'a lighthouse in the fog' },
      { secrete: keeper },
    )
    expect(await isIn(other)).toBe(false)
  })
})

describe("'handover.look'", () => {
  it('shows whose account a code opens and the number of the other device, without using the code', async () => {
    const { secrete, code, number } = await handedOver('looked@example.org')
    for (const asking of [undefined, secrete]) {
      const { body } = await world.call('handover.look', { s: code }, asking === undefined ? {} : { secrete: asking })
      expect(body).toEqual({ email: 'l••@e•••', number, same: asking !== undefined })
    }
    expect(number).toMatch(/^\d{3}$/)
    expect((await take(code)).status).toBe(200)
  })

  it('returns code_expired for a used code, and locked_out after thirty wrong ones', async () => {
    const { code } = await handedOver('used@example.org')
    await take(code)
    expect(await world.call('handover.look', { s: code })).toMatchObject({
      status: 400,
      body: { code: 'code_expired' },
    })
    const look = () => world.call('handover.look', { s: 'A'.repeat(44) }, { ip: '192.0.2.77' })
    for (let turn = 0; turn < 30; turn++) await look()
    expect((await look()).body).toMatchObject({ code: 'locked_out' })
  })
})

describe("'handover.take' on a signed-in device", () => {
  it('returns session_present until the person agrees, and then ends the old session', async () => {
    const victim = await world.signUp('victim@example.org')
    const { code } = await handedOver('attacker@example.org')
    const takeAsVictim = (replace?: boolean) =>
      world.call('handover.take', { s: code, ...(replace && { replace }) }, { secrete: victim })
    expect(await takeAsVictim()).toMatchObject({ status: 409, body: { code: 'session_present' } })
    expect(await isIn(victim)).toBe(true)
    const { secrete } = (await takeAsVictim(true)).body
    expect((await world.call('user', {}, { secrete })).body.email).toBe('attacker@example.org')
    expect(await isIn(victim)).toBe(false)
  })

  it('keeps a session of the same account, because the new one depends on it', async () => {
    const { secrete, code } = await handedOver('same@example.org')
    const taken = (await world.call('handover.take', { s: code, replace: true }, { secrete })).body.secrete
    expect([await isIn(secrete), await isIn(taken)]).toEqual([true, true])
  })
})

describe("'handover.take'", () => {
  it('returns code_expired after a minute', async () => {
    const { code } = await handedOver('late@example.org')
    await world.platform.clock.advance(60_000)
    expect(await take(code)).toMatchObject({ status: 400, body: { code: 'code_expired' } })
  })
  it('returns code_expired when the session that created the code has ended', async () => {
    const { secrete, code } = await handedOver('ended@example.org')
    await world.call('signout', {}, { secrete })
    expect((await take(code)).body).toMatchObject({ code: 'code_expired' })
  })
  it.each(['', 'x', 'A'.repeat(44), '_'.repeat(44), 'A'.repeat(200)])('returns code_expired for %j', async (code) => {
    expect((await take(code)).body).toMatchObject({ code: 'code_expired' })
  })
})

describe('locked_out', () => {
  it('is returned after ten codes for one customer in an hour', async () => {
    const secrete = await world.signUp('many@example.org')
    for (let turn = 0; turn < 10; turn++) expect((await world.call('handover', {}, { secrete })).status).toBe(200)
    expect(await world.call('handover', {}, { secrete })).toMatchObject({
      status: 429,
      body: { code: 'locked_out' },
      headers: { 'retry-after': '3600' },
    })
  })
  it('is returned by handover.take after thirty wrong codes from one network', async () => {
    for (let turn = 0; turn < 30; turn++)
      expect((await take('A'.repeat(44), '2001:db8::1')).body).toMatchObject({ code: 'code_expired' })
    expect((await take('A'.repeat(44), '2001:db8::2')).body).toMatchObject({ code: 'locked_out' })
  })
})
