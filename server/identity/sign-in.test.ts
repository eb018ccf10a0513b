import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentity } from './public.ts'
import { createIdentityWorld, goodPassword, type IdentityWorld } from './test-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
  for (const name of ['ada', 'storm', 'slow', 'refund', 'restart', 'ten']) await world.signUp(`${name}@example.org`)
})
afterAll(() => world.stop())

const login = (email: string, pwd: string, ip = '127.0.0.1') => world.call('login', { email, pwd }, { ip })

describe('address and password', () => {
  it('open a session', async () => {
    const answer = await login('ada@example.org', goodPassword)
    expect(answer).toMatchObject({ status: 200, body: { type: 'success', msg: 'Welcome back.' } })
    expect((await world.call('user', {}, { secrete: answer.body.secrete })).body).toMatchObject({ email: 'ada@example.org' })
  })

  it('open a session each time, and the older ones stay', async () => {
    const [first, second] = [await login('ada@example.org', goodPassword), await login('ada@example.org', goodPassword)]
    expect(first.body.secrete).not.toBe(second.body.secrete)
    expect((await world.call('user', {}, { secrete: first.body.secrete })).status).toBe(200)
  })

  it('take a password in decomposed letters for the same', async () => {
    const pwd = 'un café très noir'
    await world.signUp('accent@example.org', { pwd, cpwd: pwd })
    expect((await login('accent@example.org', pwd.normalize('NFD'))).status).toBe(200)
  })

  it('keep of the visitor a network and a short name of the browser', async () => {
    await world.call('login', { email: 'ada@example.org', pwd: goodPassword }, { ip: '203.0.113.77', headers: { 'user-agent': 'Browser/1 '.repeat(30) } })
    const { rows } = await world.platform.pool.query("SELECT user_agent, network FROM identity.session WHERE network = '203.0.113.0/24'")
    expect(rows).toHaveLength(1)
    expect(rows[0].user_agent).toHaveLength(120)
  })
})

describe('fields_missing', () => {
  it.each([{ email: '', pwd: 'x' }, { email: 'ada@example.org', pwd: '' }, {}])('%j', async (input) => {
    expect(await world.call('login', input)).toMatchObject({ status: 400, body: { code: 'fields_missing', msg: 'Fill all Form Fields' } })
  })
})

describe('wrong_credentials', () => {
  it('is the same answer for a wrong password, an unknown address and no address at all', async () => {
    const answers = [await login('ada@example.org', 'not the password'), await login('nobody@example.org', goodPassword), await login("' OR 1=1 --", goodPassword)]
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({ type: 'warning', code: 'wrong_credentials', msg: 'E-mail or password is not right.' })
    }
    const headers = answers.map((answer) => Object.keys(answer.headers).sort())
    expect(headers[1]).toEqual(headers[0])
  })
})

describe('locked_out', () => {
  it('waits longer and longer from the sixth try on, ten tries an hour, from whatever address', async () => {
    const waits: number[] = []
    let nowMs = 0
    for (let turn = 0; turn < 11; turn++) {
      const ip = `198.51.100.${turn}`
      const answer = await login('ten@example.org', 'wrong password', ip)
      if (answer.status !== 429) continue
      const seconds = Number(answer.headers['retry-after'])
      expect(answer.body).toMatchObject({ code: 'locked_out', msg: `Too many tries. Wait ${seconds} seconds and try again.` })
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

  it('counts tries that are made at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => login('storm@example.org', 'wrong password', `203.0.113.${turn}`)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  it('counts an unknown address like a known one', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => login('unknown@example.org', 'wrong password', '192.0.2.44')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  })

  it('does not count right passwords', async () => {
    for (let turn = 0; turn < 12; turn++) expect((await login('refund@example.org', goodPassword)).status).toBe(200)
  })

  it('stops one address that tries many accounts, and no other address', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 40; turn++) statuses.push((await login(`victim${turn}@example.org`, 'wrong password', '192.0.2.1')).status)
    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true)
    expect(statuses.slice(30).every((status) => status === 429)).toBe(true)
    expect((await login('ada@example.org', goodPassword, '192.0.2.2')).status).toBe(200)
  })

  it('holds in another process and after a restart', async () => {
    for (let turn = 0; turn < 5; turn++) await login('restart@example.org', 'wrong password', '192.0.2.9')
    const other = createIdentity({ ...world.platform, metrics: { ...world.platform.metrics, gauge: () => undefined as never } }, { ledger: world.ledger })
    const request = { session: null, files: {}, headers: {}, ip: '192.0.2.10', userAgent: '', idempotencyKey: undefined }
    await expect(async () => other.calls.login({ email: 'restart@example.org', pwd: goodPassword, totp: '' }, request)).rejects.toMatchObject({ code: 'locked_out' })
    await other.stop()
  })
})

describe('busy', () => {
  it('when too many passwords wait already, without counting the try', async () => {
    const answers = await Promise.all(Array.from({ length: 140 }, (_, turn) => login(`crowd${turn}@example.org`, 'wrong password', `10.0.${turn}.1`)))
    const busy = answers.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThan(0)
    expect(busy[0]).toMatchObject({ body: { code: 'busy' }, headers: { 'retry-after': '1' } })
    expect(answers.every(({ status }) => status === 401 || status === 503)).toBe(true)
    const refused = answers.findIndex(({ status }) => status === 503)
    for (let turn = 0; turn < 5; turn++) expect((await login(`crowd${refused}@example.org`, 'wrong password', `10.1.${turn}.1`)).status).toBe(401)
  })
})
