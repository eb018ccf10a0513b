import { createHmac } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newestSubject } from '../identity/security/test-factors.ts'
import { goodPassword } from '../identity/test-world.ts'
import { shardOf } from '../platform/random.ts'
import { insertDeliveries } from './deliveries-store.ts'
import { createRoute, postMessage } from './post-message.ts'
import { createWebhooksWorld, startReceiver, type Received, type Receiver, type WebhooksWorld } from './test-world.ts'

let world: WebhooksWorld
let receiver: Receiver
beforeAll(async () => void (world = await createWebhooksWorld()))
afterAll(() => world?.stop())
beforeEach(async () => void (receiver = await startReceiver()))
afterEach(() => receiver.stop())

const signs = (secret: string, { id, timestamp, body, signature }: Received) =>
  signature.split(' ').includes(
    `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')}`,
  )

const advance = (seconds: number) => world.platform.clock.advance(seconds * 1_000)
const fail = (status: number) => {
  receiver.answer = (_request, response) => void response.writeHead(status).end()
}
const succeed = () => fail(200)

describe('a transfer', () => {
  it('is sent once, signed, with the balance change; transfers older than the endpoint are not sent', async () => {
    const ada = await world.subscribe('ada@example.org', receiver.url)
    await world.webhooks.deliver()
    expect(receiver.got).toEqual([])
    const transfer = await world.credit(ada.customerId)
    await world.webhooks.deliver()
    await world.webhooks.deliver()
    expect(receiver.got.length).toBe(1)
    const [message] = receiver.got
    expect(message).toMatchObject({ path: '/hook', id: `tr_${transfer}`, timestamp: expect.stringMatching(/^\d{10}$/) })
    expect(message!.json).toEqual({
      type: 'transfer.practice_grant',
      timestamp: '2026-01-05T12:00:00.000Z',
      data: {
        transfer: String(transfer),
        kind: 'practice_grant',
        phase: 'done',
        account: 'trading',
        asset: 'GBP',
        amount: '1.00',
        change: '1.00',
        balance: '10001.00',
        reference: null,
        note: null,
      },
    })
    expect(signs(ada.secret, message!)).toBe(true)
    expect(await world.logOf(ada.secrete)).toMatchObject([
      { event: `tr_${transfer}`, state: 'sent', attempts: 1, status: 200, failure: null, nextAttemptAt: null },
    ])
  })

  it('is sent in the order of transfer numbers if several have the same time', async () => {
    const ada = await world.subscribe('order@example.org', receiver.url)
    const key = { shard: shardOf(ada.customerId), id: ada.id }
    const events = ['tr_9', 'tr_10', 'tr_101'].map((eventId) => ({
      eventId,
      type: 'transfer.stake',
      atMs: world.platform.clock.nowMs(),
      body: '{}',
    }))
    await insertDeliveries(world.platform.db, key, events.toReversed(), world.platform.clock.nowMs())
    await world.webhooks.deliver()
    expect(receiver.got.map(({ id }) => id)).toEqual(['tr_9', 'tr_10', 'tr_101'])
    expect((await world.logOf(ada.secrete)).map(({ event }) => event)).toEqual(['tr_101', 'tr_10', 'tr_9'])
  })

  it('reaches an endpoint by its host name', async () => {
    const ada = await world.subscribe('name@example.org', receiver.url.replace('127.0.0.1', 'localhost'))
    await world.credit(ada.customerId)
    await world.webhooks.deliver()
    expect(await world.logOf(ada.secrete)).toMatchObject([{ state: 'sent' }])
  })

  it('is not sent to endpoints of other customers', async () => {
    const ada = await world.subscribe('own@example.org', receiver.url)
    const ben = await world.subscribe('other@example.org', `${receiver.url}/ben`)
    await world.credit(ben.customerId)
    await world.webhooks.deliver()
    expect(receiver.got.map(({ path }) => path)).toEqual(['/hook/ben'])
    expect(await world.logOf(ada.secrete)).toEqual([])
  })

  it('is sent in order and without gaps after an outage, no matter how many there are', async () => {
    const ada = await world.subscribe('many@example.org', receiver.url)
    const ids: string[] = []
    for (let turn = 0; turn < 130; turn++) ids.push(`tr_${await world.credit(ada.customerId)}`)
    for (let turn = 0; turn < 10; turn++) await world.webhooks.deliver()
    expect(receiver.got.map(({ id }) => id)).toEqual(ids)
    // The log keeps the newest hundred.
    expect((await world.logOf(ada.secrete)).length).toBe(100)
  })
})

describe('a message that fails', () => {
  it('is retried with the same id and body after 5 s, then 5 min, even by a process that started later', async () => {
    const ada = await world.subscribe('retry@example.org', receiver.url)
    await world.credit(ada.customerId)
    fail(500)
    await world.webhooks.deliver()
    await advance(4)
    await world.webhooks.deliver()
    expect(receiver.got.length).toBe(1)
    await advance(1)
    const restarted = world.otherProcess()
    await restarted.deliver()
    expect(receiver.got.length).toBe(2)
    succeed()
    await advance(300)
    await restarted.deliver()
    const [first, ...others] = receiver.got
    expect(others.map(({ id, body }) => ({ id, body }))).toEqual(Array(2).fill({ id: first!.id, body: first!.body }))
    expect(others.every((message) => signs(ada.secret, message))).toBe(true)
    expect(await world.logOf(ada.secrete)).toMatchObject([{ state: 'sent', attempts: 3, status: 200 }])
  })

  it('is sent again if the process died while sending it', async () => {
    const ada = await world.subscribe('died@example.org', receiver.url)
    await world.credit(ada.customerId)
    const arrived = new Promise<void>((resolve) => (receiver.answer = () => resolve()))
    const dying = world.otherProcess({ limitMs: 60_000 })
    const delivering = dying.deliver()
    await arrived
    succeed()
    // Another process doesn't send the message until the first process's claim has expired.
    await world.webhooks.deliver()
    expect(receiver.got.length).toBe(1)
    await advance(60)
    await world.webhooks.deliver()
    expect(receiver.got.map(({ id }) => id)).toEqual(Array(2).fill(receiver.got[0]!.id))
    await dying.stop()
    await delivering
    expect(await world.logOf(ada.secrete)).toMatchObject([{ state: 'sent', status: 200 }])
  })

  it('is sent again immediately after an orderly stop, and the aborted attempt does not count', async () => {
    const ada = await world.subscribe('stopped@example.org', receiver.url)
    await world.credit(ada.customerId)
    const arrived = new Promise<void>((resolve) => (receiver.answer = () => resolve()))
    const stopping = world.otherProcess({ limitMs: 60_000 })
    const delivering = stopping.deliver()
    await arrived
    await stopping.stop()
    await delivering
    succeed()
    await world.webhooks.deliver()
    expect(await world.logOf(ada.secrete)).toMatchObject([{ state: 'sent', attempts: 1 }])
    expect(receiver.got.length).toBe(2)
  })

  it('disables the endpoint after the last attempt, emails the customer, and is not lost', async () => {
    const ada = await world.subscribe('off@example.org', receiver.url)
    const transfer = await world.credit(ada.customerId)
    fail(503)
    for (const seconds of [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400]) {
      await advance(seconds)
      await world.webhooks.deliver()
    }
    expect(receiver.got.length).toBe(8)
    expect((await world.call('webhooks', {}, { secrete: ada.secrete })).body.endpoints).toMatchObject([
      { off: { reason: 'failing' }, deliveries: [{ state: 'failed', attempts: 8, status: 503 }] },
    ])
    expect(newestSubject(world, 'off@example.org')).toBe('We disabled a webhook endpoint for your Tallystick account')
    const later = await world.credit(ada.customerId)
    await world.webhooks.deliver()
    expect(receiver.got.length).toBe(8)
    succeed()
    expect(
      (await world.call('webhooks.enable', { id: ada.id, pwd: goodPassword }, { secrete: ada.secrete })).status,
    ).toBe(200)
    await world.webhooks.deliver()
    await world.webhooks.deliver()
    expect(
      receiver.got
        .slice(8)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([`tr_${transfer}`, `tr_${later}`].sort())
  })

  it('disables the endpoint at once after a 410 response', async () => {
    const ada = await world.subscribe('gone@example.org', receiver.url)
    await world.credit(ada.customerId)
    fail(410)
    await world.webhooks.deliver()
    expect((await world.call('webhooks', {}, { secrete: ada.secrete })).body.endpoints).toMatchObject([
      { off: { reason: 'gone' } },
    ])
  })

  it('does not delay an endpoint that responds, even if its own endpoint never does', async () => {
    const silent = await world.subscribe('silent@example.org', `${receiver.url}/silent`)
    const quick = await world.subscribe('quick@example.org', receiver.url)
    receiver.answer = (request, response) => void (request.url === '/hook/silent' || response.end())
    await world.credit(silent.customerId)
    await world.credit(quick.customerId)
    await world.otherProcess({ limitMs: 1_500 }).deliver()
    expect(await world.logOf(silent.secrete)).toMatchObject([
      { state: 'waiting', attempts: 1, status: null, failure: 'timeout' },
    ])
    expect(await world.logOf(quick.secrete)).toMatchObject([{ state: 'sent' }])
  })
})

describe('an endpoint', () => {
  it('stays enabled while it accepts all messages but one', async () => {
    const ada = await world.subscribe('one-bad@example.org', receiver.url)
    const bad = `tr_${await world.credit(ada.customerId)}`
    receiver.answer = (request, response) =>
      void response.writeHead(request.headers['webhook-id'] === bad ? 500 : 200).end()
    for (const seconds of [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400]) {
      await advance(seconds)
      await world.credit(ada.customerId)
      await world.webhooks.deliver()
    }
    const [endpoint] = (await world.call('webhooks', {}, { secrete: ada.secrete })).body.endpoints
    expect(endpoint).toMatchObject({ off: null, lastSuccessAt: new Date(world.platform.clock.nowMs()).toISOString() })
    expect(endpoint.deliveries.find(({ event }: { event: string }) => event === bad)).toMatchObject({
      state: 'failed',
      attempts: 8,
    })
  })
  it('has at most a hundred messages waiting, and then causes no writes until it responds', async () => {
    const ada = await world.subscribe('backlog@example.org', receiver.url)
    const ids: string[] = []
    for (let turn = 0; turn < 105; turn++) ids.push(`tr_${await world.credit(ada.customerId)}`)
    fail(500)
    const stored = async () =>
      (
        await world.platform.pool.query(
          `SELECT e.xmin, count(*)::int AS waiting FROM webhooks.endpoints e
           JOIN webhooks.deliveries d ON d.shard = e.shard AND d.endpoint_id = e.id AND d.state = 'waiting'
           WHERE e.id = $1 GROUP BY e.shard, e.id`,
          [ada.id],
        )
      ).rows
    await world.webhooks.deliver()
    const before = await stored()
    expect(before).toMatchObject([{ waiting: 100 }])
    for (let turn = 0; turn < 3; turn++) await world.webhooks.deliver()
    expect(await stored()).toEqual(before)
    succeed()
    await advance(300)
    for (let turn = 0; turn < 9; turn++) await world.webhooks.deliver()
    expect(new Set(receiver.got.map(({ id }) => id))).toEqual(new Set(ids))
    expect(await stored()).toEqual([])
  })
})

describe('two processes', () => {
  it('send each message once', async () => {
    const ada = await world.subscribe('two@example.org', receiver.url)
    for (let turn = 0; turn < 10; turn++) await world.credit(ada.customerId)
    const other = world.otherProcess()
    await Promise.all([world.webhooks.deliver(), other.deliver(), world.webhooks.deliver(), other.deliver()])
    expect(new Set(receiver.got.map(({ id }) => id)).size).toBe(10)
    expect(receiver.got.length).toBe(10)
  })
})

describe('the route to an endpoint', () => {
  const post = (url: string, addresses: string[], more: object = {}) =>
    postMessage(
      url,
      {},
      '{}',
      { ...createRoute({ loopback: false }), limitMs: 500, resolve: async () => addresses, ...more },
      new AbortController().signal,
    )
  const portOf = () => new URL(receiver.url).port

  it('refuses to connect to a name that has an internal address, even if it also has a public one', async () => {
    for (const addresses of [['127.0.0.1'], ['::1'], ['169.254.169.254'], ['93.184.216.34', '10.0.0.1']]) {
      expect(await post(`https://hooks.example.org:${portOf()}/`, addresses)).toEqual({
        statusCode: null,
        failure: 'address',
      })
    }
    expect(await post(`http://127.0.0.1:${portOf()}/`, [])).toEqual({ statusCode: null, failure: 'address' })
    expect(await post(`http://hooks.example.org:${portOf()}/`, ['127.0.0.1'], { loopback: true })).toEqual({
      statusCode: null,
      failure: 'address',
    })
    expect(receiver.got).toEqual([])
  })
  it('reports a name that has no IP address, and a lookup that times out', async () => {
    expect(await post('https://hooks.example.org/', [])).toEqual({ statusCode: null, failure: 'address' })
    expect(await post('https://hooks.example.org/', [], { resolve: () => new Promise(() => {}), limitMs: 20 })).toEqual(
      { statusCode: null, failure: 'timeout' },
    )
  })
  it.each([
    ['closes without a response', '', { statusCode: null, failure: 'connection' }],
    ['responds with something other than HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', { statusCode: null, failure: 'connection' }],
    [
      'switches protocols',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      { statusCode: 101, failure: null },
    ],
    ['closes in the middle of its headers', 'HTTP/1.1 200 OK\r\ncontent-', { statusCode: null, failure: 'connection' }],
    [
      'closes in the middle of its body',
      'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc',
      { statusCode: 200, failure: null },
    ],
  ])('handles a server that %s', async (_kind, words, reply) => {
    const server = createServer((socket) => void socket.end(words))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    expect(await post(`http://127.0.0.1:${port}/`, [], { loopback: true, limitMs: 10_000 })).toEqual(reply)
    server.close()
  })
  it('accepts the status of a response whose body exceeds the time limit', async () => {
    const server = createServer((socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    expect(await post(`http://127.0.0.1:${port}/`, [], { loopback: true, limitMs: 1_000 })).toEqual({
      statusCode: 200,
      failure: null,
    })
    server.close()
  })
  it('doesn’t follow redirects', async () => {
    const ada = await world.subscribe('redirect@example.org', receiver.url)
    await world.credit(ada.customerId)
    receiver.answer = (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end()
    await world.webhooks.deliver()
    expect(receiver.got.map(({ path }) => path)).toEqual(['/hook'])
    expect(await world.logOf(ada.secrete)).toMatchObject([{ state: 'waiting', status: 302 }])
  })
  it('reads no more than the beginning of a response', async () => {
    const ada = await world.subscribe('endless@example.org', receiver.url)
    await world.credit(ada.customerId)
    receiver.answer = (_request, response) => {
      const pour = () =>
        void (
          response.destroyed || (response.write('x'.repeat(65_536)) ? setImmediate(pour) : response.once('drain', pour))
        )
      pour()
    }
    await world.webhooks.deliver()
    expect(await world.logOf(ada.secrete)).toMatchObject([{ state: 'sent', status: 200 }])
  })
  it('reports a closed port', async () => {
    const ada = await world.subscribe('closed@example.org', 'http://127.0.0.1:9/hook')
    await world.credit(ada.customerId)
    await world.webhooks.deliver()
    expect(await world.logOf(ada.secrete)).toMatchObject([{ state: 'waiting', status: null, failure: 'connection' }])
  })
})

describe('an endpoint', () => {
  const waitsFor = async (ada: { secrete: string }) =>
    (await world.logOf(ada.secrete)).filter(({ state }) => state === 'waiting').length

  it('that does not respond loses its lane after one message', async () => {
    const ada = await world.subscribe('no-answer@example.org', receiver.url)
    for (let count = 0; count < 3; count++) await world.credit(ada.customerId)
    receiver.answer = () => {}
    const impatient = world.otherProcess({ limitMs: 50 })
    await impatient.deliver()
    expect(receiver.got.length).toBe(1)
    await impatient.deliver()
    expect(receiver.got.length).toBe(2)
    succeed()
    await impatient.deliver()
    expect(receiver.got.length).toBe(3)
    expect(await waitsFor(ada)).toBe(2)
  })

  it('whose row is locked by another transaction does not delay others, and misses no message', async () => {
    const ada = await world.subscribe('held@example.org', `${receiver.url}/ada`)
    const ben = await world.subscribe('free@example.org', `${receiver.url}/ben`)
    await world.webhooks.deliver()
    for (const { customerId } of [ada, ben]) await world.credit(customerId)
    const holder = await world.platform.pool.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM webhooks.endpoints WHERE id = $1 FOR UPDATE', [ada.id])
      const beganMs = performance.now()
      await world.webhooks.deliver()
      expect(performance.now() - beganMs).toBeLessThan(1_500)
      expect(receiver.got.map(({ path }) => path)).toEqual(['/hook/ben'])
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
    await world.webhooks.deliver()
    expect(receiver.got.map(({ path }) => path)).toEqual(['/hook/ben', '/hook/ada'])
  })
})

describe('endpoints and messages', () => {
  it('are exported with the account, without secrets, and removed when it is closed', async () => {
    const ada = await world.subscribe('leaving@example.org', receiver.url)
    await world.credit(ada.customerId)
    await world.webhooks.deliver()
    const answer = await world.call('export', { pwd: goodPassword }, { secrete: ada.secrete })
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    expect(JSON.parse(text).webhooks).toMatchObject([
      { url: receiver.url, deliveries: [{ state: 'sent', body: expect.stringContaining('transfer.practice_grant') }] },
    ])
    expect(text).not.toContain(ada.secret)
    expect(
      (await world.call('close', { pwd: goodPassword, giveup: true }, { secrete: ada.secrete })).body,
    ).toMatchObject({ type: 'success' })
    const { rows } = await world.platform.pool.query(
      'SELECT count(*)::int AS left FROM webhooks.endpoints e WHERE e.customer_id = $1',
      [ada.customerId],
    )
    expect(rows).toEqual([{ left: 0 }])
    const before = receiver.got.length
    await world.webhooks.deliver()
    expect(receiver.got.length).toBe(before)
  })
})
