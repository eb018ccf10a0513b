import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { liveFromServer } from '../../api/live.ts'
import { createBus } from '../platform/bus.ts'
import { createStillClock } from '../platform/time/clock.ts'
import { readConfig } from '../platform/config.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { createLog } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import { LiveHub } from './hub.ts'
import { liveLimits } from './limits.ts'
import { TickMemory } from '../markets/memory.ts'
import type { Tick } from '../markets/tick.ts'

const nowMs = Date.UTC(2026, 0, 5, 12)
const seed = 20_260_105
const unlimited = { atOnce: 1e9, perSecond: 1e9 }
const errors: unknown[] = []
const memory = new TickMemory('always')
let http: FastifyInstance
let hub: LiveHub
let url: string

beforeAll(async () => {
  const log = Object.assign(createLog('silent'), { error: (error: unknown) => void errors.push(error) })
  const limits = {
    ...liveLimits,
    anonymousPerNetwork: 1e9,
    perNetwork: 1e9,
    messages: unlimited,
    budgets: { socket: unlimited, customer: unlimited, anonymousNetwork: unlimited, anonymous: unlimited },
  }
  hub = new LiveHub(
    { clock: createStillClock(nowMs), log, bus: createBus(), metrics: createMetrics(false) },
    memory,
    limits,
  )
  hub.subscribe()
  http = await createHttpServer({ config: readConfig({ NODE_ENV: 'test', SECRET_KEY: '0'.repeat(64) }), log })
  hub.register(http, () => null, 'https://practice.example.org')
  await http.listen({ port: 0, host: '127.0.0.1' })
  url = `ws://127.0.0.1:${(http.server.address() as AddressInfo).port}/live`
})
afterAll(async () => {
  hub.stop()
  await http.close()
})

/** The ways to send a message: whole or in fragments, as text or binary, or as bytes that may not be valid frames. */
type Frame = { kind: 'text' | 'binary' | 'fragments'; text: string } | { kind: 'bytes'; bytes: Uint8Array }

const symbol = fc.oneof(
  fc.constantFrom('BTCUSD', 'EURUSD', 'AAPL', '__proto__', 'constructor', 'toString', ''),
  fc.string({ maxLength: 14 }),
)
const whole = fc.oneof(fc.integer(), fc.constantFrom(0, -0, 1, -1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53), 1e308))
/** Messages that match the schema, and some that don't. */
const meant = fc.oneof(
  fc.record({ kind: fc.constant('hello'), secrete: fc.string({ maxLength: 210 }) }, { requiredKeys: ['kind'] }),
  fc.record(
    {
      kind: fc.constant('subscribe'),
      symbols: fc.array(symbol, { maxLength: 66 }),
      since: fc.dictionary(symbol, whole, { maxKeys: 8 }),
    },
    { requiredKeys: ['kind', 'symbols'] },
  ),
  fc.record({ kind: fc.constant('unsubscribe'), symbols: fc.array(symbol, { maxLength: 66 }) }),
  fc.record({ kind: fc.constant('ping'), sentAt: fc.oneof(whole, fc.double()) }),
)
const deep = fc
  .tuple(fc.constantFrom('[', '{"a":', '{"kind":'), fc.integer({ min: 1, max: 5_000 }))
  .map(([open, depth]) => open.repeat(Math.floor(Math.min(depth, 16_000 / open.length))))
const rubbish = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 300 }),
  deep,
  fc.integer({ min: 1, max: 20_000 }).map((length) => 'x'.repeat(length)),
)
const text = fc.oneof(
  { weight: 6, arbitrary: meant.map((message) => JSON.stringify(message)) },
  { weight: 2, arbitrary: rubbish },
)
const frame: fc.Arbitrary<Frame> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constantFrom('text', 'text', 'fragments', 'binary'), text }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('bytes' as const),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 200 }),
    }),
  },
)

/** A client that reconnects when the server has closed its connection. */
class Sender {
  readonly codes = new Set<number>()
  #socket: WebSocket | undefined

  async send(sent: Frame): Promise<void> {
    const socket = await this.#open()
    const answered = new Promise<void>((resolve) => {
      socket.once('pong', () => resolve())
      socket.once('close', () => resolve())
    })
    if (sent.kind === 'bytes')
      (socket as unknown as { _socket: { write(bytes: Uint8Array): void } })._socket.write(sent.bytes)
    else if (sent.kind === 'fragments') {
      const middle = Math.floor(sent.text.length / 2)
      socket.send(sent.text.slice(0, middle), { fin: false })
      socket.send(sent.text.slice(middle), { fin: true })
    } else socket.send(sent.text, { binary: sent.kind === 'binary' })
    // With half a frame pending, no pong would arrive.
    if (sent.kind === 'bytes') socket.terminate()
    else socket.ping()
    await answered
    socket.removeAllListeners('pong')
  }

  end(): void {
    this.#socket?.terminate()
  }

  async #open(): Promise<WebSocket> {
    if (this.#socket?.readyState === WebSocket.OPEN) return this.#socket
    const socket = (this.#socket = new WebSocket(url))
    socket.on('error', () => {})
    socket.on('close', (code) => void this.codes.add(code))
    socket.on('message', (data) => void liveFromServer.parse(JSON.parse(String(data))))
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send('{"kind":"hello"}')
    return socket
  }
}

it('survives thousands of random messages, and another client gets every tick', async () => {
  const seen: number[] = []
  const witness = new WebSocket(url)
  await new Promise((resolve) => witness.once('open', resolve))
  witness.on('message', (data) => {
    const message = liveFromServer.parse(JSON.parse(String(data)))
    if (message.kind === 'ticks') seen.push(...message.ticks.map(({ seq }) => seq))
  })
  witness.send('{"kind":"hello"}')
  witness.send('{"kind":"subscribe","symbols":["BTCUSD"]}')
  const delivered = (seq: number) => expect.poll(() => seen.at(-1), { timeout: 5_000, interval: 5 }).toBe(seq)
  const tell = (seq: number) => {
    const price = 61_000_000 + seq * 10
    const tick: Tick = {
      symbol: 'BTCUSD',
      seq,
      atMs: nowMs + seq,
      bid: price - 5,
      ask: price + 5,
      price,
      source: 'test',
      hash: 'ab'.repeat(32),
    }
    memory.add({ ticks: [tick], through: {} })
    hub.prices.sendTicks([tick])
  }
  tell(1)
  await delivered(1)

  const frames = fc.sample(frame, { seed, numRuns: 2_000 })
  const senders = Array.from({ length: 20 }, () => new Sender())
  let sent = 0
  const work = async (sender: Sender, own: readonly Frame[]) => {
    for (const each of own) {
      await sender.send(each)
      if (++sent % 200 === 0) tell(1 + sent / 200)
    }
  }
  await Promise.all(
    senders.map((sender, index) =>
      work(
        sender,
        frames.filter((_, place) => place % senders.length === index),
      ),
    ),
  )
  await delivered(11)
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(errors).toEqual([])
  const codes = new Set(senders.flatMap(({ codes: own }) => [...own]))
  expect(codes).not.toContain(1011)
  expect([...codes]).toEqual(expect.arrayContaining([1009, 4002]))
  for (const sender of senders) sender.end()
  witness.terminate()
})
