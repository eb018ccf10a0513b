import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withLockHeld } from '../../../tests/held-lock.ts'
import { withApp } from '../security/test-factors.ts'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../test-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

const newPassword = 'a lighthouse in the fog'
const both = { pwd: newPassword, cpwd: newPassword }
const update = (input: Record<string, string>, secrete: string, ip = '127.0.0.1') =>
  world.call('updatepass', input, { secrete, ip })

async function openTwo(email: string) {
  const first = await world.signUp(email)
  const second: string = (await world.call('login', { email, pwd: goodPassword })).body.secrete
  return { first, second }
}

describe('a new password', () => {
  it('ends every other session and renews this one', async () => {
    const email = 'ada@example.org'
    const { first, second } = await openTwo(email)
    for (const secrete of [first, second]) expect((await world.call('user', {}, { secrete })).status).toBe(200)
    const answer = await update({ ...both, opwd: goodPassword }, second)
    expect(answer).toMatchObject({ status: 200, body: { type: 'success', secrete: expect.any(String) } })
    for (const secrete of [first, second]) expect((await world.call('user', {}, { secrete })).status).toBe(401)
    expect((await world.call('user', {}, { secrete: answer.body.secrete })).status).toBe(200)
    expect((await world.call('login', { email, pwd: goodPassword })).status).toBe(401)
    expect((await world.call('login', { email, pwd: newPassword })).status).toBe(200)
    expect(world.platform.mail.mailbox()[0]).toMatchObject({
      to: email,
      subject: 'Your Tallystick password was changed',
    })
  })

  it('revokes every API key and says so in the email', async () => {
    const secrete = await world.signUp('keys@example.org')
    const { key } = (
      await world.call('keys.make', { name: 'Robot', scopes: ['trade', 'withdraw'], pwd: goodPassword }, { secrete })
    ).body
    expect((await world.call('user', {}, { secrete: key })).status).toBe(200)
    const answer = await update({ ...both, opwd: goodPassword }, secrete)
    expect((await world.call('user', {}, { secrete: key })).status).toBe(401)
    expect((await world.call('keys', {}, { secrete: answer.body.secrete })).body).toEqual([])
    expect(world.platform.mail.mailbox()[0]).toMatchObject({
      to: 'keys@example.org',
      text: expect.stringContaining('revoked every API key'),
    })
  })

  it('is accepted only once if two are set concurrently', async () => {
    const { first, second } = await openTwo('race@example.org')
    const given = { ...both, opwd: goodPassword }
    const setBoth = () => Promise.all([update(given, first), update(given, second)])
    const answers = await withLockHeld(world.platform.pool, 'SELECT 1 FROM identity.customer FOR UPDATE', 2, setBoth)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })
})

describe("'updatepass' second_factor_needed and second_factor_wrong", () => {
  it('are returned if the account has an authenticator app, even in a new session', async () => {
    const guarded = await withApp(world, 'factor@example.org')
    const given = { ...both, opwd: goodPassword }
    expect(await update(given, guarded.secrete)).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } })
    expect((await update({ ...given, totp: '000000' }, guarded.secrete)).body).toMatchObject({
      code: 'second_factor_wrong',
    })
    expect((await update({ ...given, totp: await guarded.code() }, guarded.secrete)).status).toBe(200)
  })
})

describe('fields_missing', () => {
  it('is returned if either field is missing', async () => {
    const secrete = await world.signUp('missing@example.org')
    for (const input of [{ pwd: newPassword }, { cpwd: newPassword }]) {
      expect((await update(input as never, secrete)).body).toMatchObject({
        code: 'fields_missing',
        msg: 'Fill all Form Fields',
      })
    }
  })
})

describe('passwords_differ', () => {
  it('uses the exact message from the specification', async () => {
    const secrete = await world.signUp('differ@example.org')
    expect((await update({ pwd: newPassword, cpwd: `${newPassword}!` }, secrete)).body).toMatchObject({
      code: 'passwords_differ',
      msg: 'Passwords do not match',
    })
  })
})

describe('weak_password', () => {
  it('is returned even for the customer’s own email address', async () => {
    const secrete = await world.signUp('weak@example.org')
    for (const pwd of ['qwertyuiop', 'weak@example.org'])
      expect((await update({ pwd, cpwd: pwd }, secrete)).body).toMatchObject({ code: 'weak_password' })
  })
})

describe('password_needed', () => {
  it('is returned even right after signing in', async () => {
    const secrete = await world.signUp('needed@example.org')
    expect(await update(both, secrete)).toMatchObject({
      status: 403,
      body: { code: 'password_needed', fields: { opwd: expect.any(String) } },
    })
    expect((await world.call('user', {}, { secrete })).status).toBe(200)
  })
})

describe('wrong_password', () => {
  it('is returned even soon after signing in', async () => {
    const secrete = await world.signUp('wrong@example.org')
    expect(await update({ ...both, opwd: 'not the password' }, secrete)).toMatchObject({
      status: 403,
      body: { code: 'wrong_password' },
    })
    expect((await world.call('user', {}, { secrete })).status).toBe(200)
  })
})

describe('locked_out', () => {
  it('is returned in a session and those it handed over after five wrong passwords, but not at sign-in', async () => {
    const email = 'locked@example.org'
    const secrete = await world.signUp(email)
    for (let turn = 0; turn < 5; turn++) await update({ ...both, opwd: 'not the password' }, secrete, `192.0.2.${turn}`)
    expect(await update({ ...both, opwd: goodPassword }, secrete)).toMatchObject({
      status: 429,
      body: { code: 'locked_out' },
      headers: { 'retry-after': '15' },
    })
    const { code } = (await world.call('handover', {}, { secrete })).body
    const child = (await world.call('handover.take', { s: code })).body.secrete
    expect((await update({ ...both, opwd: goodPassword }, child)).body).toMatchObject({ code: 'locked_out' })
    expect((await world.call('login', { email, pwd: goodPassword })).status).toBe(200)
  })
})
