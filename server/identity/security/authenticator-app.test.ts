import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpCodeNow } from '../../platform/sign-in/test-totp.ts'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../test-world.ts'
import { newestSubject, withApp } from './test-factors.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

const login = (email: string, totp = '', ip = '127.0.0.1') =>
  world.call('login', { email, pwd: goodPassword, totp }, { ip })
const codeNow = (secret: string) => totpCodeNow(secret, world.platform.clock)

describe('an authenticator app', () => {
  it('is set up with the password, a QR code and a first code, and then required at sign-in', async () => {
    const secrete = await world.signUp('ada@example.org')
    const begun = await world.call('totp.begin', { pwd: goodPassword }, { secrete })
    expect(begun.body).toMatchObject({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringContaining('otpauth://totp/Tallystick:ada%40example.org'),
      qr: expect.stringMatching(/^data:image\/svg/),
    })
    expect((await login('ada@example.org')).status).toBe(200)
    const confirmed = await world.call('totp.confirm', { totp: codeNow(begun.body.secret) }, { secrete })
    expect(confirmed.body.recovery).toHaveLength(10)
    expect(new Set(confirmed.body.recovery).size).toBe(10)
    expect(newestSubject(world, 'ada@example.org')).toBe('An authenticator app was added to your Tallystick account')
    expect((await world.call('security', {}, { secrete })).body).toMatchObject({
      totp: { since: expect.any(String) },
      recoveryCodesLeft: 10,
    })
    expect(await login('ada@example.org')).toMatchObject({
      status: 401,
      body: { code: 'second_factor_needed', details: { methods: ['totp', 'recovery'] } },
    })
    await world.platform.clock.advance(30_000)
    expect((await login('ada@example.org', codeNow(begun.body.secret))).status).toBe(200)
  })

  it('is stored encrypted, and its recovery codes as keyed hashes', async () => {
    const { secret, recovery } = await withApp(world, 'sealed@example.org')
    const { rows } = await world.platform.pool.query(
      `SELECT t.secret_sealed::text || r.code_hash::text AS kept FROM identity.totp t
       JOIN identity.recovery_code r USING (shard, customer_id)`,
    )
    for (const { kept } of rows)
      for (const text of [secret, ...recovery])
        expect(Buffer.from(kept.replaceAll('\\x', ''), 'hex').includes(text)).toBe(false)
  })

  it('can be replaced by a recovery code, which works once and is reported to the owner by email', async () => {
    const { email, recovery } = await withApp(world, 'lost@example.org')
    expect((await login(email, recovery[0]!.toUpperCase().replace('-', ' '))).status).toBe(200)
    await expect.poll(() => newestSubject(world, email)).toBe('A recovery code for your Tallystick account was used')
    expect(await login(email, recovery[0])).toMatchObject({ status: 401, body: { code: 'second_factor_wrong' } })
  })

  it('is removed with a code, along with its recovery codes', async () => {
    const { email, secrete, code } = await withApp(world, 'gone@example.org')
    expect((await world.call('totp.remove', { pwd: goodPassword, totp: await code() }, { secrete })).status).toBe(200)
    expect((await world.call('security', {}, { secrete })).body).toMatchObject({ totp: null, recoveryCodesLeft: 0 })
    expect((await login(email)).status).toBe(200)
  })

  it("gets new recovery codes from 'recovery.renew', which replace the old ones", async () => {
    const { email, secrete, recovery, code } = await withApp(world, 'renew@example.org')
    const answer = await world.call('recovery.renew', { pwd: goodPassword, totp: await code() }, { secrete })
    expect(answer.body.recovery).toHaveLength(10)
    expect((await login(email, recovery[3])).status).toBe(401)
    expect((await login(email, answer.body.recovery[3])).status).toBe(200)
  })
})

describe("'login' with a second factor", () => {
  it('asks for it only after the correct password, so second_factor_needed reveals nothing to strangers', async () => {
    const { email } = await withApp(world, 'quiet@example.org')
    expect((await world.call('login', { email, pwd: 'not the password' })).body).toEqual({
      type: 'warning',
      code: 'wrong_credentials',
      msg: 'Incorrect email or password.',
    })
  })
  it('accepts each code only once, even in concurrent requests: second_factor_wrong', async () => {
    const { email, code } = await withApp(world, 'replay@example.org')
    const totp = await code()
    const answers = await Promise.all([login(email, totp), login(email, totp), login(email, totp)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect((await login(email, totp)).body.code).toBe('second_factor_wrong')
  })
  it('returns locked_out after wrong codes from any IP address, but keeps open sessions', async () => {
    const { email, secrete, code } = await withApp(world, 'guess@example.org')
    const statuses: number[] = []
    for (let turn = 0; turn < 6; turn++) statuses.push((await login(email, '000000', `198.51.100.${turn}`)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await world.call('user', {}, { secrete })).status).toBe(200)
    expect((await login(email, await code(), '198.51.100.99')).status).toBe(200)
  })
  it('records each attempt in the history', async () => {
    const { email, secrete, code } = await withApp(world, 'history@example.org')
    await login(email)
    await login(email, '000000')
    await login(email, await code())
    await world.call('login', { email, pwd: 'wrong' })
    await expect
      .poll(async () =>
        (await world.call('signins', {}, { secrete })).body
          .map((entry: any) => `${entry.method} ${entry.outcome}`)
          .sort(),
      )
      .toEqual([
        'password second_factor_needed',
        'password second_factor_wrong',
        'password wrong_password',
        'register success',
        'totp success',
      ])
  })
})

describe("'reset' with a second factor", () => {
  it('requires more than access to the mailbox: second_factor_needed, second_factor_wrong', async () => {
    const { email, code } = await withApp(world, 'mailbox@example.org')
    const { token, vcode } = await world.requestCode('resetcode', email)
    const reset = (totp: string) =>
      world.call(
        'reset',
        { email, pwd: 'another heron entirely', cpwd: 'another heron entirely', vcode, totp },
        { headers: { resetcode: token } },
      )
    expect(await reset('')).toMatchObject({
      status: 401,
      body: { code: 'second_factor_needed', details: { methods: ['totp', 'recovery'] } },
    })
    expect(await reset('000000')).toMatchObject({ status: 401, body: { code: 'second_factor_wrong' } })
    expect((await login(email)).body.code).toBe('second_factor_needed')
    expect((await reset(await code())).status).toBe(200)
  })
})

describe("'totp.begin'", () => {
  it('returns totp_already_set if an app is active', async () => {
    const { secrete } = await withApp(world, 'twice@example.org')
    expect(await world.call('totp.begin', { pwd: goodPassword }, { secrete })).toMatchObject({
      status: 409,
      body: { code: 'totp_already_set' },
    })
  })
})

describe("'totp.confirm'", () => {
  it('returns totp_not_begun before the set-up begins, and again if it takes too long', async () => {
    const secrete = await world.signUp('slow@example.org')
    expect((await world.call('totp.confirm', { totp: '123456' }, { secrete })).body.code).toBe('totp_not_begun')
    const begun = await world.call('totp.begin', { pwd: goodPassword }, { secrete })
    await world.platform.clock.advance(16 * 60_000)
    expect((await world.call('totp.confirm', { totp: codeNow(begun.body.secret) }, { secrete })).body.code).toBe(
      'totp_not_begun',
    )
  })
  it('returns second_factor_wrong, then locked_out', async () => {
    const secrete = await world.signUp('wrong@example.org')
    await world.call('totp.begin', { pwd: goodPassword }, { secrete })
    const codes: string[] = []
    for (let turn = 0; turn < 6; turn++)
      codes.push((await world.call('totp.confirm', { totp: '000000' }, { secrete, ip: '192.0.2.50' })).body.code)
    expect(codes.slice(0, 5).every((code) => code === 'second_factor_wrong')).toBe(true)
    expect(codes[5]).toBe('locked_out')
  })
})

describe("'totp.remove' and 'recovery.renew'", () => {
  it('return totp_not_set and no_second_factor if the account has no factor', async () => {
    const secrete = await world.signUp('none@example.org')
    expect((await world.call('totp.remove', { pwd: goodPassword }, { secrete })).body.code).toBe('totp_not_set')
    expect((await world.call('recovery.renew', { pwd: goodPassword }, { secrete })).body.code).toBe('no_second_factor')
  })
})
