import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { liveCloseCodes, liveFromServer, type LiveFromClient, type LiveFromServer } from '../../api/live.ts'
import { createBus, type Bus } from '../platform/bus.ts'
import { createStillClock } from '../platform/time/clock.ts'
import { readConfig } from '../platform/config.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { createLog } from '../platform/log.ts'
import { createMetrics, type Metrics } from '../platform/metrics.ts'
import { catalogue } from '../markets/catalogue.ts'
import { LiveHub } from './hub.ts'
import { liveLimits, type LiveLimits } from './limits.ts'
import { TickMemory } from '../markets/memory.ts'
import { Refused } from '../platform/http/refused.ts'
import type { Tick } from '../markets/tick.ts'

const nowMs = Date.UTC(2026, 0, 5, 12)
const log = createLog('silent')
let http: FastifyInstance
let hub: LiveHub
let memory: TickMemory
let bus: Bus
let metrics: Metrics
let url: string
let pages: Page[]
let lookups = 0

/** Limits that don't restrict messages, so that only the limits on unsent bytes apply. */
const unlimited = { atOnce: 1e9, perSecond: 1e9 }
const patient: LiveLimits = {
  ...liveLimits,
  messages: unlimited,
  budgets: { socket: unlimited, customer: unlimited, anonymousNetwork: unlimited, anonymous: unlimited },
}
let sessions: Map<string, { sessionId: string; customerId: string; shard: number }>

beforeEach(() => serve())
async function serve(limits = liveLimits) {
  const config = readConfig({ NODE_ENV: 'test', SECRET_KEY: '0'.repeat(64) })
  memory = new TickMemory('always')
  bus = createBus()
  metrics = createMetrics(false)
  hub = new LiveHub({ clock: createStillClock(nowMs), log, bus, metrics }, memory, limits)
  hub.subscribe()
  http = await createHttpServer({ config, log })
  sessions = new Map([['good', { sessionId: 's1', customerId: 'ada', shard: 0 }]])
  hub.register(
    http,
    async (secrete, ip) => {
      lookups += 1
      if (secrete === 'locked to here' && ip !== '127.0.0.1') return null
      if (secrete === 'locked to elsewhere') throw new Refused('address_locked')
      return sessions.get(secrete.startsWith('locked') ? 'good' : secrete) ?? null
    },
    'https://practice.example.org',
  )
  await http.listen({ port: 0, host: '127.0.0.1' })
  url = `ws://127.0.0.1:${(http.server.address() as AddressInfo).port}/live`
  pages = []
}
afterEach(() => endServing())
async function endServing() {
  for (const page of pages) page.socket.terminate()
  hub.stop()
  await http.close()
}

const tick = (symbol: string, seq: number, price = 61_000_000 + seq * 10): Tick => ({
  symbol,
  seq,
  atMs: nowMs + seq * 1000,
  bid: price - 5,
  ask: price + 5,
  price,
  source: 'test',
  hash: 'ab'.repeat(32),
})

/** Adds ticks to memory, then sends them to the pages. */
function tell(...ticks: Tick[]): void {
  memory.add({ ticks, through: {} })
  hub.prices.sendTicks(ticks)
}

/** A page that records the messages it receives and checks them against their schemas. */
class Page {
  received = 0
  readonly socket: WebSocket
  readonly messages: LiveFromServer[] = []
  readonly closed: Promise<number>
  #waiting: (() => void)[] = []
  constructor(origin?: string) {
    this.socket = new WebSocket(url, origin === undefined ? {} : { origin })
    this.closed = new Promise((resolve) => void this.socket.on('close', resolve))
    this.socket.on('message', (data) => {
      this.received += String(data).length
      this.messages.push(liveFromServer.parse(JSON.parse(String(data))))
      for (const wake of this.#waiting.splice(0)) wake()
    })
    pages.push(this)
  }
  say(message: LiveFromClient): void {
    this.socket.send(JSON.stringify(message))
  }
  /** Resolves with the first matching message, even if it has already arrived. */
  async until<M extends LiveFromServer>(fits: (message: LiveFromServer) => message is M): Promise<M> {
    for (;;) {
      const found = this.messages.find(fits)
      if (found) return found
      await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    }
  }
  kind<K extends LiveFromServer['kind']>(kind: K) {
    return this.until((message): message is Extract<LiveFromServer, { kind: K }> => message.kind === kind)
  }
  seqs(symbol: string): number[] {
    return this.messages.flatMap((message) =>
      message.kind === 'ticks' ? message.ticks.filter((each) => each.symbol === symbol).map((each) => each.seq) : [],
    )
  }
}

async function page(
  symbols: string[] = [],
  more: { secrete?: string; since?: Record<string, number> } = {},
): Promise<Page> {
  const opened = new Page()
  await new Promise((resolve) => opened.socket.once('open', resolve))
  opened.say({ kind: 'hello', ...(more.secrete !== undefined && { secrete: more.secrete }) })
  await opened.kind('welcome')
  if (symbols.length > 0) {
    opened.say({ kind: 'subscribe', symbols, ...(more.since && { since: more.since }) })
    opened.say({ kind: 'ping', sentAt: 1 })
    await opened.kind('pong')
  }
  return opened
}

const settled = { strike: '1.08440', exit: '1.08450', returned: '18.50', settledAt: 7, balance: '10008.50' }

describe('prices', () => {
  it('arrive as decimal strings for subscribed symbols, until the page unsubscribes', async () => {
    const reader = await page(['BTCUSD', 'NOPE'])
    tell(tick('BTCUSD', 1), tick('ETHUSD', 1))
    expect((await reader.kind('ticks')).ticks).toEqual([
      { symbol: 'BTCUSD', seq: 1, at: nowMs + 1000, bid: '61000.005', ask: '61000.015', price: '61000.010' },
    ])
    reader.say({ kind: 'unsubscribe', symbols: ['BTCUSD'] })
    reader.say({ kind: 'ping', sentAt: 2 })
    await reader.until((message): message is LiveFromServer => message.kind === 'pong' && message.sentAt === 2)
    tell(tick('BTCUSD', 2))
    reader.say({ kind: 'ping', sentAt: 3 })
    await reader.until((message): message is LiveFromServer => message.kind === 'pong' && message.sentAt === 3)
    expect(reader.seqs('BTCUSD')).toEqual([1])
  })

  it('arrive at a page that subscribes together with its hello, during the session lookup', async () => {
    const reader = new Page()
    await new Promise((resolve) => reader.socket.once('open', resolve))
    reader.say({ kind: 'hello', secrete: 'good' })
    reader.say({ kind: 'subscribe', symbols: ['BTCUSD'] })
    expect((await reader.kind('status')).symbol).toBe('BTCUSD')
    expect((await reader.kind('welcome')).session).toBe('customer')
  })

  it('from the past arrive first after a reconnect, and each tick arrives once', async () => {
    tell(...Array.from({ length: 50 }, (_, i) => tick('BTCUSD', i + 1)))
    const reader = await page(['BTCUSD'], { since: { BTCUSD: 45 } })
    tell(tick('BTCUSD', 51))
    await reader.until(
      (message): message is LiveFromServer => message.kind === 'ticks' && message.ticks.at(-1)!.seq === 51,
    )
    expect(reader.seqs('BTCUSD')).toEqual([46, 47, 48, 49, 50, 51])
  })

  it('that are no longer in memory are reported as a gap', async () => {
    tell(...Array.from({ length: 10 }, (_, i) => tick('BTCUSD', 1000 + i)))
    const reader = await page(['BTCUSD'], { since: { BTCUSD: 3 } })
    expect(await reader.kind('gap')).toEqual({ kind: 'gap', symbol: 'BTCUSD', from: 4, to: 999 })
    expect(reader.seqs('BTCUSD')).toEqual(Array.from({ length: 10 }, (_, i) => 1000 + i))
  })

  it('reach a stalled reader as one newest price per symbol, and then individually again', async () => {
    const reader = await page(['BTCUSD', 'ETHUSD'])
    const healthy = await page(['BTCUSD'])
    reader.socket.pause()
    let seq = 0
    // The kernel buffers some megabytes for a stalled reader before the server notices.
    while (seq < 400_000 && hub.slowReaders === 0) {
      const batch = Array.from({ length: 400 }, () => tick('BTCUSD', (seq += 1)))
      tell(...batch)
      await healthy.until(
        (message): message is LiveFromServer => message.kind === 'ticks' && message.ticks.at(-1)!.seq === seq,
      )
      healthy.messages.length = 0
    }
    tell(tick('ETHUSD', 1), tick('BTCUSD', seq + 1))
    tell(tick('ETHUSD', 2), tick('BTCUSD', seq + 2))
    reader.socket.resume()
    const conflated = await reader.until(
      (message): message is Extract<LiveFromServer, { kind: 'ticks' }> =>
        message.kind === 'ticks' && message.conflated !== undefined,
    )
    expect(conflated.ticks.map((each) => [each.symbol, each.seq])).toEqual([
      ['BTCUSD', seq + 2],
      ['ETHUSD', 2],
    ])
    tell(tick('BTCUSD', seq + 3))
    await reader.until(
      (message): message is LiveFromServer => message.kind === 'ticks' && message.ticks[0]!.seq === seq + 3,
    )
  })

  it('that arrive together after a clock jump are sent individually', async () => {
    const reader = await page(['BTCUSD', 'ETHUSD'])
    const batch = Array.from({ length: 900 }, (_, i) => [tick('BTCUSD', i + 1), tick('ETHUSD', i + 1)]).flat()
    tell(...batch)
    tell(tick('BTCUSD', 901))
    await reader.until(
      (message): message is LiveFromServer => message.kind === 'ticks' && message.ticks.at(-1)!.seq === 901,
    )
    expect(reader.seqs('BTCUSD')).toEqual(Array.from({ length: 901 }, (_, i) => i + 1))
    expect(reader.seqs('ETHUSD')).toEqual(Array.from({ length: 900 }, (_, i) => i + 1))
  })

  it('arrive once at a page that subscribes to the same symbol twice', async () => {
    tell(tick('BTCUSD', 1), tick('BTCUSD', 2))
    const reader = await page(['BTCUSD'], { since: { BTCUSD: 0 } })
    reader.say({ kind: 'subscribe', symbols: ['BTCUSD', 'BTCUSD'], since: { BTCUSD: 0 } })
    reader.say({ kind: 'ping', sentAt: 2 })
    await reader.until((message): message is LiveFromServer => message.kind === 'pong' && message.sentAt === 2)
    expect(reader.seqs('BTCUSD')).toEqual([1, 2])
  })

  it('are accompanied by a status message when a symbol’s state changes', async () => {
    const reader = await page(['BTCUSD'])
    hub.prices.sendStates([
      { symbol: 'BTCUSD', state: 'live' },
      { symbol: 'ETHUSD', state: 'live' },
    ])
    await reader.until((message): message is LiveFromServer => message.kind === 'status' && message.state === 'live')
    expect(reader.messages.filter((message) => message.kind === 'status').map((message) => message.symbol)).toEqual([
      'BTCUSD',
      'BTCUSD',
    ])
  })
})

describe('a client that does not read', () => {
  const symbols = catalogue.map((info) => info.symbol)
  const since = Object.fromEntries(symbols.map((symbol) => [symbol, 0]))
  beforeEach(async () => {
    await endServing()
    await serve(patient)
  })

  /**
   * Connects a page that stops reading, and runs `work` until the connection closes. Returns whether it closed, and the
   * maximum number of unsent bytes.
   */
  async function stall(
    work: (stalled: Page, round: number) => void,
    secrete?: string,
  ): Promise<{ closed: boolean; most: number }> {
    const stalled = await page([], secrete === undefined ? {} : { secrete })
    stalled.socket.pause()
    let most = 0
    for (let round = 0; round < 4_000 && hub.openReaders > 0; round += 1) {
      work(stalled, round)
      await new Promise((resolve) => setImmediate(resolve))
      most = Math.max(most, hub.unsentBytes)
    }
    return { closed: hub.openReaders === 0, most }
  }

  it('uses at most 64 KiB while it repeatedly requests past ticks, and is disconnected', async () => {
    for (const symbol of symbols)
      memory.add({ ticks: Array.from({ length: 1_000 }, (_, i) => tick(symbol, i + 1)), through: {} })
    const { closed, most } = await stall((stalled) => {
      stalled.say({ kind: 'unsubscribe', symbols })
      stalled.say({ kind: 'subscribe', symbols, since })
    })
    expect(most).toBeGreaterThan(16 * 1024)
    expect(most).toBeLessThan(64 * 1024)
    expect(closed).toBe(true)
  })

  it('gets all past ticks once it reads again', async () => {
    for (const symbol of symbols)
      memory.add({ ticks: Array.from({ length: 1_000 }, (_, i) => tick(symbol, i + 1)), through: {} })
    const stalled = await page()
    stalled.socket.pause()
    while (hub.unsentBytes <= 16 * 1024) {
      stalled.say({ kind: 'unsubscribe', symbols })
      stalled.say({ kind: 'subscribe', symbols, since })
      await new Promise((resolve) => setImmediate(resolve))
    }
    stalled.socket.resume()
    stalled.say({ kind: 'ping', sentAt: 7 })
    await stalled.until((message): message is LiveFromServer => message.kind === 'pong' && message.sentAt === 7)
    const past = Array.from({ length: 76 }, (_, i) => 925 + i).join()
    await expect
      .poll(() => symbols.filter((symbol) => stalled.seqs(symbol).slice(-76).join() !== past), { timeout: 10_000 })
      .toEqual([])
    expect(stalled.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('uses at most 64 KiB for messages about its trades, and is disconnected', async () => {
    const { closed, most } = await stall((_, round) => {
      for (let i = 0; i < 20; i += 1)
        bus.publish('trade.settled', {
          customerId: 'ada',
          id: `${round}-${i}`,
          result: 'WON',
          settled,
          msg: 'You won 8.50. '.repeat(20),
        })
    }, 'good')
    expect(most).toBeLessThan(64 * 1024)
    expect(closed).toBe(true)
  })
})

describe('clients that repeatedly request past ticks', () => {
  const symbols = catalogue.map((info) => info.symbol)
  const since = Object.fromEntries(symbols.map((symbol) => [symbol, 0]))
  const flood = async (floods: Page[], rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      for (const each of floods) {
        each.say({ kind: 'unsubscribe', symbols })
        each.say({ kind: 'subscribe', symbols, since })
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    for (const each of floods) each.say({ kind: 'ping', sentAt: 7 })
    await Promise.all(
      floods.map((each) =>
        Promise.race([
          each.closed,
          each.until((message): message is LiveFromServer => message.kind === 'pong' && message.sentAt === 7),
        ]),
      ),
    )
  }
  const received = (floods: Page[]) => floods.reduce((sum, each) => sum + each.received, 0)
  beforeEach(() => {
    for (const symbol of symbols)
      memory.add({ ticks: Array.from({ length: 1_000 }, (_, i) => tick(symbol, i + 1)), through: {} })
  })

  it('get them once per connection', async () => {
    const one = await page()
    await flood([one], 10)
    expect(one.seqs('BTCUSD')).toEqual(Array.from({ length: 76 }, (_, i) => 925 + i))
    expect(one.messages.filter((message) => message.kind === 'gap' && message.symbol === 'BTCUSD')).toContainEqual({
      kind: 'gap',
      symbol: 'BTCUSD',
      from: 1,
      to: 1000,
    })
  })

  it('get no more than their network’s budget across many connections, while others keep theirs', async () => {
    const floods = await Promise.all(Array.from({ length: 20 }, () => page()))
    await flood(floods, 10)
    const ticks = floods.reduce(
      (sum, each) => sum + symbols.reduce((count, symbol) => count + each.seqs(symbol).length, 0),
      0,
    )
    expect(ticks).toBeLessThanOrEqual(liveLimits.budgets.anonymousNetwork.atOnce)
    // A tick is about 110 bytes. The rest are states and gaps, which are charged to the message budget.
    expect(received(floods)).toBeLessThan(liveLimits.budgets.anonymousNetwork.atOnce * 250)
    const ada = await page(['BTCUSD'], { secrete: 'good', since: { BTCUSD: 900 } })
    await ada.until(
      (message): message is LiveFromServer => message.kind === 'ticks' && message.ticks.at(-1)!.seq === 1000,
    )
    expect(ada.seqs('BTCUSD')).toHaveLength(100)
  })
})

describe('a page from another origin', () => {
  it('cannot connect, unlike our own pages and programs', async () => {
    const statusFor = (origin: string) =>
      new Promise<number>((resolve) => {
        const opened = new Page(origin)
        opened.socket.on('unexpected-response', (_request, response) => resolve(response.statusCode!))
        opened.socket.on('open', () => resolve(101))
        opened.socket.on('error', () => {})
      })
    for (const foreign of ['https://evil.example', 'null']) expect(await statusFor(foreign)).toBe(403)
    for (const own of ['https://practice.example.org', `http://${new URL(url).host}`])
      expect(await statusFor(own)).toBe(101)
  })
})

describe('an API key that is locked to networks', () => {
  it("opens its customer's connection from those networks, and stays signed in", async () => {
    const bot = await page(['BTCUSD'], { secrete: 'locked to here' })
    expect((await bot.kind('welcome')).session).toBe('customer')
    bus.publish('trade.settled', { customerId: 'ada', id: 't1', result: 'WON', settled, msg: 'You won 8.50' })
    expect((await bot.kind('trade')).id).toBe('t1')
    const before = lookups
    await expect.poll(() => lookups, { timeout: 5_000 }).toBeGreaterThan(before + 1)
    expect(bot.socket.readyState).toBe(WebSocket.OPEN)
  })
  it('is refused from elsewhere', async () => {
    expect((await (await page([], { secrete: 'locked to elsewhere' })).kind('welcome')).session).toBe('refused')
  })
})

describe('a session', () => {
  it('is reported as customer, refused or none', async () => {
    expect((await (await page([], { secrete: 'good' })).kind('welcome')).session).toBe('customer')
    expect((await (await page([], { secrete: 'forged' })).kind('welcome')).session).toBe('refused')
    expect((await (await page()).kind('welcome')).session).toBe('none')
  })

  it('receives only its own trades', async () => {
    const ada = await page(['BTCUSD'], { secrete: 'good' })
    const nobody = await page(['BTCUSD'])
    bus.publish('trade.settled', { customerId: 'bob', id: 't0', result: 'LOST', settled, msg: '' })
    bus.publish('trade.settled', { customerId: 'ada', id: 't1', result: 'WON', settled, msg: 'You won 8.50' })
    expect(await ada.kind('trade')).toEqual({ kind: 'trade', id: 't1', result: 'WON', settled, msg: 'You won 8.50' })
    nobody.say({ kind: 'ping', sentAt: 9 })
    await nobody.until((message): message is LiveFromServer => message.kind === 'pong' && message.sentAt === 9)
    expect(nobody.messages.some((message) => message.kind === 'trade')).toBe(false)
  })

  it('that is revoked gets a notification and is closed at once', async () => {
    const ada = await page(['BTCUSD'], { secrete: 'good' })
    bus.publish('session.revoked', { sessionId: 's1', customerId: 'ada' })
    await ada.kind('signed_out')
    expect(await ada.closed).toBe(liveCloseCodes.signedOut.code)
  })

  it('that ends without an event, such as in another process, is signed out within seconds', async () => {
    const ada = await page(['BTCUSD'], { secrete: 'good' })
    sessions.clear()
    const startedMs = performance.now()
    expect(await ada.closed).toBe(liveCloseCodes.signedOut.code)
    expect(performance.now() - startedMs).toBeLessThan(3_000)
  })
})

describe('a connection is closed', () => {
  it.each(['not json', '{"kind":"nothing"}', '{"kind":"subscribe","symbols":"BTCUSD"}', '[]'])(
    'for the message %s',
    async (text) => {
      const wrong = await page()
      wrong.socket.send(text)
      expect(await wrong.closed).toBe(liveCloseCodes.badMessage.code)
    },
  )
  it('for subscribing before hello', async () => {
    const wrong = new Page()
    await new Promise((resolve) => wrong.socket.once('open', resolve))
    wrong.say({ kind: 'subscribe', symbols: ['BTCUSD'] })
    expect(await wrong.closed).toBe(liveCloseCodes.noHello.code)
  })
  it('for an oversized message, without a logged error', async () => {
    const errors: unknown[] = []
    http.log.child = () => ({ ...http.log, error: (error: unknown) => void errors.push(error) }) as never
    const wrong = await page()
    wrong.socket.send('x'.repeat(20_000))
    expect(await wrong.closed).toBe(1009)
    expect(errors).toEqual([])
  })
  it('if its client leaves before it is accepted, without a logged error', async () => {
    const errors: unknown[] = []
    http.log.child = () => ({ ...http.log, error: (error: unknown) => void errors.push(error) }) as never
    // An in-memory connection has no IP address, like a socket whose client has left.
    await http.injectWS('/live')
    await expect.poll(() => http.websocketServer.clients.size).toBe(0)
    expect(errors).toEqual([])
  })
  it('for too many messages', async () => {
    const wrong = await page()
    for (let i = 0; i < 200; i += 1) wrong.say({ kind: 'ping', sentAt: i })
    expect(await wrong.closed).toBe(liveCloseCodes.tooMany.code)
  })
})
