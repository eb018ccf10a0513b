import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedCost } from '../../platform/secrets/password-hasher.ts'
import { createIdentity } from '../public.ts'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../test-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
  for (const name of ['ada', 'storm', 'slow', 'refund', 'restart', 'ten']) await world.signUp(`${name}@example.org`)
})
afterAll(() => world.stop())

const login = (email: string, pwd: string, ip = '127.0.0.1') => world.call('login', { email, pwd }, { ip })

describe('signing in', () => {
  it('opens a session', async () => {
    const answer = await login('ada@example.org', goodPassword)
    expect(answer).toMatchObject({ status: 200, body: { type: 'success', msg: 'Welcome back.' } })
    expect((await world.call('user', {}, { secrete: answer.body.secrete })).body).toMatchObject({
      email: 'ada@example.org',
    })
  })

  it('opens a new session each time, and leaves earlier ones open', async () => {
    const [first, second] = [await login('ada@example.org', goodPassword), await login('ada@example.org', goodPassword)]
    expect(first.body.secrete).not.toBe(second.body.secrete)
    expect((await world.call('user', {}, { secrete: first.body.secrete })).status).toBe(200)
  })

  it('accepts a password in decomposed characters', async () => {
    const pwd = 'un café très noir'
    await world.signUp('accent@example.org', { pwd, cpwd: pwd })
    expect((await login('accent@example.org', pwd.normalize('NFD'))).status).toBe(200)
  })

  it('stores only the visitor’s network and a shortened user agent', async () => {
    await world.call(
      'login',
      { email: 'ada@example.org', pwd: goodPassword },
      { ip: '203.0.113.77', headers: { 'user-agent': 'Browser/1 '.repeat(30) } },
    )
    const { rows } = await world.platform.pool.query(
      "SELECT user_agent, network FROM identity.session WHERE network = '203.0.113.0/24'",
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].user_agent).toHaveLength(120)
  })
})

describe('fields_missing', () => {
  it.each([{ email: '', pwd: 'x' }, { email: 'ada@example.org', pwd: '' }, {}])('is returned for %j', async (input) => {
    expect(await world.call('login', input)).toMatchObject({
      status: 400,
      body: { code: 'fields_missing', msg: 'Fill all Form Fields' },
    })
  })
})

describe('wrong_credentials', () => {
  it('is the same for a wrong password, an unknown address and an invalid address', async () => {
    const answers = [
      await login('ada@example.org', 'not the password'),
      await login('nobody@example.org', goodPassword),
      await login("' OR 1=1 --", goodPassword),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({
        type: 'warning',
        code: 'wrong_credentials',
        msg: 'Incorrect email or password.',
      })
    }
    const headers = answers.map((answer) => Object.keys(answer.headers).sort())
    expect(headers[1]).toEqual(headers[0])
  })
})

describe('locked_out', () => {
  it('requires longer waits from the sixth attempt, and allows ten an hour over all IP addresses', async () => {
    const waits: number[] = []
    let nowMs = 0
    for (let turn = 0; turn < 11; turn++) {
      const ip = `198.51.100.${turn}`
      const answer = await login('ten@example.org', 'wrong password', ip)
      if (answer.status !== 429) continue
      const seconds = Number(answer.headers['retry-after'])
      expect(answer.body).toMatchObject({
        code: 'locked_out',
        msg: `Too many attempts. Wait ${seconds} seconds and try again.`,
      })
      waits.push(seconds)
      if (turn === 10) break
      await world.platform.clock.advance(seconds * 1000)
      nowMs += seconds * 1000
      expect((await login('ten@example.org', 'wrong password', ip)).status).toBe(401)
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 3600 - nowMs / 1000])
    expect((await login('ten@example.org', goodPassword)).status).toBe(429)
    await world.platform.clock.advance(waits.at(-1)! * 1000)
    expect((await login('ten@example.org', goodPassword)).status).toBe(200)
  })

  it('counts concurrent attempts', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => login('storm@example.org', 'wrong password', `203.0.113.${turn}`)),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  it('counts attempts for an unknown address like those for a known one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => login('unknown@example.org', 'wrong password', '192.0.2.44')),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  })

  it('does not count correct passwords', async () => {
    for (let turn = 0; turn < 12; turn++) expect((await login('refund@example.org', goodPassword)).status).toBe(200)
  })

  it('stops one network that tries many accounts, but no other network', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 40; turn++)
      statuses.push((await login(`victim${turn}@example.org`, 'wrong password', '192.0.2.1')).status)
    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true)
    expect(statuses.slice(30).every((status) => status === 429)).toBe(true)
    expect((await login('ada@example.org', goodPassword, '192.0.2.2')).status).toBe(200)
  })

  it('applies in another process and after a restart', async () => {
    for (let turn = 0; turn < 5; turn++) await login('restart@example.org', 'wrong password', '192.0.2.9')
    const other = createIdentity(
      { ...world.platform, metrics: { ...world.platform.metrics, gauge: () => undefined as never } },
      { ledger: world.ledger },
    )
    const request = {
      session: null,
      files: {},
      headers: { device: '' },
      ip: '192.0.2.10',
      userAgent: '',
      idempotencyKey: undefined,
    }
    await expect(async () =>
      other.calls.login({ email: 'restart@example.org', pwd: goodPassword, totp: '' }, request),
    ).rejects.toMatchObject({ code: 'locked_out' })
    await other.stop()
  })
})

describe('a room of customers behind one IP address', () => {
  it('can sign in thirty times concurrently with correct passwords, even as one customer', async () => {
    const names = Array.from({ length: 30 }, (_, turn) => `room${turn}@example.org`)
    for (const email of names)
      await world.identity.addCustomer({
        email,
        name: 'Ada',
        country: 'GB',
        phone: '07400 123456',
        currency: 'USD',
        password: goodPassword,
      })
    const room = await Promise.all(names.map((email) => login(email, goodPassword, '192.0.2.150')))
    expect(room.map(({ status }) => status)).toEqual(names.map(() => 200))
    const again = await Promise.all(names.map(() => login(names[0]!, goodPassword, '192.0.2.150')))
    expect(again.map(({ status }) => status)).toEqual(names.map(() => 200))
  })

  it('can still sign in on known devices after a stranger in the room has used up the limit', async () => {
    const { device } = (await login('ada@example.org', goodPassword, '192.0.2.151')).body
    for (let turn = 0; turn < 40; turn++) await login(`absent${turn}@example.org`, 'wrong password', '192.0.2.151')
    expect((await login('ada@example.org', goodPassword, '192.0.2.151')).status).toBe(429)
    const known = await world.call(
      'login',
      { email: 'ada@example.org', pwd: goodPassword },
      { ip: '192.0.2.151', headers: { device } },
    )
    expect(known.status).toBe(200)
  })
})

describe('a device that signed in before', () => {
  const email = 'besieged@example.org'
  const onDevice = (device: string, pwd = goodPassword) =>
    world.call('login', { email, pwd }, { ip: '203.0.113.200', headers: { device } })

  it('can sign in while strangers lock the account, and has a separate count for each account', async () => {
    await world.signUp(email)
    await world.signUp('neighbour@example.org')
    const { device } = (await login(email, goodPassword)).body
    for (let turn = 0; turn < 12; turn++) await login(email, 'wrong password', `198.51.100.${turn}`)
    expect((await login(email, goodPassword, '203.0.113.200')).status).toBe(429)
    expect((await onDevice(`x,${device}`)).status).toBe(200)
    for (let turn = 0; turn < 5; turn++) expect((await onDevice(device, 'wrong password')).status).toBe(401)
    expect(await onDevice(device)).toMatchObject({ status: 429, headers: { 'retry-after': '15' } })
    const other = (await login('neighbour@example.org', goodPassword)).body.device
    expect((await onDevice(other)).status).toBe(429)
    await world.platform.clock.advance(15_000)
    expect((await onDevice(device)).status).toBe(200)
  })

  it('can change the password and unfreeze the account in an open session while strangers lock it', async () => {
    const secrete = await world.signUp('open-session@example.org')
    await world.call('freeze', {}, { secrete })
    for (let turn = 0; turn < 40; turn++)
      await login(turn % 3 ? `other${turn}@example.org` : 'open-session@example.org', 'wrong password', '192.0.2.160')
    const inside = { secrete, ip: '192.0.2.160' }
    expect((await world.call('unfreeze', { pwd: goodPassword }, inside)).status).toBe(200)
    const changed = { opwd: goodPassword, pwd: 'a lighthouse in the fog', cpwd: 'a lighthouse in the fog' }
    expect((await world.call('updatepass', changed, inside)).status).toBe(200)
  })
})

describe('one stranger', () => {
  it('on one network delays the owner on a new device by at most a minute', async () => {
    await world.signUp('one-stranger@example.org')
    for (let turn = 0; turn < 40; turn++) {
      const answer = await login('one-stranger@example.org', 'wrong password', '192.0.2.170')
      if (answer.status === 429)
        await world.platform.clock.advance(Math.min(Number(answer.headers['retry-after']), 60) * 1000)
    }
    const first = await login('one-stranger@example.org', goodPassword, '192.0.2.171')
    if (first.status !== 200) {
      expect(Number(first.headers['retry-after'])).toBeLessThanOrEqual(60)
      await world.platform.clock.advance(60_000)
      expect((await login('one-stranger@example.org', goodPassword, '192.0.2.171')).status).toBe(200)
    }
  })
})

describe('busy', () => {
  let crowded: IdentityWorld
  // Hashes must take longer than calls, so that they queue.
  beforeAll(async () => {
    crowded = await createIdentityWorld({}, undefined, installedCost)
  })
  afterAll(() => crowded.stop())

  it('is returned when too many passwords are waiting to be hashed, without counting the attempt', async () => {
    const login = (turn: number, ip: string) =>
      crowded.call('login', { email: `crowd${turn}@example.org`, pwd: 'wrong password' }, { ip })
    const answers = await Promise.all(Array.from({ length: 240 }, (_, turn) => login(turn, `10.0.${turn}.1`)))
    // On a slow machine, some calls instead wait too long for a database connection.
    const refused = answers.findIndex(({ body }) => body.code === 'busy')
    expect(answers[refused]).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    expect(answers.every(({ status }) => status === 401 || status === 503)).toBe(true)
    for (let turn = 0; turn < 5; turn++) expect((await login(refused, `10.1.${turn}.1`)).status).toBe(401)
  })
})
