import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpCode } from '../platform/totp.ts'
import { createDeskWorld, deskPassword, type DeskWorld } from './test-world.ts'

const minuteMs = 60_000
let world: DeskWorld
let secret: string
beforeAll(async () => {
  world = await createDeskWorld()
  secret = (await world.enrol(await world.firstToken())).secret
})
afterAll(() => world.stop())

const form = (changes: Record<string, string> = {}) => ({ email: 'grace@desk.example', pwd: deskPassword, totp: totpCode(secret, world.platform.clock.nowMs()), ...changes })
const login = (changes: Record<string, string> = {}, ip = '127.0.0.1') => world.call('operators.login', form(changes), { ip })
const isIn = async (secrete: string) => (await world.call('operators.me', {}, { secrete })).status === 200

describe("'operators.login'", () => {
  it('signs in with all three, and a code once', async () => {
    await world.platform.clock.advance(minuteMs)
    const { status, body } = await login()
    expect(status).toBe(200)
    expect((await world.call('operators.me', {}, { secrete: body.secrete })).body).toMatchObject({ name: 'Grace Hopper', email: 'grace@desk.example', roles: ['owner'], waiting: { approvals: 0, messages: 0 } })
    expect(await login()).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
  })

  it('refuses fields_missing', async () => {
    expect(await login({ totp: '' })).toMatchObject({ status: 400, body: { code: 'fields_missing', msg: 'Fill all Form Fields' } })
  })

  it('refuses wrong_credentials alike, whatever is wrong', async () => {
    await world.platform.clock.advance(24 * 60 * minuteMs)
    const right = totpCode(secret, world.platform.clock.nowMs())
    const answers = [await login({ email: 'nobody@desk.example' }), await login({ pwd: 'another long password' }), await login({ totp: right === '000000' ? '000001' : '000000' })]
    for (const answer of answers) expect(answer).toMatchObject({ status: 401, body: answers[0]!.body })
  })

  it('refuses locked_out after five failures, also with the right password, and lets in after the wait', async () => {
    await world.platform.clock.advance(24 * 60 * minuteMs)
    for (let i = 0; i < 5; i++) expect((await login({ pwd: 'another long password' })).status).toBe(401)
    expect(await login()).toMatchObject({ status: 429, body: { code: 'locked_out' }, headers: { 'retry-after': '60' } })
    await world.platform.clock.advance(minuteMs)
    expect((await login()).status).toBe(200)
  })

  it('locks a network out that tries many addresses', async () => {
    for (let i = 0; i < 30; i++) expect((await login({ email: `some${i}@desk.example` }, '203.0.113.9')).status).toBe(401)
    expect((await login({ email: 'other@desk.example' }, '203.0.113.9')).body.code).toBe('locked_out')
    expect((await login({ email: 'other@desk.example' }, '203.0.113.10')).body.code).toBe('wrong_credentials')
  })
})

describe('a session', () => {
  const signIn = async () => {
    await world.platform.clock.advance(minuteMs)
    return (await login()).body.secrete as string
  }

  it('ends after half an hour without use, and not while it is used', async () => {
    const secrete = await signIn()
    for (let i = 0; i < 3; i++) {
      await world.platform.clock.advance(29 * minuteMs)
      expect(await isIn(secrete)).toBe(true)
    }
    await world.platform.clock.advance(30 * minuteMs)
    expect(await isIn(secrete)).toBe(false)
  })

  it('ends after twelve hours', async () => {
    const secrete = await signIn()
    for (let i = 0; i < 28; i++) {
      await world.platform.clock.advance(25 * minuteMs)
      expect(await isIn(secrete)).toBe(true)
    }
    await world.platform.clock.advance(25 * minuteMs)
    expect(await isIn(secrete)).toBe(false)
  })

  it('ends with the sign-out', async () => {
    const secrete = await signIn()
    expect((await world.call('operators.signout', {}, { secrete })).status).toBe(200)
    expect(await isIn(secrete)).toBe(false)
  })

  it('is stored hashed', async () => {
    const secrete = await signIn()
    const { rows } = await world.platform.pool.query('SELECT s::text AS text FROM operators.session s')
    expect(rows.some(({ text }) => text.includes(secrete))).toBe(false)
  })

  it('is unknown to whoever has none', async () => {
    expect(await world.call('operators.me')).toMatchObject({ status: 404, body: { code: 'unknown_call' } })
  })
})
