import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestAuthenticator } from '../../platform/sign-in/test-authenticator.ts'
import { createGraceWorld, origin, type GraceWorld } from './test-grace.ts'

let world: GraceWorld
beforeAll(async () => {
  world = await createGraceWorld()
})
afterAll(() => world.stop())

async function addPasskey() {
  const authenticator = createTestAuthenticator(origin)
  const options = (await world.asGrace('operators.passkey.begin', await world.proof())).body
  const response = authenticator.make(options)
  return { authenticator, response, added: await world.asGrace('operators.passkey.add', { name: 'Key', response }) }
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
    expect((await world.login()).status).toBe(429)
    const answer = await withPasskey(authenticator.use(await signInOptions()))
    expect(answer.status).toBe(200)
    expect(await world.isIn(answer.body.secrete)).toBe(true)
    const known = await world.call(
      'operators.login',
      { email: 'grace@desk.example', ...(await world.proof()) },
      { headers: { device: answer.body.device } },
    )
    expect(known.status).toBe(200)
    await world.platform.clock.advance(2 * 3_600_000)
    world.secrete = (await world.login()).body.secrete
  })

  it('returns passkey_refused for a used or invalid response', async () => {
    const { authenticator } = await addPasskey()
    const response = authenticator.use(await signInOptions())
    expect((await withPasskey(response)).status).toBe(200)
    for (const sent of [response, {}, { id: 7 }])
      expect(await withPasskey(sent)).toMatchObject({ status: 403, body: { code: 'passkey_refused' } })
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
    expect((await world.asGrace('operators.passkey.add', { name: '', response })).body).toMatchObject({
      code: 'bad_name',
    })
    expect((await world.asGrace('operators.passkey.add', { name: 'Again', response })).body).toMatchObject({
      code: 'passkey_refused',
    })
  })

  it.each([
    'operators.login.options',
    'operators.login.passkey',
    'operators.passkey.begin',
    'operators.passkey.add',
  ] as const)('%s returns passkeys_unavailable on another site', async (name) => {
    const input = { name: 'Key', response: {}, ...(name === 'operators.passkey.begin' && (await world.proof())) }
    const answer = await world.call(name, input, {
      secrete: world.secrete,
      headers: { origin: 'https://evil.example' },
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'passkeys_unavailable' } })
  })

  const insertTwenty = () =>
    world.platform.pool.query(`INSERT INTO operators.passkey
      SELECT gen_random_uuid(), p.id, decode(lpad(to_hex(n), 8, '0'), 'hex'), '\\x00', 0, '{}', 'Key', false, 0, NULL
      FROM operators.person p, generate_series(1, 20) AS n`)

  it("'operators.passkey.begin' returns too_many_passkeys after twenty", async () => {
    await insertTwenty()
    expect((await world.asGrace('operators.passkey.begin', await world.proof())).body).toMatchObject({
      code: 'too_many_passkeys',
    })
    await world.platform.pool.query('DELETE FROM operators.passkey')
  })

  it("'operators.passkey.add' returns passkey_refused if twenty were stored in the meantime", async () => {
    const options = (await world.asGrace('operators.passkey.begin', await world.proof())).body
    await insertTwenty()
    const response = createTestAuthenticator(origin).make(options)
    const { body } = await world.asGrace('operators.passkey.add', { name: 'Key', response })
    expect(body).toMatchObject({ code: 'passkey_refused' })
    await world.platform.pool.query('DELETE FROM operators.passkey')
  })
})

describe("'operators.passkey.remove'", () => {
  it('removes a passkey, which then no longer signs in', async () => {
    const { authenticator } = await addPasskey()
    const { id } = (await world.asGrace('operators.access', {})).body.passkeys.at(-1)
    const proof = await world.proof()
    expect((await world.asGrace('operators.passkey.remove', { id, ...proof })).status).toBe(200)
    expect((await withPasskey(authenticator.use(await signInOptions()))).status).toBe(403)
  })

  it('returns not_found for a passkey that the operator does not have', async () => {
    for (const id of ['x', '01890000-0000-7000-8000-000000000000']) {
      const { body } = await world.asGrace('operators.passkey.remove', { id, ...(await world.proof()) })
      expect(body).toMatchObject({ code: 'not_found' })
    }
  })
})

describe('the proof for adding or removing a passkey', () => {
  it.each(['operators.passkey.begin', 'operators.passkey.remove'] as const)(
    '%s returns fields_missing, wrong_proof and locked_out, in that order',
    async (name) => {
      await world.passAnHour()
      const given = { pwd: 'another long password', totp: '000000' }
      expect((await world.asGrace(name, {})).body).toMatchObject({ code: 'fields_missing' })
      for (let i = 0; i < 5; i++) expect((await world.asGrace(name, given)).body).toMatchObject({ code: 'wrong_proof' })
      expect((await world.asGrace(name, given)).body).toMatchObject({ code: 'locked_out' })
    },
  )
})
