import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Call } from '../contract/call.ts'
import { calls } from '../contract/calls.ts'
import { createTestDatabase } from '../tests/harness.ts'
import { startApp, type App } from './app.ts'
import { createTestAuthenticator } from './identity/security/test-authenticator.ts'
import { reconcile } from './ledger/reconcile.ts'
import { readConfig } from './platform/config.ts'

/** Access rules of every call of the contract, over the whole product and real sockets. Source: targets.md S2 and S3. */
let app: App
let secretes: { ada: string; ben: string; revoked: string; fuzz: string }
const closers: (() => unknown)[] = []

const all: Call[] = Object.values(calls)
const customerCalls = all.filter(({ access }) => access === 'customer')

type Sent = { secrete?: string; method?: string; body?: string; type?: string; headers?: Record<string, string> }

/** As a query carries it. An object need not have a `toString` that works. */
const inQuery = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

async function send(name: string, input: Record<string, unknown>, sent: Sent = {}): Promise<{ status: number; body: any }> {
  const method = sent.method ?? (calls[name as keyof typeof calls] as Call | undefined)?.method ?? 'GET'
  const query = method === 'GET' ? new URLSearchParams(Object.entries(input).map(([key, value]): [string, string] => [key, inQuery(value)])).toString() : ''
  const answer = await fetch(`${app.url}/api?r=${encodeURIComponent(name)}${query && `&${query}`}`, {
    method,
    headers: { ...(method === 'POST' && { 'content-type': sent.type ?? 'application/json' }), ...(sent.secrete !== undefined && { secrete: sent.secrete }), ...sent.headers },
    ...(method === 'POST' && { body: sent.body ?? JSON.stringify(input) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text }
}

async function signUp(email: string): Promise<string> {
  const answer = await send('regcode', { email, name: 'Ada Byron' })
  const mails: { to: string; text: string }[] = app.platform.mail.mailbox()
  const vcode = /\b(\d{5})\b/.exec(mails.find(({ to }) => to === email)!.text)![1]
  const form = { email, name: 'Ada Byron', pwd: 'a long and quiet river', cpwd: 'a long and quiet river', country: 'GB', code: '+44', phone: '7400 123456', cur: 'USD', vcode }
  const { body } = await send('register', form, { headers: { code: String(answer.body).slice('success-'.length) } })
  return body.secrete
}

beforeAll(async () => {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tallystick-access-'))
  app = await startApp(readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', DEV_TOOLS: '1', RATE_PER_MINUTE: '0', LOG_LEVEL: 'silent' }))
  closers.push(() => app.stop(), database.drop, () => rmSync(dataDir, { recursive: true, force: true }))
  const [ada, ben, revoked, fuzz] = [await signUp('ada@example.org'), await signUp('ben@example.org'), await signUp('cleo@example.org'), await signUp('dora@example.org')]
  expect((await send('signout', {}, { secrete: revoked })).status).toBe(200)
  secretes = { ada, ben, revoked, fuzz }
  // The market has been open for a while: every symbol has a price.
  await app.platform.clock.advance(10_000)
})
afterAll(async () => {
  for (const close of closers) await close()
})

/** An input that the call's schema takes, so that a refusal cannot come from the input. */
const plainInput: Record<string, Record<string, unknown>> = {
  trade: { symbols: 'BTCUSD', amount: '10', interval: 5, TYPE: 'BUY' },
  'trades.receipt': { id: '01890000-0000-7000-8000-000000000000' },
  'sessions.revoke': { id: '01890000-0000-7000-8000-000000000000' },
  'keys.revoke': { id: '01890000-0000-7000-8000-000000000000' },
  'passkey.rename': { id: '01890000-0000-7000-8000-000000000000', name: 'Laptop' },
  'passkey.remove': { id: '01890000-0000-7000-8000-000000000000' },
  updatepass: { opwd: 'a long and quiet river', pwd: 'the hill behind it', cpwd: 'the hill behind it' },
}

describe('a call of customers', () => {
  const signedOut = { status: 401, body: { type: 'warning', code: 'not_signed_in', msg: 'Sign in to go on.' } }
  const forgeries = (): Record<string, string | undefined> => ({
    missing: undefined,
    empty: '',
    forged: Buffer.alloc(32, 7).toString('base64url'),
    revoked: secretes.revoked,
    changed: secretes.ada.slice(0, -1) + (secretes.ada.endsWith('A') ? 'B' : 'A'),
    'far too long': 'x'.repeat(4_000),
  })
  it.each(customerCalls.map(({ name }) => name))('%s tells nothing and does nothing without a good secret', async (name) => {
    for (const [kind, secrete] of Object.entries(forgeries())) {
      const answer = await send(name, plainInput[name] ?? {}, secrete === undefined ? {} : { secrete })
      expect(answer, `${name} with a secret that is ${kind}`).toEqual(signedOut)
    }
  })

  it('moved nothing in all that', async () => {
    expect((await send('user', {}, { secrete: secretes.ada })).body.balance).toBe('10000.00')
    expect((await send('login', { email: 'ada@example.org', pwd: 'a long and quiet river' })).status).toBe(200)
  })
})

describe('an object of another customer', () => {
  /** Makes an object of Ada's that the call names by its id. */
  const objects: Record<string, () => Promise<Record<string, unknown>>> = {
    'trades.receipt': async () => ({ id: (await openTrade(secretes.ada)).body.id }),
    'sessions.revoke': async () => {
      await send('login', { email: 'ada@example.org', pwd: 'a long and quiet river' })
      return { id: (await send('sessions', {}, { secrete: secretes.ada })).body.find((session: { current: boolean }) => !session.current).id }
    },
    'keys.revoke': async () => ({ id: (await send('keys.make', { name: 'Robot', pwd: 'a long and quiet river' }, { secrete: secretes.ada })).body.id }),
    'passkey.rename': async () => ({ id: (await adasPasskey()).id, name: 'Laptop' }),
    'passkey.remove': async () => {
      const { id, recovery } = await adasPasskey()
      return { id, pwd: 'a long and quiet river', recovery: recovery[0] }
    },
  }
  const byId = all.filter(({ input, access }) => access !== 'public' && Object.keys((z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as { properties: object }).properties).some((field) => /^(id|.*Id|tid)$/.test(field)))

  it('has a case here for every call that takes an id', () => {
    expect(byId.map(({ name }) => name).filter((name) => !objects[name])).toEqual([])
  })
  it.each(Object.keys(objects))('%s answers as for a thing that is not there', async (name) => {
    const input = await objects[name]!()
    const own = await send(name, input, { secrete: secretes.ada })
    const others = await send(name, input, { secrete: secretes.ben })
    const missing = await send(name, plainInput[name]!, { secrete: secretes.ben })
    expect(own.status).toBe(200)
    expect(others).toEqual(missing)
    expect(missing.status).toBe(404)
  })
  it('stays out of lists and sums', async () => {
    await openTrade(secretes.ada)
    expect((await send('trades', {}, { secrete: secretes.ben })).body).toEqual([])
    expect((await send('totalbalance', {}, { secrete: secretes.ben })).body).toBe(10_000)
  })
})

let passkey: { id: string; recovery: string[] } | undefined
async function adasPasskey(): Promise<{ id: string; recovery: string[] }> {
  if (passkey) return passkey
  const { body: options } = await send('passkey.begin', { pwd: 'a long and quiet river' }, { secrete: secretes.ada })
  return (passkey = (await send('passkey.add', { name: 'Laptop', response: createTestAuthenticator().make(options) }, { secrete: secretes.ada })).body)
}

async function openTrade(secrete: string) {
  const answer = await send('trade', plainInput['trade']!, { secrete })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer
}

describe('the endpoint', () => {
  it.each(['', 'nothing', '__proto__', 'constructor', 'trade ', 'TRADE', "trade'--"])('refuses the unknown call %j', async (name) => {
    for (const method of ['GET', 'POST']) {
      const { status, body } = await send(name, {}, { method, secrete: secretes.ada })
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'unknown_call' })
    }
  })
  it.each(all.map(({ name, method }) => [name, method] as const))('takes %s by %s only', async (name, method) => {
    const { status, body } = await send(name, plainInput[name] ?? {}, { method: method === 'POST' ? 'GET' : 'POST', secrete: secretes.ada })
    expect({ status, code: body.code, msg: body.msg }).toEqual({ status: 405, code: 'wrong_method', msg: `This call is made with ${method}.` })
  })
  it('reads a refusal of a body of 10 MB before the client is cut off, and lives on', async () => {
    for (const framing of ['content-length', 'chunked'] as const) {
      const answer = await sendLarge(10 * 1024 * 1024, framing)
      expect(answer.split('\r\n')[0], framing).toBe('HTTP/1.1 413 Payload Too Large')
      expect(answer, framing).toContain('"code":"too_large"')
    }
    expect((await send('symbols', {})).status).toBe(200)
  })
})

/** Sends a large body over a plain socket and answers with all that the server said until it closed. */
function sendLarge(bytes: number, framing: 'content-length' | 'chunked'): Promise<string> {
  const { hostname, port } = new URL(app.url)
  const piece = Buffer.alloc(64 * 1024, ' ')
  return new Promise((resolve) => {
    let said = ''
    let left = bytes
    const socket = connect({ host: hostname, port: Number(port) })
    const more = () => {
      while (left > 0 && socket.writable) {
        left -= piece.length
        if (!socket.write(framing === 'chunked' ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]) : piece)) return
      }
    }
    socket.on('data', (data) => (said += data.toString()))
    socket.on('drain', more)
    socket.on('error', () => {})
    socket.on('close', () => resolve(said))
    const length = framing === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${bytes}`
    socket.write(`POST /api?r=login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n${length}\r\nconnection: close\r\n\r\n`)
    more()
  })
}

describe('random bodies', () => {
  const hostile = fc.constantFrom<unknown>('', ' ', 'NaN', '1e309', '-5', '9.99', '10; drop', '\u0000', '\ud800', '٣', 'true', -1, 0, 7, 1e308, 2 ** 53, null, true, [], {}, 'x'.repeat(5_000), '__proto__', "' OR 1=1 --")
  const value = fc.oneof({ weight: 3, arbitrary: hostile }, fc.jsonValue(), fc.string({ unit: 'binary' }))
  const runs = Number(process.env['FUZZ_RUNS'] ?? 120)

  const bodyOf = (call: Call) => {
    const fields = Object.keys(call.input.shape)
    const shaped = fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] })
    const nearlyRight = fc.record(Object.fromEntries(fields.map((field) => [field, fc.oneof(fc.constant(plainInput[call.name]?.[field] ?? 'ada@example.org'), value)])))
    return fc.oneof(shaped, nearlyRight, fc.dictionary(fc.string(), value))
  }
  const garbage = fc.record({ body: fc.string({ unit: 'binary' }), type: fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', 'image/png', ';') })

  it('get an answer that is no failure of ours, at every call', { timeout: 60_000 }, async () => {
    const tryCall = async (call: Call) => {
      const check = async (input: Record<string, unknown>, sent: Sent) => {
        const answer = await send(call.name, input, { secrete: secretes.fuzz, ...sent })
        expect(answer.status, JSON.stringify({ call: call.name, input, ...sent, answer: answer.body })).toBeLessThan(500)
        if (answer.status >= 400) expect(answer.body).toMatchObject({ type: 'warning', code: expect.any(String), msg: expect.any(String) })
      }
      await fc.assert(fc.asyncProperty(bodyOf(call), (input) => check(input, {})), { numRuns: runs })
      if (call.method === 'POST') await fc.assert(fc.asyncProperty(garbage, (sent) => check({}, sent)), { numRuns: Math.ceil(runs / 3) })
    }
    // `signout` last: the others are to get past the secret.
    await Promise.all(all.filter(({ name }) => name !== 'signout').map(tryCall))
    await tryCall(calls.signout)
  })

  it('leave the books in order', async () => {
    const { db } = app.platform
    const { ok, breaks } = await reconcile(db)
    expect(breaks).toEqual([])
    expect(ok).toBe(true)
  })
})
