import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../test-world.ts'
import { createTestAuthenticator } from '../../platform/sign-in/test-authenticator.ts'
import { newestSubject, origin, withApp, withPasskey } from './test-factors.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

const headers = { origin }
const signInOptions = async () => (await world.call('login.options', {}, { headers })).body
const begin = async (secrete: string) =>
  (await world.call('passkey.begin', { pwd: goodPassword }, { secrete, headers })).body

describe('a passkey', () => {
  it('is created with the password, and then signs in without it', async () => {
    const { email, secrete, authenticator, recovery } = await withPasskey(world, 'ada@example.org')
    expect(recovery).toHaveLength(10)
    expect(newestSubject(world, email)).toBe('A passkey was added to your Tallystick account')
    const answer = await world.call('login.passkey', { response: authenticator.use(await signInOptions()) })
    expect(answer).toMatchObject({ status: 200, body: { msg: 'Welcome back.' } })
    expect((await world.call('user', {}, { secrete: answer.body.secrete })).body.email).toBe(email)
    expect((await world.call('security', {}, { secrete })).body.passkeys).toEqual([
      {
        id: expect.any(String),
        name: 'Laptop',
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
        backedUp: false,
      },
    ])
  })

  it('is also required after the password, unless a recovery code is given', async () => {
    const { email, recovery } = await withPasskey(world, 'both@example.org')
    const answer = await world.call('login', { email, pwd: goodPassword })
    expect(answer.body).toMatchObject({ code: 'second_factor_needed', details: { methods: ['passkey', 'recovery'] } })
    expect((await world.call('login', { email, pwd: goodPassword, totp: recovery[0]! })).status).toBe(200)
  })

  it('still signs its owner in while password sign-in is locked (docs/spec/targets.md, S6)', async () => {
    const { email, authenticator } = await withPasskey(world, 'besieged@example.org')
    for (let turn = 0; turn < 8; turn++)
      await world.call('login', { email, pwd: 'not the password' }, { ip: `203.0.113.${turn}` })
    expect((await world.call('login', { email, pwd: goodPassword })).status).toBe(429)
    expect((await world.call('login.passkey', { response: authenticator.use(await signInOptions()) })).status).toBe(200)
  })

  it('can be renamed and removed; removing the last factor deletes the recovery codes', async () => {
    const { email, secrete, passkeyId, proof, authenticator } = await withPasskey(world, 'change@example.org')
    expect((await world.call('passkey.rename', { id: passkeyId, name: ' Old   laptop ' }, { secrete })).status).toBe(
      200,
    )
    expect((await world.call('security', {}, { secrete })).body.passkeys[0].name).toBe('Old laptop')
    expect(
      (await world.call('passkey.remove', { id: passkeyId, pwd: goodPassword, passkey: await proof() }, { secrete }))
        .status,
    ).toBe(200)
    expect(newestSubject(world, email)).toBe('A passkey was removed from your Tallystick account')
    expect((await world.call('security', {}, { secrete })).body).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
    expect((await world.call('login.passkey', { response: authenticator.use(await signInOptions()) })).body.code).toBe(
      'passkey_refused',
    )
    expect((await world.call('login', { email, pwd: goodPassword })).status).toBe(200)
  })

  it('does not create a second set of recovery codes if an app created the first', async () => {
    const { secrete, code } = await withApp(world, 'second@example.org')
    const options = (await world.call('passkey.begin', { pwd: goodPassword, totp: await code() }, { secrete, headers }))
      .body
    const added = await world.call(
      'passkey.add',
      { name: 'Phone', response: createTestAuthenticator().make(options) },
      { secrete, headers },
    )
    expect(added.body.recovery).toEqual([])
  })
})

describe("'login.passkey'", () => {
  const refused = async (response: unknown) =>
    expect(
      (await world.call('login.passkey', { response } as never, { ip: `10.9.${(turn += 1)}.1` })).body,
    ).toMatchObject({ code: 'passkey_refused' })
  let turn = 0
  it('returns passkey_refused for a used, forged or expired challenge, or one for another purpose', async () => {
    const { authenticator, secrete } = await withPasskey(world, 'challenge@example.org')
    const used = authenticator.use(await signInOptions())
    expect((await world.call('login.passkey', { response: used })).status).toBe(200)
    await refused(used)
    await refused(authenticator.use(await signInOptions(), { challenge: Buffer.alloc(54, 7).toString('base64url') }))
    await refused(
      authenticator.use({
        rpId: 'localhost',
        challenge: (await world.call('factor.options', {}, { secrete, headers })).body.challenge,
      }),
    )
    const late = await signInOptions()
    await world.platform.clock.advance(5 * 60_000)
    await refused(authenticator.use(late))
  })
  it('returns passkey_refused for another site, without user verification, and for a repeated counter', async () => {
    const { authenticator } = await withPasskey(world, 'elsewhere@example.org')
    await refused(authenticator.use(await signInOptions(), { origin: 'http://localhost.evil.example' }))
    await refused(authenticator.use(await signInOptions(), { origin: 'https://evil.example' }))
    await refused(authenticator.use(await signInOptions(), { rpId: 'evil.example' }))
    await refused(authenticator.use(await signInOptions(), { userVerified: false }))
    expect(
      (await world.call('login.passkey', { response: authenticator.use(await signInOptions(), { counter: 9 }) }))
        .status,
    ).toBe(200)
    await refused(authenticator.use(await signInOptions(), { counter: 9 }))
  })
  it('returns passkey_refused for another passkey with this id, for an unknown one, and for random data', async () => {
    const { authenticator } = await withPasskey(world, 'forged@example.org')
    const right = authenticator.use(await signInOptions())
    const stranger = createTestAuthenticator()
    stranger.make({ rp: { id: 'localhost' }, user: { id: (right as any).response.userHandle }, challenge: '' })
    const forged = stranger.use(await signInOptions()) as any
    await refused({ ...forged, id: right['id'], rawId: right['rawId'] })
    await refused(forged)
    await refused({})
    await refused({ id: 7, response: [] })
    await refused({ ...right, response: { ...(right as any).response, clientDataJSON: 'bm90IGpzb24' } })
  })
  it('returns locked_out after many failures, but only to that network', async () => {
    const statuses: number[] = []
    for (let tries = 0; tries < 31; tries++)
      statuses.push((await world.call('login.passkey', { response: {} }, { ip: '192.0.2.77' })).status)
    expect(statuses.filter((status) => status === 403)).toHaveLength(30)
    expect((await world.call('login.passkey', { response: {} }, { ip: '192.0.2.77' })).body.code).toBe('locked_out')
  })
})

describe("'passkey.add'", () => {
  it('returns passkey_refused with another customer’s options, from another site, and with used options', async () => {
    const ada = await world.signUp('add-ada@example.org')
    const ben = await world.signUp('add-ben@example.org')
    const add = (secrete: string, response: unknown) =>
      world.call('passkey.add', { name: 'Laptop', response } as never, { secrete, headers })
    const authenticator = createTestAuthenticator()
    const response = authenticator.make(await begin(ada))
    expect((await add(ben, response)).body.code).toBe('passkey_refused')
    expect((await add(ada, authenticator.make(await begin(ada), { origin: 'https://evil.example' }))).body.code).toBe(
      'passkey_refused',
    )
    expect((await add(ada, authenticator.make(await begin(ada), { userVerified: false }))).body.code).toBe(
      'passkey_refused',
    )
    expect((await add(ada, { nothing: true })).body.code).toBe('passkey_refused')
    expect((await add(ada, response)).status).toBe(200)
    expect((await add(ada, response)).body.code).toBe('passkey_refused')
  })
  it('returns passkey_refused for a passkey that belongs to another account', async () => {
    const { authenticator } = await withPasskey(world, 'owner-of-it@example.org')
    const secrete = await world.signUp('second-owner@example.org')
    const add = async () => {
      const options = (await world.call('passkey.begin', { pwd: goodPassword }, { secrete, headers: { origin } })).body
      return world.call(
        'passkey.add',
        { name: 'Laptop', response: authenticator.make(options) },
        { secrete, headers: { origin } },
      )
    }
    expect((await add()).body).toMatchObject({ code: 'passkey_refused' })
    expect((await world.call('security', {}, { secrete })).body.passkeys).toEqual([])
    await world.platform.pool.query('DELETE FROM identity.passkey')
    expect((await add()).status).toBe(200)
  })
  it('returns bad_name for a blank name', async () => {
    const secrete = await world.signUp('add-name@example.org')
    expect((await world.call('passkey.add', { name: '  ', response: {} }, { secrete, headers })).body.code).toBe(
      'bad_name',
    )
  })
})

describe("'passkey.begin'", () => {
  it('returns too_many_passkeys after twenty', async () => {
    const { secrete, passkeyId } = await withPasskey(world, 'many@example.org')
    const more = `INSERT INTO identity.passkey
      SELECT shard, gen_random_uuid(), customer_id, decode(md5(n::text), 'hex'), public_key, 0, '{}', 'One of many',
        false, created_at, NULL
      FROM identity.passkey, generate_series(1, 19) n WHERE id = $1`
    await world.platform.pool.query(more, [passkeyId])
    expect((await world.call('passkey.begin', { pwd: goodPassword }, { secrete, headers })).body.code).toBe(
      'too_many_passkeys',
    )
  })
})

describe('passkeys_unavailable', () => {
  it('is returned on a page that is not part of this site', async () => {
    const { secrete } = await withPasskey(world, 'away@example.org')
    for (const at of ['http://127.0.0.1:3000', 'https://evil.example', 'null']) {
      for (const name of ['passkey.begin', 'login.options', 'factor.options']) {
        expect(
          (await world.call(name, { pwd: goodPassword }, { secrete, headers: { origin: at } })).body.code,
          `${name} at ${at}`,
        ).toBe('passkeys_unavailable')
      }
      expect(
        (await world.call('passkey.add', { name: 'Laptop', response: {} }, { secrete, headers: { origin: at } })).body
          .code,
      ).toBe('passkeys_unavailable')
      expect((await world.call('login.passkey', { response: {} }, { headers: { origin: at } })).body.code).toBe(
        'passkeys_unavailable',
      )
    }
  })
})

describe("'passkey.rename' and 'passkey.remove'", () => {
  it('return passkey_not_found for unknown or other customers’ passkeys, and bad_name for invalid names', async () => {
    const ada = await withPasskey(world, 'own-ada@example.org')
    const ben = await withPasskey(world, 'own-ben@example.org')
    for (const id of [ada.passkeyId, '01890000-0000-7000-8000-000000000000', 'x']) {
      expect((await world.call('passkey.rename', { id, name: 'Mine' }, { secrete: ben.secrete })).body.code).toBe(
        'passkey_not_found',
      )
      expect(
        (
          await world.call(
            'passkey.remove',
            { id, pwd: goodPassword, passkey: await ben.proof() },
            { secrete: ben.secrete },
          )
        ).body.code,
      ).toBe('passkey_not_found')
    }
    expect(
      (await world.call('passkey.rename', { id: ben.passkeyId, name: 'x\u202Ey' }, { secrete: ben.secrete })).body.code,
    ).toBe('bad_name')
  })
})
