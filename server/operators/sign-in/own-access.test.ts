import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestAuthenticator } from '../../platform/sign-in/test-authenticator.ts'
import { totpCode } from '../../platform/sign-in/totp.ts'
import { createDeskWorld, deskPassword, type DeskWorld } from '../test-world.ts'

const origin = 'http://localhost:3000'
const newPassword = 'a lighthouse in thick fog'
let world: DeskWorld
let grace: { secrete: string; secret: string }
beforeAll(async () => {
  world = await createDeskWorld()
  grace = await world.enrol(await world.firstToken())
})
afterAll(() => world.stop())

/** Returns a code that has not been used yet. */
async function code(secret = grace.secret): Promise<string> {
  await world.platform.clock.advance(30_000)
  return totpCode(secret, world.platform.clock.nowMs())
}
const login = async (pwd = deskPassword) =>
  world.call(
    'operators.login',
    { email: 'grace@desk.example', pwd, totp: await code() },
    { headers: { 'user-agent': 'curl/8.1' } },
  )
const isIn = async (secrete: string) => (await world.call('operators.me', {}, { secrete })).status === 200
const proof = async () => ({ pwd: deskPassword, totp: await code() })
const asGrace = (name: Parameters<DeskWorld['call']>[0], input: Record<string, unknown>) =>
  world.call(name, input, { secrete: grace.secrete, headers: { origin } })

async function addPasskey() {
  const authenticator = createTestAuthenticator(origin)
  const options = (await asGrace('operators.passkey.begin', await proof())).body
  const response = authenticator.make(options)
  return { authenticator, response, added: await asGrace('operators.passkey.add', { name: 'Key', response }) }
}
const signInOptions = async () => (await world.call('operators.login.options', {}, { headers: { origin } })).body
const withPasskey = async (response: Record<string, unknown>) =>
  world.call('operators.login.passkey', { response }, { headers: { origin } })

describe("'operators.login.passkey'", () => {
  it('is enough to sign in, even while the password and the network are locked out', async () => {
    const { authenticator, added } = await addPasskey()
    expect(added.status).toBe(200)
    for (let i = 0; i < 40; i++)
      await world.call('operators.login', {
        email: i < 10 ? 'grace@desk.example' : `some${i}@desk.example`,
        pwd: 'another long password',
        totp: '000000',
      })
    expect((await login()).status).toBe(429)
    const answer = await withPasskey(authenticator.use(await signInOptions()))
    expect(answer.status).toBe(200)
    expect(await isIn(answer.body.secrete)).toBe(true)
    const known = await world.call(
      'operators.login',
      { email: 'grace@desk.example', ...(await proof()) },
      { headers: { device: answer.body.device } },
    )
    expect(known.status).toBe(200)
    await world.platform.clock.advance(2 * 3_600_000)
    grace = { ...grace, secrete: (await login()).body.secrete }
  })

  it("refuses invalid passkeys as passkey_refused, and 'operators.passkey.remove' returns not_found", async () => {
    const { authenticator } = await addPasskey()
    const response = authenticator.use(await signInOptions())
    expect((await withPasskey(response)).status).toBe(200)
    for (const sent of [response, {}, { id: 7 }])
      expect(await withPasskey(sent)).toMatchObject({ status: 403, body: { code: 'passkey_refused' } })
    const { id } = (await asGrace('operators.access', {})).body.passkeys.at(-1)
    expect((await asGrace('operators.passkey.remove', { id: 'x', ...(await proof()) })).body).toMatchObject({
      code: 'not_found',
    })
    expect((await asGrace('operators.passkey.remove', { id, ...(await proof()) })).status).toBe(200)
    expect((await withPasskey(authenticator.use(await signInOptions()))).status).toBe(403)
  })

  it('does not sign in an operator without access', async () => {
    const { authenticator } = await addPasskey()
    await world.platform.pool.query('UPDATE operators.person SET deactivated_at_ms = 1')
    expect((await withPasskey(authenticator.use(await signInOptions()))).body).toMatchObject({
      code: 'passkey_refused',
    })
    await world.platform.pool.query('UPDATE operators.person SET deactivated_at_ms = NULL')
  })
})

describe('adding a passkey', () => {
  it("'operators.passkey.add' returns bad_name, and passkey_refused for a passkey that is already stored", async () => {
    const { response, added } = await addPasskey()
    expect(added.status).toBe(200)
    expect((await asGrace('operators.passkey.add', { name: '', response })).body).toMatchObject({ code: 'bad_name' })
    expect((await asGrace('operators.passkey.add', { name: 'Again', response })).body).toMatchObject({
      code: 'passkey_refused',
    })
  })

  it.each([
    'operators.login.options',
    'operators.login.passkey',
    'operators.passkey.begin',
    'operators.passkey.add',
  ] as const)('%s returns passkeys_unavailable on another site', async (name) => {
    const input = { name: 'Key', response: {}, ...(name === 'operators.passkey.begin' && (await proof())) }
    const answer = await world.call(name, input, {
      secrete: grace.secrete,
      headers: { origin: 'https://evil.example' },
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'passkeys_unavailable' } })
  })

  it("'operators.passkey.begin' returns too_many_passkeys after twenty", async () => {
    await world.platform.pool.query(`INSERT INTO operators.passkey
      SELECT gen_random_uuid(), p.id, decode(lpad(to_hex(n), 8, '0'), 'hex'), '\\x00', 0, '{}', 'Key', false, 0, NULL
      FROM operators.person p, generate_series(1, 20) AS n`)
    expect((await asGrace('operators.passkey.begin', await proof())).body).toMatchObject({ code: 'too_many_passkeys' })
    await world.platform.pool.query('DELETE FROM operators.passkey')
  })
})

describe("'operators.password'", () => {
  const change = async (changes: Record<string, string> = {}) =>
    asGrace('operators.password', {
      opwd: deskPassword,
      pwd: newPassword,
      cpwd: newPassword,
      totp: await code(),
      ...changes,
    })

  it.each([
    ['fields_missing', { totp: '' }],
    ['passwords_differ', { cpwd: 'x' }],
    ['weak_password', { pwd: 'tallystick2026', cpwd: 'tallystick2026' }],
    ['weak_password', { pwd: 'gracehopper1906', cpwd: 'gracehopper1906' }],
    ['wrong_proof', { opwd: 'another long password' }],
    ['wrong_proof', { totp: '12345' }],
  ])('returns %s for %j', async (refusal, changes) =>
    expect((await change(changes as Record<string, string>)).body).toMatchObject({ code: refusal }),
  )

  it('sets a new password, and ends all other sessions', async () => {
    const other = (await login()).body.secrete
    expect((await change()).status).toBe(200)
    expect([await isIn(grace.secrete), await isIn(other)]).toEqual([true, false])
    expect((await login(newPassword)).status).toBe(200)
    expect((await change({ opwd: newPassword, pwd: deskPassword, cpwd: deskPassword })).status).toBe(200)
  })
})

/** Advances the clock by an hour and keeps using the session, so that it stays open and its limit resets. */
async function passAnHour() {
  for (let turn = 0; turn < 3; turn++) {
    await world.platform.clock.advance(21 * 60_000)
    await isIn(grace.secrete)
  }
}

describe("'operators.access' and 'operators.sessions.end'", () => {
  it('list recognisable sessions, and end one of them or all others', async () => {
    const [second, third] = [(await login()).body.secrete, (await login()).body.secrete]
    const { sessions } = (await asGrace('operators.access', {})).body
    expect(sessions[0]).toMatchObject({ current: true })
    expect(sessions[1]).toMatchObject({ current: false, browser: 'curl', network: '127.0.0.0/24' })
    expect((await asGrace('operators.sessions.end', { id: sessions[1].id, ...(await proof()) })).body.ended).toBe(1)
    expect([await isIn(second), await isIn(third)]).toEqual([true, false])
    expect((await asGrace('operators.sessions.end', await proof())).status).toBe(200)
    expect([await isIn(grace.secrete), await isIn(second)]).toEqual([true, false])
  })

  it('return not_found for a session that the operator does not have', async () => {
    await asGrace('operators.access', {})
    for (const id of ['x', '01890000-0000-7000-8000-000000000000']) {
      expect((await asGrace('operators.sessions.end', { id, ...(await proof()) })).body).toMatchObject({
        code: 'not_found',
      })
    }
  })

  it.each([
    'operators.sessions.end',
    'operators.passkey.begin',
    'operators.passkey.remove',
    'operators.password',
  ] as const)('%s returns fields_missing, wrong_proof and locked_out, in that order', async (name) => {
    await passAnHour()
    const given =
      name === 'operators.password'
        ? { opwd: 'another long password', pwd: newPassword, cpwd: newPassword }
        : { pwd: 'another long password' }
    expect((await asGrace(name, {})).body).toMatchObject({ code: 'fields_missing' })
    for (let i = 0; i < 5; i++)
      expect((await asGrace(name, { ...given, totp: '000000' })).body).toMatchObject({ code: 'wrong_proof' })
    expect((await asGrace(name, { ...given, totp: '000000' })).body).toMatchObject({ code: 'locked_out' })
  })
})
