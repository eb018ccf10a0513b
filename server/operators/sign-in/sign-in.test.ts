import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpCodeNow } from '../../platform/sign-in/test-totp.ts'
import { addOperator } from '../test-operator.ts'
import { createDeskWorld, deskPassword, type DeskWorld } from '../test-world.ts'

const minuteMs = 60_000
let world: DeskWorld
let secret: string
beforeAll(async () => {
  world = await createDeskWorld()
  secret = (await world.enrol(await world.firstToken())).secret
})
afterAll(() => world.stop())

const form = (changes: Record<string, string> = {}) => ({
  email: 'grace@desk.example',
  pwd: deskPassword,
  totp: totpCodeNow(secret, world.platform.clock),
  ...changes,
})
const login = (changes: Record<string, string> = {}, ip = '127.0.0.1') =>
  world.call('operators.login', form(changes), { ip })
const isIn = async (secrete: string) => (await world.call('operators.me', {}, { secrete })).status === 200

describe("'operators.login'", () => {
  it('requires an email address, a password and a code, and accepts each code only once', async () => {
    await world.platform.clock.advance(minuteMs)
    const { status, body } = await login()
    expect(status).toBe(200)
    expect((await world.call('operators.me', {}, { secrete: body.secrete })).body).toMatchObject({
      name: 'Grace Hopper',
      email: 'grace@desk.example',
      roles: ['owner'],
      waiting: { approvals: 0, messages: 0 },
    })
    expect(await login()).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
  })

  it('returns fields_missing', async () => {
    expect(await login({ totp: '' })).toMatchObject({
      status: 400,
      body: { code: 'fields_missing', msg: 'Fill all Form Fields' },
    })
  })

  it('returns the same wrong_credentials for every failure', async () => {
    await world.platform.clock.advance(24 * 60 * minuteMs)
    const right = totpCodeNow(secret, world.platform.clock)
    const answers = [
      await login({ email: 'nobody@desk.example' }),
      await login({ pwd: 'another long password' }),
      await login({ totp: right === '000000' ? '000001' : '000000' }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 401, body: answers[0]!.body })
  })

  it('returns locked_out after five failures, even with the correct password, until the wait is over', async () => {
    await world.platform.clock.advance(24 * 60 * minuteMs)
    for (let i = 0; i < 5; i++) expect((await login({ pwd: 'another long password' })).status).toBe(401)
    expect(await login()).toMatchObject({ status: 429, body: { code: 'locked_out' }, headers: { 'retry-after': '60' } })
    expect((await world.platform.alarms.open()).map(({ kind }) => kind)).toEqual(['operator_locked_out'])
    await world.platform.clock.advance(minuteMs)
    expect((await login()).status).toBe(200)
    expect(await world.platform.alarms.open()).toEqual([])
  })

  it('locks out a network that tries many addresses', async () => {
    for (let i = 0; i < 30; i++)
      expect((await login({ email: `some${i}@desk.example` }, '203.0.113.9')).status).toBe(401)
    expect((await login({ email: 'other@desk.example' }, '203.0.113.9')).body.code).toBe('locked_out')
    expect((await login({ email: 'other@desk.example' }, '203.0.113.10')).body.code).toBe('wrong_credentials')
  })

  it('never counts successful sign-ins from one office', async () => {
    for (let i = 0; i < 70; i++) {
      await world.platform.clock.advance(30_000)
      expect((await login({}, '203.0.113.50')).status).toBe(200)
    }
  })

  it('never locks out a known device because of strangers’ attempts', async () => {
    await world.platform.clock.advance(24 * 60 * minuteMs)
    const { device } = (await login()).body
    for (let i = 0; i < 40; i++) await login({ pwd: 'another long password' }, `198.51.100.${i}`)
    await world.platform.clock.advance(minuteMs / 2)
    expect((await login({}, '203.0.113.60')).status).toBe(429)
    expect((await world.call('operators.login', form(), { ip: '203.0.113.60', headers: { device } })).status).toBe(200)
    await world.platform.clock.advance(24 * 60 * minuteMs)
  })
})

it("writes each failed 'operators.login' to the audit log with its reason, and no secret", async () => {
  await world.platform.clock.advance(24 * 60 * minuteMs)
  const { operatorId, secrete } = await addOperator(world.platform, 'auditor')
  const entries = async () => (await world.call('audit', { action: 'operators.login.refused' }, { secrete })).body
  const before = (await entries()).length
  const right = totpCodeNow(secret, world.platform.clock)
  await login({ email: 'stranger@desk.example' })
  await login({ pwd: 'another long password' })
  await login({ totp: right === '000000' ? '000001' : '000000' })
  const now = (await entries()).slice(0, -before || undefined)
  expect(now.map(({ details }: { details: { reason: string } }) => details.reason)).toEqual([
    'wrong_code',
    'wrong_password',
    'unknown_address',
  ])
  const { rows } = await world.platform.pool.query('SELECT id FROM operators.person WHERE id <> $1', [operatorId])
  expect(now.map(({ subject }: { subject: string }) => subject)).toEqual([rows[0].id, rows[0].id, 'unknown'])
  for (const word of ['desk.example', 'another long password', right]) expect(JSON.stringify(now)).not.toContain(word)
})

it("raises an alarm when an operator's email address is locked out, and clears it at the next sign-in", async () => {
  await world.platform.clock.advance(24 * 60 * minuteMs)
  for (let i = 0; i < 6; i++) await login({ pwd: 'another long password' })
  await expect
    .poll(async () => (await world.platform.alarms.open()).map(({ kind }) => kind))
    .toEqual(['operator_locked_out'])
  await world.platform.clock.advance(60 * minuteMs)
  expect((await login()).status).toBe(200)
  expect(await world.platform.alarms.open()).toEqual([])
})

it('writes an operator’s refused calls to the audit log, whether forbidden or impossible', async () => {
  const [support, auditor] = [
    await addOperator(world.platform, 'support'),
    await addOperator(world.platform, 'auditor'),
  ]
  const nobody = '01890000-0000-7000-8000-000000000001'
  expect(
    (await world.call('operators.deactivate', { id: nobody, reason: 'not allowed' }, { secrete: support.secrete })).body
      .code,
  ).toBe('unknown_call')
  expect((await world.call('messages.close', { id: nobody }, { secrete: support.secrete })).body.code).toBe('not_found')
  expect((await world.call('messages.close', { id: 'no id' }, { secrete: support.secrete })).body.code).toBe(
    'bad_input',
  )
  const { body } = await world.call(
    'audit',
    { action: 'refused', operator: support.operatorId },
    { secrete: auditor.secrete },
  )
  expect(body).toMatchObject([
    { subject: 'messages.close', details: { refusal: 'not_found' } },
    { subject: 'operators.deactivate', details: { refusal: 'unknown_call' } },
  ])
})

describe('a session', () => {
  const signIn = async () => {
    await world.platform.clock.advance(minuteMs)
    return (await login()).body.secrete as string
  }

  it('ends after half an hour without use, but not while in use', async () => {
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

  it('ends when the operator signs out', async () => {
    const secrete = await signIn()
    expect((await world.call('operators.signout', {}, { secrete })).status).toBe(200)
    expect(await isIn(secrete)).toBe(false)
  })

  it('is stored as a hash', async () => {
    const secrete = await signIn()
    const { rows } = await world.platform.pool.query('SELECT s::text AS text FROM operators.session s')
    expect(rows.some(({ text }) => text.includes(secrete))).toBe(false)
  })

  it("is required for 'operators.me'", async () => {
    expect(await world.call('operators.me')).toMatchObject({ status: 404, body: { code: 'unknown_call' } })
  })
})
