import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../test-world.ts'
import { browserName } from '../../platform/http/browser-name.ts'
import { newestSubject, withApp } from './test-factors.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const login = async (email: string, userAgent: string) =>
  (
    await world.call(
      'login',
      { email, pwd: goodPassword },
      { ip: '203.0.113.77', headers: { 'user-agent': userAgent } },
    )
  ).body.secrete
const sessions = async (secrete: string) => (await world.call('sessions', {}, { secrete })).body
const status = async (secrete: string) => (await world.call('user', {}, { secrete })).status

describe("'sessions' and 'sessions.revoke'", () => {
  it('list recognisable sessions, the current one first, and end one or all others', async () => {
    const first = await world.signUp('ada@example.org')
    await world.platform.clock.advance(1_000)
    const second = await login('ada@example.org', chrome)
    await world.platform.clock.advance(1_000)
    const third = await login('ada@example.org', 'curl/8.1')
    const listed = await sessions(first)
    expect(listed[0]).toMatchObject({ current: true, method: 'register' })
    expect(listed.slice(1)).toMatchObject([
      { browser: 'curl', network: '203.0.113.0/24', method: 'password', current: false },
      { browser: 'Chrome on Linux' },
    ])
    expect(JSON.stringify(listed)).not.toContain('203.0.113.77')
    expect(
      (await world.call('sessions.revoke', { id: listed[1].id, pwd: goodPassword }, { secrete: first })).body.ended,
    ).toBe(1)
    expect([await status(first), await status(second), await status(third)]).toEqual([200, 200, 401])
    expect((await world.call('sessions.revoke', { pwd: goodPassword }, { secrete: first })).body.ended).toBe(1)
    expect([await status(first), await status(second)]).toEqual([200, 401])
    expect(newestSubject(world, 'ada@example.org')).toBe('Other devices were signed out of your Tallystick account')
    expect(await sessions(first)).toHaveLength(1)
  })
  it('return session_not_found for another customer’s session, as if it did not exist', async () => {
    const [ada, ben] = [await world.signUp('ada2@example.org'), await world.signUp('ben2@example.org')]
    const [{ id }] = await sessions(ada)
    for (const other of [id, '01890000-0000-7000-8000-000000000000', 'x']) {
      expect(
        (await world.call('sessions.revoke', { id: other, pwd: goodPassword }, { secrete: ben })).body,
      ).toMatchObject({ code: 'session_not_found' })
    }
    expect(await status(ada)).toBe(200)
  })
})

describe("'sessions.revoke'", () => {
  it('returns wrong_password or, with a second factor, second_factor_needed or second_factor_wrong', async () => {
    const secrete = await world.signUp('proof@example.org')
    const other = await login('proof@example.org', chrome)
    expect(await world.call('sessions.revoke', {}, { secrete })).toMatchObject({
      status: 403,
      body: { code: 'wrong_password' },
    })
    expect(await status(other)).toBe(200)
    const guarded = await withApp(world, 'guarded@example.org')
    expect(
      (await world.call('sessions.revoke', { pwd: goodPassword }, { secrete: guarded.secrete })).body,
    ).toMatchObject({ code: 'second_factor_needed' })
    expect(
      (await world.call('sessions.revoke', { pwd: goodPassword, totp: '000000' }, { secrete: guarded.secrete })).body,
    ).toMatchObject({ code: 'second_factor_wrong' })
  })
})

describe("'signins'", () => {
  it('lists pages of sign-ins, newest first, and deletes sign-ins after 180 days', async () => {
    const secrete = await world.signUp('pages@example.org')
    for (let turn = 0; turn < 21; turn++) await login('pages@example.org', chrome)
    await world.platform.clock.advance(1_000)
    await login('pages@example.org', 'curl/8.1')
    await expect.poll(async () => (await world.call('signins', { p: '2' }, { secrete })).body.length).toBe(3)
    const [newest] = (await world.call('signins', {}, { secrete })).body
    expect(newest).toMatchObject({ network: '203.0.113.0/24', browser: 'curl', method: 'password', outcome: 'success' })
    await world.platform.clock.advance(181 * 86_400_000)
    await world.platform.jobs.start()
    await world.platform.jobs.add('identity.purge', {})
    await expect
      .poll(
        async () =>
          (await world.platform.pool.query('SELECT count(*)::int AS count FROM identity.signin')).rows[0].count,
        { timeout: 10_000 },
      )
      .toBe(0)
  })
})

describe('the name of a browser', () => {
  it.each([
    [chrome, 'Chrome on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
        'Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
        'Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on macOS'],
    ['python-requests/2.32', 'python-requests'],
    ['<script>', 'Unknown'],
    ['', 'Unknown'],
  ])('in %j is %s', (userAgent, name) => expect(browserName(userAgent)).toBe(name))
})
