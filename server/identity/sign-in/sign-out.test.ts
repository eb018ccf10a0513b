import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../test-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

describe('signout', () => {
  it('ends only this session, and immediately', async () => {
    const secrete = await world.signUp('ada@example.org')
    const other: string = (await world.call('login', { email: 'ada@example.org', pwd: goodPassword })).body.secrete
    for (const one of [secrete, other]) expect((await world.call('user', {}, { secrete: one })).status).toBe(200)
    expect(await world.call('signout', {}, { secrete })).toMatchObject({
      status: 200,
      body: { type: 'success', msg: 'You are signed out.' },
    })
    expect(await world.call('user', {}, { secrete })).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    expect((await world.call('user', {}, { secrete: other })).status).toBe(200)
  })

  it('can be called twice concurrently', async () => {
    const secrete = await world.signUp('twice@example.org')
    const answers = await Promise.all([1, 2].map(() => world.call('signout', {}, { secrete })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  it('notifies the process that serves the session’s socket', async () => {
    const secrete = await world.signUp('socket@example.org')
    const received: string[] = []
    const end = world.platform.bus.subscribe('session.revoked', ({ sessionId }) => void received.push(sessionId))
    const session = await world.identity.sessionOf(secrete)
    await world.call('signout', {}, { secrete })
    end()
    expect(received).toEqual([session!.sessionId])
  })
})
