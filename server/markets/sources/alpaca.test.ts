import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { createTestPlatform, type TestPlatform } from '../../../tests/harness.ts'
import { createClock } from '../../platform/time/clock.ts'
import { createMarkets, type MarketsModule } from '../markets.ts'
import { AlpacaSource } from './alpaca.ts'

let platform: TestPlatform
let markets: MarketsModule
let server: WebSocketServer
let said: Record<string, unknown>[]
let connected: Map<string, WebSocket>

beforeEach(async () => {
  platform = await createTestPlatform({ ALPACA_KEY_ID: 'key', ALPACA_SECRET: 'right' }, createClock())
  said = []
  connected = new Map()
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  server.on('connection', (socket, request) => {
    socket.send('[{"T":"success","msg":"connected"}]')
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Record<string, unknown>
      said.push(message)
      if (message['action'] === 'auth')
        socket.send(
          message['secret'] === 'right'
            ? '[{"T":"success","msg":"authenticated"}]'
            : '[{"T":"error","code":402,"msg":"auth failed"}]',
        )
      if (message['action'] !== 'subscribe') return
      socket.send(JSON.stringify([{ T: 'subscription', quotes: message['quotes'] }]))
      connected.set(request.url!, socket)
    })
  })
})
afterEach(async () => {
  await markets?.stop()
  for (const socket of server.clients) socket.terminate()
  await new Promise((resolve) => server.close(resolve))
  await platform.stop()
})

async function start(): Promise<void> {
  const { port } = server.address() as AddressInfo
  markets = createMarkets(platform, { source: new AlpacaSource(platform, `ws://127.0.0.1:${port}`) })
  await markets.start()
}

const quote = (symbol: string, bid: number, ask: number) => ({
  T: 'q',
  S: symbol,
  bx: 'V',
  bp: bid,
  bs: 1,
  ax: 'V',
  ap: ask,
  as: 2,
  c: ['R'],
  z: 'C',
  t: new Date(platform.clock.nowMs()).toISOString(),
})

it('signs in, subscribes to its symbols and stores their quotes', async () => {
  await start()
  await expect.poll(() => connected.size, { timeout: 10_000 }).toBe(2)
  expect(said.filter((message) => message['action'] === 'auth')).toEqual([
    { action: 'auth', key: 'key', secret: 'right' },
    { action: 'auth', key: 'key', secret: 'right' },
  ])
  const requested = said
    .filter((message) => message['action'] === 'subscribe')
    .flatMap((message) => message['quotes'] as string[])
  expect(requested).toEqual(expect.arrayContaining(['AAPL', 'NFLX', 'BTC/USD', 'ETH/USD']))
  connected.get('/v2/iex')!.send(JSON.stringify([quote('AAPL', 170.01, 170.04), quote('ZZZZ', 1, 2)]))
  connected.get('/v1beta3/crypto/us')!.send(JSON.stringify([quote('BTC/USD', 61_837.63, 61_837.64)]))
  await expect
    .poll(
      async () => {
        await markets.flush()
        return [markets.lastTick('AAPL'), markets.lastTick('BTCUSD')]
      },
      { timeout: 10_000 },
    )
    .toMatchObject([
      { bid: 1_700_100, ask: 1_700_400, price: 1_700_250, source: 'alpaca/v2/iex' },
      { bid: 61_837_630, ask: 61_837_640, price: 61_837_635 },
    ])
})

it('reconnects after a lost connection', async () => {
  await start()
  await expect.poll(() => connected.size, { timeout: 10_000 }).toBe(2)
  const before = connected.get('/v2/iex')!
  before.terminate()
  await expect.poll(() => connected.get('/v2/iex') !== before, { timeout: 10_000 }).toBe(true)
})

it('tries again after a refusal, and never logs the secret', async () => {
  platform.config.alpacaSecret = 'wrong'
  const lines: string[] = []
  platform.log.warn = ((...args: unknown[]) => void lines.push(JSON.stringify(args))) as typeof platform.log.warn
  await start()
  await expect.poll(() => lines.length, { timeout: 10_000 }).toBeGreaterThan(1)
  expect(lines.join()).toContain('auth failed')
  expect(lines.join()).not.toContain('wrong')
})

it('needs a key', () => {
  platform.config.alpacaKeyId = undefined
  expect(() => new AlpacaSource(platform)).toThrow(/ALPACA_KEY_ID/)
})
