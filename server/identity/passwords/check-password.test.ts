import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../test-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

describe("'password.check'", () => {
  const check = (pwd: string) =>
    world.call('password.check', { pwd, email: 'ada.lovelace@example.org', name: 'Ada Lovelace' })
  it('accepts what sign-up accepts', async () => expect((await check(goodPassword)).status).toBe(200))
  it.each(['P@ssw0rd!', 'Summer2026!', 'tallystick', 'abcd1234!', 'lovelace1815!'])(
    'returns weak_password for %s',
    async (pwd) => {
      expect(await check(pwd)).toMatchObject({
        status: 400,
        body: { code: 'weak_password', fields: { pwd: expect.any(String) } },
      })
    },
  )
  it('accepts long passwords: 64 and 200 characters', async () => {
    for (const length of [64, 200])
      expect((await check('heron over grey water, '.repeat(9).slice(0, length))).status).toBe(200)
  })
  it('returns fields_missing', async () => expect((await check('')).body).toMatchObject({ code: 'fields_missing' }))
})
