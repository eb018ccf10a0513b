import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../api/call.ts'
import { calls } from '../api/calls.ts'
import { reconcile } from './ledger/reconcile.ts'
import { allCalls as all, noId, startAccessWorld, testPassword, type AccessWorld, type Sent } from './test-access.ts'

/**
 * Tests the access rules of every call, with the whole product and real sockets. Source: docs/spec/targets.md S2 and
 * S3.
 */
let world: AccessWorld
let secretes: { ada: string; revoked: string; fuzz: string; owner: string }

const customerCalls = all.filter(({ access }) => access === 'customer')
const send: AccessWorld['send'] = (...given) => world.send(...given)

beforeAll(async () => {
  world = await startAccessWorld({ CHAINS: '0' })
  const [ada, revoked, fuzz] = [
    await world.signUp('ada@example.org'),
    await world.signUp('cleo@example.org'),
    await world.signUp('dora@example.org'),
  ]
  expect((await send('signout', {}, { secrete: revoked })).status).toBe(200)
  secretes = { ada, revoked, fuzz, owner: (await world.addOperator('owner')).secrete }
  // Waits until the market has been open for a while, so that every symbol has a price.
  await world.app.platform.clock.advance(10_000)
})
afterAll(() => world?.stop())

/** Input that the schemas accept, so that it can't be the cause of a refusal. */
const plainInput: Record<string, Record<string, unknown>> = {
  trade: { symbols: 'BTCUSD', amount: '10', interval: 5, TYPE: 'BUY' },
  'trades.receipt': { id: noId },
  'sessions.revoke': { id: noId },
  'keys.revoke': { id: noId },
  'passkey.rename': { id: noId, name: 'Laptop' },
  'passkey.remove': { id: noId },
  updatepass: { opwd: testPassword, pwd: 'the hill behind it', cpwd: 'the hill behind it' },
}

describe('a customer’s call', () => {
  const signedOut = { status: 401, body: { type: 'warning', code: 'not_signed_in', msg: 'Sign in to continue.' } }
  const forgeries = (): Record<string, string | undefined> => ({
    missing: undefined,
    empty: '',
    forged: Buffer.alloc(32, 7).toString('base64url'),
    revoked: secretes.revoked,
    changed: secretes.ada.slice(0, -1) + (secretes.ada.endsWith('A') ? 'B' : 'A'),
    'far too long': 'x'.repeat(4_000),
  })
  it.each(customerCalls.map(({ name }) => name))(
    '%s reveals nothing and does nothing without a valid secret',
    async (name) => {
      for (const [kind, secrete] of Object.entries(forgeries())) {
        const answer = await send(name, plainInput[name] ?? {}, secrete === undefined ? {} : { secrete })
        expect(answer, `${name} with a secret that is ${kind}`).toEqual(signedOut)
      }
    },
  )

  it('moves no money in any of the attempts above', async () => {
    expect((await send('user', {}, { secrete: secretes.ada })).body.balance).toBe('10000.00')
    expect((await send('login', { email: 'ada@example.org', pwd: testPassword })).status).toBe(200)
  })
})

describe('the endpoint', () => {
  it.each(['', 'nothing', '__proto__', 'constructor', 'trade ', 'TRADE', "trade'--"])(
    'refuses the unknown call %j',
    async (name) => {
      for (const method of ['GET', 'POST']) {
        const { status, body } = await send(name, {}, { method, secrete: secretes.ada })
        expect({ status, code: body.code }).toEqual({ status: 404, code: 'unknown_call' })
      }
    },
  )
  it.each(all.map(({ name, method, access }) => [name, method, access] as const))(
    'accepts %s only as a %s request',
    async (name, method, access) => {
      const { status, body } = await send(name, plainInput[name] ?? {}, {
        method: method === 'POST' ? 'GET' : 'POST',
        secrete: access === 'operator' ? secretes.owner : secretes.ada,
      })
      expect({ status, code: body.code, msg: body.msg }).toEqual({
        status: 405,
        code: 'wrong_method',
        msg: `Use ${method} for this call.`,
      })
    },
  )
  it(
    'refuses a body of 10 MB of any type with a response that reaches the sender, and keeps running',
    { timeout: 60_000 },
    async () => {
      const large = 'x'.repeat(10 * 1024 * 1024)
      const form = new FormData()
      form.set('email', new Blob([large]), 'a.jpg')
      const kinds: Record<string, [body: BodyInit, type?: string]> = {
        json: [JSON.stringify({ email: large }), 'application/json'],
        text: [large, 'text/plain'],
        form: [`email=${large}`, 'application/x-www-form-urlencoded'],
        multipart: [form],
      }
      for (const [kind, [body, type]] of Object.entries(kinds)) {
        // Repeats the request, because a fault would lose the response only if the two sides close in a certain order.
        for (let turn = 0; turn < 6; turn++) {
          const answer = await fetch(`${world.app.url}/api?r=login`, {
            method: 'POST',
            body,
            ...(type && { headers: { 'content-type': type } }),
          })
          const { code } = (await answer.json()) as { code: string }
          expect({ status: answer.status, code }, kind).toEqual({ status: 413, code: 'too_large' })
        }
      }
      expect((await send('symbols')).status).toBe(200)
    },
  )
  it.each(['content-length', 'chunked'] as const)(
    'refuses a body of 10 MB with %s, whether clients close the connection or keep it open',
    async (framing) => {
      for (const connection of ['close', 'keep-alive'] as const) {
        for (const type of ['application/json', 'text/plain']) {
          const [head, body] = (await sendLarge(10 * 1024 * 1024, framing, connection, type)).split('\r\n\r\n')
          expect(head!.split('\r\n')[0], `${connection}, ${type}`).toBe('HTTP/1.1 413 Payload Too Large')
          expect(body, `${connection}, ${type}`).toContain('"code":"too_large"')
        }
      }
    },
  )
})

/**
 * Sends a whole large body over a plain socket and returns everything that the server sent. Rejects on a transport
 * error.
 */
function sendLarge(
  bytes: number,
  framing: 'content-length' | 'chunked',
  connection: 'close' | 'keep-alive',
  type: string,
): Promise<string> {
  const { hostname, port } = new URL(world.app.url)
  const piece = Buffer.alloc(64 * 1024, ' ')
  const framed =
    framing === 'chunked'
      ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
      : piece
  return new Promise((resolve, reject) => {
    let said = ''
    let left = bytes
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const more = () => {
      while (left > 0) {
        left -= piece.length
        if (!socket.write(framed)) return
      }
      socket.end(framing === 'chunked' ? '0\r\n\r\n' : '')
    }
    socket.on('data', (data) => (said += data.toString()))
    socket.on('drain', more)
    socket.on('error', reject)
    socket.on('close', () => resolve(said))
    const length = framing === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${bytes}`
    socket.write(
      `POST /api?r=login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: ${type}\r\n` +
        `${length}\r\nconnection: ${connection}\r\n\r\n`,
    )
    more()
  })
}

describe('random bodies', () => {
  const hostile = fc.constantFrom<unknown>(
    '',
    ' ',
    'NaN',
    '1e309',
    '-5',
    '9.99',
    '10; drop',
    '\u0000',
    '\ud800',
    '٣',
    'true',
    -1,
    0,
    7,
    1e308,
    2 ** 53,
    null,
    true,
    [],
    {},
    'x'.repeat(5_000),
    '__proto__',
    "' OR 1=1 --",
  )
  const value = fc.oneof({ weight: 3, arbitrary: hostile }, fc.jsonValue(), fc.string({ unit: 'binary' }))
  const runs = Number(process.env['FUZZ_RUNS'] ?? 20)

  const bodyOf = (call: Call) => {
    const fields = Object.keys(call.input.shape)
    const shaped = fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] })
    const nearlyRight = fc.record(
      Object.fromEntries(
        fields.map((field) => [
          field,
          fc.oneof(fc.constant(plainInput[call.name]?.[field] ?? 'ada@example.org'), value),
        ]),
      ),
    )
    return fc.oneof(shaped, nearlyRight, fc.dictionary(fc.string(), value))
  }
  const garbage = fc.record({
    body: fc.string({ unit: 'binary' }),
    type: fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'image/png',
      ';',
    ),
  })

  it('never cause a server error in any call', { timeout: 240_000 }, async () => {
    const tryCall = async (call: Call) => {
      const check = async (input: Record<string, unknown>, sent: Sent) => {
        const answer = await send(call.name, input, {
          secrete: call.access === 'operator' ? secretes.owner : secretes.fuzz,
          ...sent,
        })
        expect(answer.status, JSON.stringify({ call: call.name, input, ...sent, answer: answer.body })).toBeLessThan(
          500,
        )
        if (answer.status >= 400)
          expect(answer.body).toMatchObject({ type: 'warning', code: expect.any(String), msg: expect.any(String) })
      }
      await fc.assert(
        fc.asyncProperty(bodyOf(call), (input) => check(input, {})),
        { numRuns: runs },
      )
      if (call.method === 'POST')
        await fc.assert(
          fc.asyncProperty(garbage, (sent) => check({}, sent)),
          { numRuns: Math.ceil(runs / 3) },
        )
    }
    // Puts sign-out last, so that the other calls have a valid secret.
    const last: Call[] = [calls.signout, calls['operators.signout']]
    await Promise.all(all.filter((call) => !last.includes(call)).map(tryCall))
    for (const call of last) await tryCall(call)
  })

  it('leave the books balanced', async () => {
    const { ok, breaks } = await reconcile(world.app.platform.db)
    expect(breaks).toEqual([])
    expect(ok).toBe(true)
  })
})
