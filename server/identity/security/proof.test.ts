import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../test-world.ts'
import { origin, withApp, withPasskey } from './test-factors.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

/** Every call that requires the password and the second factor, with otherwise valid input. */
const calls = [
  'totp.begin',
  'totp.remove',
  'recovery.renew',
  'passkey.begin',
  'passkey.remove',
  'unfreeze',
  'keys.make',
  'export',
  'close',
] as const

describe.each(calls)('%s', (name) => {
  it('returns wrong_password, second_factor_needed, second_factor_wrong and locked_out, in that order', async () => {
    const customer =
      name === 'totp.remove'
        ? await withApp(world, 'remove@example.org')
        : await withPasskey(world, `${name.replace('.', '-')}@example.org`)
    const { secrete } = customer
    if (name === 'unfreeze') await world.call('freeze', {}, { secrete })
    const input: Record<string, unknown> = {
      name: 'Robot',
      ...('passkeyId' in customer && { id: customer.passkeyId }),
      giveup: true,
    }
    const attempt = async (given: Record<string, string>) =>
      (await world.call(name, { ...input, ...given }, { secrete, ip: '192.0.2.1', headers: { origin } })).body
    const before = (await world.call('security', {}, { secrete })).body
    expect(await attempt({})).toMatchObject({ code: 'wrong_password', fields: { pwd: expect.any(String) } })
    expect(await attempt({ pwd: 'not the password' })).toMatchObject({ code: 'wrong_password' })
    expect(await attempt({ pwd: goodPassword })).toMatchObject({
      code: 'second_factor_needed',
      details: { methods: [name === 'totp.remove' ? 'totp' : 'passkey', 'recovery'] },
    })
    expect(await attempt({ pwd: goodPassword, totp: '000000' })).toMatchObject({ code: 'second_factor_wrong' })
    expect(await attempt({ pwd: goodPassword, recovery: 'aaaaa-aaaaa' })).toMatchObject({ code: 'second_factor_wrong' })
    expect(await attempt({ pwd: goodPassword, passkey: '{"id":"x"}' })).toMatchObject({ code: 'second_factor_wrong' })
    for (let turn = 0; turn < 4; turn++) await attempt({ pwd: 'not the password' })
    expect(await attempt({ pwd: goodPassword, recovery: customer.recovery[0]! })).toMatchObject({ code: 'locked_out' })
    expect((await world.call('security', {}, { secrete })).body).toEqual(before)
    await world.platform.clock.advance(2 * 3_600_000)
  })
})

describe('a proof', () => {
  it('can be a recovery code in a separate field, or a passkey, and works only once', async () => {
    const { secrete, recovery, proof } = await withPasskey(world, 'proofs@example.org')
    const make = (given: Record<string, string>) =>
      world.call('keys.make', { name: 'Robot', pwd: goodPassword, ...given }, { secrete })
    const passkey = await proof()
    expect((await make({ passkey })).status).toBe(200)
    expect((await make({ passkey })).body.code).toBe('second_factor_wrong')
    expect((await make({ recovery: recovery[0]! })).status).toBe(200)
    expect((await make({ recovery: recovery[0]! })).body.code).toBe('second_factor_wrong')
  })
  it('with another customer’s passkey is refused', async () => {
    const ada = await withPasskey(world, 'proof-ada@example.org')
    const ben = await withPasskey(world, 'proof-ben@example.org')
    expect(
      (
        await world.call(
          'keys.make',
          { name: 'Robot', pwd: goodPassword, passkey: await ben.proof() },
          { secrete: ada.secrete },
        )
      ).body.code,
    ).toBe('second_factor_wrong')
  })
  it('is required by other modules’ calls through confirmFactor, but only if a factor is set', async () => {
    const { identity } = world
    const plain = (await identity.sessionOf(await world.signUp('plain@example.org')))!
    await identity.confirmFactor(plain, {})
    expect(await identity.hasFactor(plain.customerId)).toBe(false)
    const guarded = await withApp(world, 'guarded@example.org')
    const session = (await identity.sessionOf(guarded.secrete))!
    expect(await identity.hasFactor(session.customerId)).toBe(true)
    await expect(identity.confirmFactor(session, {})).rejects.toMatchObject({ code: 'second_factor_needed' })
    await identity.confirmFactor(session, { totp: await guarded.code() })
  })
})
