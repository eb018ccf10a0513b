import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskPassword } from '../test-world.ts'
import { createGraceWorld, type GraceWorld } from './test-grace.ts'

const newPassword = 'a lighthouse in thick fog'
let world: GraceWorld
beforeAll(async () => {
  world = await createGraceWorld()
})
afterAll(() => world.stop())

describe("'operators.password'", () => {
  const change = async (changes: Record<string, string> = {}) =>
    world.asGrace('operators.password', {
      opwd: deskPassword,
      pwd: newPassword,
      cpwd: newPassword,
      totp: await world.code(),
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
    const other = (await world.login()).body.secrete
    expect((await change()).status).toBe(200)
    expect([await world.isIn(world.secrete), await world.isIn(other)]).toEqual([true, false])
    expect((await world.login(newPassword)).status).toBe(200)
    expect((await change({ opwd: newPassword, pwd: deskPassword, cpwd: deskPassword })).status).toBe(200)
  })
})

describe("'operators.access' and 'operators.sessions.end'", () => {
  it('list recognisable sessions, and end one of them or all others', async () => {
    const [second, third] = [(await world.login()).body.secrete, (await world.login()).body.secrete]
    const { sessions } = (await world.asGrace('operators.access', {})).body
    expect(sessions[0]).toMatchObject({ current: true })
    expect(sessions[1]).toMatchObject({ current: false, browser: 'curl', network: '127.0.0.0/24' })
    expect(
      (await world.asGrace('operators.sessions.end', { id: sessions[1].id, ...(await world.proof()) })).body.ended,
    ).toBe(1)
    expect([await world.isIn(second), await world.isIn(third)]).toEqual([true, false])
    expect((await world.asGrace('operators.sessions.end', await world.proof())).status).toBe(200)
    expect([await world.isIn(world.secrete), await world.isIn(second)]).toEqual([true, false])
  })

  it('return not_found for a session that the operator does not have', async () => {
    await world.asGrace('operators.access', {})
    for (const id of ['x', '01890000-0000-7000-8000-000000000000']) {
      expect((await world.asGrace('operators.sessions.end', { id, ...(await world.proof()) })).body).toMatchObject({
        code: 'not_found',
      })
    }
  })

  it.each(['operators.sessions.end', 'operators.password'] as const)(
    '%s returns fields_missing, wrong_proof and locked_out, in that order',
    async (name) => {
      await world.passAnHour()
      const given =
        name === 'operators.password'
          ? { opwd: 'another long password', pwd: newPassword, cpwd: newPassword }
          : { pwd: 'another long password' }
      expect((await world.asGrace(name, {})).body).toMatchObject({ code: 'fields_missing' })
      for (let i = 0; i < 5; i++)
        expect((await world.asGrace(name, { ...given, totp: '000000' })).body).toMatchObject({ code: 'wrong_proof' })
      expect((await world.asGrace(name, { ...given, totp: '000000' })).body).toMatchObject({ code: 'locked_out' })
    },
  )
})
