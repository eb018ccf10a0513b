import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import type { LiveFromClient, LiveFromServer, LiveTick } from '../../api/live.ts'
import { LiveFeed } from './live.ts'

let server: WebSocketServer
let sockets: ServerSocket[]
let heard: LiveFromClient[]
let feed: LiveFeed
const stops: (() => void)[] = []

beforeEach(async () => {
  sockets = []
  heard = []
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as LiveFromClient
      heard.push(message)
      if (message.kind === 'hello') say({ kind: 'welcome', session: 'none', now: 5_000_000 })
      if (message.kind === 'ping') say({ kind: 'pong', sentAt: message.sentAt, now: 5_000_000 })
    })
  })
  await new Promise((resolve) => server.once('listening', resolve))
  feed = new LiveFeed(() => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  for (const socket of sockets) socket.terminate()
  server.close()
})

const say = (message: LiveFromServer) => sockets.at(-1)!.send(JSON.stringify(message))
const tick = (symbol: string, seq: number): LiveTick => ({
  symbol,
  seq,
  at: seq,
  bid: '1',
  ask: '1',
  price: String(seq),
})
const subscriptions = () => heard.filter((message) => message.kind === 'subscribe')

function listen(symbols: string[]): number[] {
  const seqs: number[] = []
  stops.push(feed.subscribe(symbols, (ticks) => void seqs.push(...ticks.map(({ seq }) => seq))))
  return seqs
}

it('sends `hello`, subscribes, and returns the server’s time', async () => {
  listen(['EURUSD'])
  await expect.poll(() => feed.status()).toBe('live')
  await expect.poll(() => heard.map(({ kind }) => kind)).toEqual(['hello', 'subscribe', 'ping'])
  await expect.poll(() => feed.latencyMs()).not.toBeNull()
  expect(Math.abs(feed.serverNowMs() - 5_000_000)).toBeLessThan(5_000)
})

it('delivers each tick once, to the subscribers of its symbol', async () => {
  const euros = listen(['EURUSD'])
  const both = listen(['EURUSD', 'BTCUSD'])
  await expect.poll(() => feed.status()).toBe('live')
  say({ kind: 'ticks', ticks: [tick('EURUSD', 1), tick('BTCUSD', 10), tick('EURUSD', 2)] })
  say({ kind: 'ticks', ticks: [tick('EURUSD', 2), tick('EURUSD', 3), tick('BTCUSD', 9)] })
  await expect.poll(() => euros).toEqual([1, 2, 3])
  expect(both.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 10])
})

it('reconnects after a lost connection and requests missed ticks', async () => {
  const seqs = listen(['EURUSD'])
  await expect.poll(() => feed.status()).toBe('live')
  say({ kind: 'ticks', ticks: [tick('EURUSD', 1), tick('EURUSD', 2)] })
  await expect.poll(() => seqs).toEqual([1, 2])
  sockets[0]!.terminate()
  await expect.poll(() => feed.status()).toBe('lost')
  await expect.poll(() => sockets.length, { timeout: 5_000 }).toBe(2)
  await expect.poll(() => subscriptions().at(-1)).toMatchObject({ symbols: ['EURUSD'], since: { EURUSD: 2 } })
  say({ kind: 'ticks', ticks: [tick('EURUSD', 2), tick('EURUSD', 3)] })
  await expect.poll(() => seqs).toEqual([1, 2, 3])
  expect(feed.status()).toBe('live')
})

it('reconnects while it is held open without prices', async () => {
  stops.push(feed.hold())
  await expect.poll(() => feed.status()).toBe('live')
  sockets[0]!.terminate()
  await expect.poll(() => feed.status()).toBe('lost')
  await expect.poll(() => feed.status()).toBe('live')
  expect(sockets).toHaveLength(2)
})

it('subscribes only to new symbols, and unsubscribes when no subscriber is left', async () => {
  const stop = feed.subscribe(['EURUSD'], () => {})
  listen(['EURUSD'])
  await expect.poll(() => feed.status()).toBe('live')
  listen(['BTCUSD', 'EURUSD'])
  await expect.poll(() => subscriptions().map((message) => message.symbols)).toEqual([['EURUSD'], ['BTCUSD']])
  stop()
  stops.pop()!()
  await expect
    .poll(() => heard.filter((message) => message.kind === 'unsubscribe'))
    .toEqual([{ kind: 'unsubscribe', symbols: ['BTCUSD'] }])
})

it('forwards every other message', async () => {
  const kinds: string[] = []
  stops.push(feed.onMessage((message) => void kinds.push(message.kind)))
  listen(['EURUSD'])
  await expect.poll(() => feed.status()).toBe('live')
  say({
    kind: 'trade',
    id: '1',
    result: 'WON',
    settled: { strike: '1.08', exit: '1.09', returned: '19.00', settledAt: 1, balance: '100.00' },
    msg: 'Won',
  })
  await expect.poll(() => kinds).toContain('trade')
})
