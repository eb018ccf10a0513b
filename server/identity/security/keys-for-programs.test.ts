import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../test-world.ts'
import { newestSubject } from './test-factors.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

const make = (secrete: string, more: object = {}) =>
  world.call('keys.make', { name: 'Robot', pwd: goodPassword, ...more }, { secrete })

describe('an API key', () => {
  it('is shown once, stored as a hash, masked in lists, and works like a session for reading', async () => {
    const secrete = await world.signUp('ada@example.org')
    const made = await make(secrete, { scopes: ['trade'] })
    expect(made.body).toMatchObject({
      msg: 'Copy the API key now. You won’t be able to see it again.',
      key: expect.stringMatching(/^tk_[A-Za-z0-9_-]{44}$/),
    })
    const { key } = made.body
    expect(newestSubject(world, 'ada@example.org')).toBe('An API key was created for your Tallystick account')
    const [listed] = (await world.call('keys', {}, { secrete })).body
    expect(listed).toMatchObject({
      name: 'Robot',
      masked: `tk_…${key.slice(-4)}`,
      scopes: ['read', 'trade'],
      networks: [],
      lastUsedAt: null,
    })
    const user = await world.call('user', {}, { secrete: key })
    expect(user.body).toMatchObject({ email: 'ada@example.org', cstring: `tk_…${key.slice(-4)}` })
    const { rows } = await world.platform.pool.query('SELECT k::text AS kept FROM identity.api_key k')
    expect(rows.some(({ kept }) => kept.includes(key.slice(3)))).toBe(false)
    expect((await world.identity.sessionOf(key))?.scopes).toEqual(new Set(['read', 'trade']))
  })

  it('cannot call security functions or anything outside its scopes: scope_missing', async () => {
    const secrete = await world.signUp('scopes@example.org')
    const { key } = (await make(secrete)).body
    for (const name of [
      'security',
      'sessions',
      'signins',
      'keys',
      'keys.make',
      'keys.revoke',
      'totp.begin',
      'passkey.begin',
      'sessions.revoke',
      'freeze',
      'unfreeze',
      'export',
      'close',
      'updatepass',
      'handover',
      'signout',
    ]) {
      expect((await world.call(name, { pwd: goodPassword }, { secrete: key })).body, name).toMatchObject({
        code: 'scope_missing',
        msg: `This API key doesn’t allow the call ${name}.`,
      })
    }
    expect((await world.call('export.ledger', {}, { secrete: key })).status).toBe(200)
  })

  it('works only from its listed networks: address_locked', async () => {
    const secrete = await world.signUp('lock@example.org')
    const { key } = (await make(secrete, { networks: ['192.0.2.7', '198.51.100.99/24', '2001:DB8::1/32'] })).body
    expect((await world.call('keys', {}, { secrete })).body[0].networks.sort()).toEqual([
      '192.0.2.7/32',
      '198.51.100.0/24',
      '2001:db8::/32',
    ])
    const from = async (ip: string) => (await world.call('user', {}, { secrete: key, ip })).body.code ?? 'ok'
    expect(await Promise.all(['192.0.2.7', '::ffff:192.0.2.7', '198.51.100.1', '2001:db8:1::5'].map(from))).toEqual([
      'ok',
      'ok',
      'ok',
      'ok',
    ])
    expect(await Promise.all(['192.0.2.8', '2001:db9::5', '127.0.0.1'].map(from))).toEqual(
      Array(3).fill('address_locked'),
    )
    expect(await world.identity.sessionOf(key)).toBeNull()
  })

  it('stops working at once when it is revoked, and records its last use', async () => {
    const secrete = await world.signUp('revoke@example.org')
    const { key, id } = (await make(secrete)).body
    await world.platform.clock.advance(6 * 60_000)
    expect((await world.call('user', {}, { secrete: key })).status).toBe(200)
    await expect
      .poll(async () => (await world.call('keys', {}, { secrete })).body[0].lastUsedAt)
      .toEqual(expect.any(String))
    expect((await world.call('keys.revoke', { id }, { secrete })).status).toBe(200)
    expect((await world.call('user', {}, { secrete: key })).body.code).toBe('not_signed_in')
    expect((await world.call('user', {}, { secrete })).body.cstring).toBe('')
  })

  it('is invalid if it was altered', async () => {
    const { key } = (await make(await world.signUp('forge@example.org'))).body
    for (const forged of [
      key.slice(3),
      `${key.slice(0, -1)}${key.endsWith('A') ? 'E' : 'A'}`,
      'tk_',
      `TK_${key.slice(3)}`,
    ]) {
      expect((await world.call('user', {}, { secrete: forged })).body.code).toBe('not_signed_in')
    }
  })
})

describe("'keys.make'", () => {
  it('returns bad_name and bad_network', async () => {
    const secrete = await world.signUp('bad@example.org')
    expect((await make(secrete, { name: '' })).body.code).toBe('bad_name')
    for (const network of ['example.org', '192.0.2.7/33', '2001:db8::/129', '192.0.2', '0/0'])
      expect((await make(secrete, { networks: [network] })).body, network).toMatchObject({
        code: 'bad_network',
        fields: { networks: expect.any(String) },
      })
  })
  it('returns too_many_keys, even for concurrent calls', async () => {
    const secrete = await world.signUp('many@example.org')
    const answers = []
    for (let turn = 0; turn < 18; turn++) answers.push(await make(secrete))
    answers.push(...(await Promise.all([make(secrete), make(secrete), make(secrete), make(secrete)])))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), 409, 409])
    expect((await make(secrete)).body.code).toBe('too_many_keys')
  })
})

describe("'keys.revoke'", () => {
  it('returns key_not_found for another customer’s key, as if it did not exist', async () => {
    const { id, key } = (await make(await world.signUp('own@example.org'))).body
    const other = await world.signUp('other@example.org')
    for (const wrong of [id, '01890000-0000-7000-8000-000000000000', 'x'])
      expect((await world.call('keys.revoke', { id: wrong }, { secrete: other })).body.code).toBe('key_not_found')
    expect((await world.call('user', {}, { secrete: key })).status).toBe(200)
  })
})
