import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withLockHeld } from '../../../tests/held-lock.ts'
import {
  createIdentityWorld,
  goodPassword,
  registration,
  tokenOf,
  wrongCode,
  type IdentityWorld,
} from '../test-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

const newPassword = 'a lighthouse in the fog'
const form = (email: string, vcode: string, changes: Record<string, string> = {}) => ({
  email,
  pwd: newPassword,
  cpwd: newPassword,
  vcode,
  ...changes,
})
const reset = (input: Record<string, string>, token: string) =>
  world.call('reset', input, { headers: { Resetcode: token } })

describe('a correct code', () => {
  it('sets the password, ends every session, signs in and emails the customer', async () => {
    const email = 'ada@example.org'
    const old = await world.signUp(email)
    expect((await world.call('user', {}, { secrete: old })).status).toBe(200)
    const { token, vcode } = await world.requestCode('resetcode', email)
    const answer = await reset(form(email, vcode), token)
    expect(answer).toMatchObject({ status: 200, body: { type: 'success', secrete: expect.any(String) } })
    expect((await world.call('user', {}, { secrete: old })).body).toMatchObject({ code: 'not_signed_in' })
    expect((await world.call('user', {}, { secrete: answer.body.secrete })).status).toBe(200)
    expect((await world.call('login', { email, pwd: goodPassword })).status).toBe(401)
    expect((await world.call('login', { email, pwd: newPassword })).status).toBe(200)
    expect(world.platform.mail.mailbox()[0]).toMatchObject({
      to: email,
      subject: 'Your Tallystick password was changed',
    })
  })

  it('lifts a lockout that somebody else caused', async () => {
    const email = 'locked@example.org'
    await world.signUp(email)
    for (let turn = 0; turn < 6; turn++)
      await world.call('login', { email, pwd: 'wrong password' }, { ip: `192.0.2.${turn}` })
    expect((await world.call('login', { email, pwd: goodPassword })).status).toBe(429)
    const { token, vcode } = await world.requestCode('resetcode', email)
    await reset(form(email, vcode), token)
    expect((await world.call('login', { email, pwd: newPassword })).status).toBe(200)
  })

  it('works once, even for two concurrent calls', async () => {
    const email = 'twice@example.org'
    await world.signUp(email)
    const { token, vcode } = await world.requestCode('resetcode', email)
    const resetTwice = () => Promise.all([reset(form(email, vcode), token), reset(form(email, vcode), token)])
    const answers = await withLockHeld(world.platform.pool, 'SELECT 1 FROM identity.customer FOR UPDATE', 2, resetTwice)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await reset(form(email, vcode), token)).body).toMatchObject({ code: 'code_expired' })
    const secrete: string = answers.find(({ status }) => status === 200)!.body.secrete
    expect((await world.call('user', {}, { secrete })).status).toBe(200)
  })

  it('does not open a session for an overlapping sign-in with the old password', async () => {
    const email = 'overlap@example.org'
    await world.signUp(email)
    const change = `UPDATE identity.customer SET password_hash = '$argon2id$another'`
    const answer = await withLockHeld(world.platform.pool, change, 1, () =>
      world.call('login', { email, pwd: goodPassword }),
    )
    expect(answer).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
  })
})

describe('a reset', () => {
  it('revokes every API key and says so in the email', async () => {
    const email = 'keys@example.org'
    const secrete = await world.signUp(email)
    const { key } = (
      await world.call('keys.make', { name: 'Robot', scopes: ['withdraw'], pwd: goodPassword }, { secrete })
    ).body
    const { token, vcode } = await world.requestCode('resetcode', email)
    expect((await reset(form(email, vcode), token)).status).toBe(200)
    expect((await world.call('user', {}, { secrete: key })).status).toBe(401)
    expect(world.platform.mail.mailbox()[0]).toMatchObject({
      to: email,
      text: expect.stringContaining('revoked every API key'),
    })
  })

  it('emails the code without showing it in the subject', async () => {
    await world.signUp('subject@example.org')
    const { vcode } = await world.requestCode('resetcode', 'subject@example.org')
    const [newest, older] = world.platform.mail.mailbox().filter(({ to }) => to === 'subject@example.org')
    expect(newest!.text).toContain(vcode)
    for (const mail of [newest, older]) expect(mail!.subject).not.toMatch(/\d/)
  })
})

describe('fields_missing', () => {
  it.each(['email', 'pwd', 'cpwd', 'vcode'])('is returned without %s', async (field) => {
    expect(await reset(form('ada@example.org', '12345', { [field]: '' }), 'x')).toMatchObject({
      status: 400,
      body: { code: 'fields_missing', msg: 'Fill all Form Fields' },
    })
  })
})

describe('passwords_differ', () => {
  it('uses the exact message from the specification', async () => {
    expect((await reset(form('ada@example.org', '12345', { cpwd: 'x' }), 'x')).body).toMatchObject({
      code: 'passwords_differ',
      msg: 'Passwords do not match',
    })
  })
})

describe('weak_password', () => {
  it.each(['short', 'letmein123', 'ada@example.org'])('is returned for %j', async (pwd) => {
    expect((await reset(form('ada@example.org', '12345', { pwd, cpwd: pwd }), 'x')).body).toMatchObject({
      code: 'weak_password',
    })
  })
})

describe('code_wrong', () => {
  it('is returned for a wrong code, and for any code if the address is unknown', async () => {
    const email = 'grace@example.org'
    await world.signUp(email)
    const { token, vcode } = await world.requestCode('resetcode', email)
    expect((await reset(form(email, wrongCode(vcode)), token)).body).toMatchObject({ code: 'code_wrong' })
    const unknown = tokenOf(await world.call('resetcode', { email: 'nobody@example.org' }))
    expect((await reset(form('nobody@example.org', '12345'), unknown)).body).toMatchObject({ code: 'code_wrong' })
    expect((await world.call('login', { email, pwd: goodPassword })).status).toBe(200)
  })
})

describe('code_expired', () => {
  it('is returned after ten minutes, after five wrong attempts, and with a token from sign-up', async () => {
    const email = 'late@example.org'
    await world.signUp(email)
    const first = await world.requestCode('resetcode', email)
    await world.platform.clock.advance(600_000)
    expect((await reset(form(email, first.vcode), first.token)).body).toMatchObject({ code: 'code_expired' })
    const second = await world.requestCode('resetcode', email)
    for (let turn = 0; turn < 5; turn++)
      expect((await reset(form(email, wrongCode(second.vcode)), second.token)).body).toMatchObject({
        code: 'code_wrong',
      })
    expect((await reset(form(email, second.vcode), second.token)).body).toMatchObject({ code: 'code_expired' })
    const signUp = tokenOf(await world.call('regcode', { email: 'new@example.org', name: 'New' }))
    expect((await reset(form('new@example.org', world.codeMailedTo('new@example.org')), signUp)).body).toMatchObject({
      code: 'code_expired',
    })
  })
})

describe('locked_out', () => {
  it('is returned after ten wrong codes for one address in an hour', async () => {
    const email = 'guessed@example.org'
    await world.signUp(email)
    for (let round = 0; round < 2; round++) {
      const { token, vcode } = await world.requestCode('resetcode', email)
      const from = { headers: { resetcode: token }, ip: `192.0.2.${round}` }
      for (let turn = 0; turn < 5; turn++) await world.call('reset', form(email, wrongCode(vcode)), from)
    }
    await world.platform.clock.advance(60_000)
    const { token, vcode } = await world.requestCode('resetcode', email)
    expect(await reset(form(email, vcode), token)).toMatchObject({
      status: 429,
      body: { code: 'locked_out' },
      headers: { 'retry-after': '3540' },
    })
  })
})

describe('strangers', () => {
  const asStranger = (email: string, ip: string) => world.call('resetcode', { email }, { ip })

  it('cannot replace the code that the owner requested', async () => {
    const email = 'replaced@example.org'
    await world.signUp(email)
    const { token, vcode } = await world.requestCode('resetcode', email)
    await asStranger(email, '203.0.113.1')
    expect((await reset(form(email, vcode), token)).status).toBe(200)
  })

  it('cannot use up a known device’s emails and attempts', async () => {
    const email = 'exhausted@example.org'
    await world.signUp(email)
    const { device } = (await world.call('login', { email, pwd: goodPassword })).body
    for (let turn = 0; turn < 6; turn++) {
      const ip = `203.0.113.${turn + 10}`
      const answer = await asStranger(email, ip)
      const token = String(answer.body).replace('success-', '')
      for (let guess = 0; guess < 5; guess++)
        await world.call('reset', form(email, 'wrong'), { ip, headers: { resetcode: token } })
      await world.platform.clock.advance(3_600_000)
    }
    expect((await asStranger(email, '203.0.113.99')).status).toBe(200)
    for (let turn = 0; turn < 6; turn++) await asStranger(email, `203.0.113.${turn + 30}`)
    expect((await asStranger(email, '127.0.0.1')).status).toBe(429)
    const asked = await world.call('resetcode', { email }, { headers: { device } })
    expect(asked.status).toBe(200)
    const vcode = world.codeMailedTo(email)
    const token = String(asked.body).replace('success-', '')
    expect((await world.call('reset', form(email, vcode), { headers: { resetcode: token, device } })).status).toBe(200)
  })
})

describe('many wrong codes in a day', () => {
  it('raise an alarm, and slow down each network after its first attempt until the day ends', async () => {
    const { platform } = world
    await platform.pool.query('DELETE FROM identity.wrong_code')
    await platform.pool.query('INSERT INTO identity.wrong_code (hour_ms, count) VALUES ($1, 199)', [
      platform.clock.nowMs() - (platform.clock.nowMs() % 3_600_000),
    ])
    const guess = async (name: string, ip: string) => {
      const email = `${name}@example.org`
      const token = tokenOf(await world.call('regcode', { email, name: 'Ada' }, { ip }))
      return (await world.call('register', registration(email, { vcode: 'wrong' }), { ip, headers: { code: token } }))
        .body.code
    }
    expect(await guess('slow0', '192.0.2.180')).toBe('code_wrong')
    expect((await platform.alarms.open()).map(({ kind }) => kind)).toContain('wrong_codes')
    const answers = []
    for (let turn = 1; turn <= 4; turn++) answers.push(await guess(`slow${turn}`, '192.0.2.180'))
    expect(answers).toEqual(['code_wrong', 'code_wrong', 'code_wrong', 'locked_out'])
    expect(await guess('slow5', '192.0.2.181')).toBe('code_wrong')
    await platform.clock.advance(26 * 3_600_000)
    expect(await guess('slow6', '192.0.2.180')).toBe('code_wrong')
    await platform.jobs.start()
    await platform.jobs.add('identity.purge', {})
    await expect.poll(async () => (await platform.alarms.open()).length, { timeout: 10_000 }).toBe(0)
  })
})
