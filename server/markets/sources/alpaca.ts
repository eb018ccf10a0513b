import { WebSocket } from 'ws'
import { z } from 'zod'
import { ConfigError } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'
import { catalogue, findSymbol } from '../catalogue.ts'
import { priceOfNumber } from '../price-text.ts'
import type { Source, SourceSink } from '../source.ts'
import { BackOff } from './back-off.ts'

type AlpacaPlatform = Pick<Platform, 'clock' | 'log' | 'random' | 'config'>
type Stream = { url: string; /** Vendor's symbol -> product's symbol. */ symbols: Map<string, string> }

const latenessMs = 1_500
const promiseEveryMs = 250
/** A connection that receives nothing for this long, not even pongs, counts as dead. */
const silenceMs = 30_000

const message = z.object({
  T: z.string(),
  msg: z.string().optional(),
  code: z.number().optional(),
  S: z.string().optional(),
  bp: z.number().optional(),
  ap: z.number().optional(),
  t: z.string().optional(),
})
const messages = z.array(message)

const stocks = catalogue
  .filter((info) => info.class === 'stocks')
  .map((info): [string, string] => [info.symbol, info.symbol])
const coins = catalogue
  .filter((info) => info.class === 'crypto')
  .map((info): [string, string] => [`${info.symbol.slice(0, -3)}/USD`, info.symbol])

/**
 * Live stock and coin prices from Alpaca's market data streams, with the operator's API key (ALPACA_KEY_ID,
 * ALPACA_SECRET). Uses the best bid and ask, their midpoint as the price, and the exchange's time. Alpaca streams no
 * forex. Protocol: docs.alpaca.markets, "WebSocket Stream"; the test runs it against a local server.
 */
export class AlpacaSource implements Source {
  readonly name = 'alpaca'
  readonly hours = 'calendar'
  readonly symbols = [...stocks, ...coins].map(([, symbol]) => symbol)
  readonly maxAheadMs = 2_000
  readonly #platform: AlpacaPlatform
  readonly #key: string
  readonly #secret: string
  readonly #streams: Stream[]
  #sink: SourceSink | undefined
  #stopping = new AbortController()
  #running: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  /** Throws `ConfigError` without a key. */
  constructor(platform: AlpacaPlatform, base = 'wss://stream.data.alpaca.markets') {
    const { alpacaKeyId, alpacaSecret } = platform.config
    if (!alpacaKeyId || !alpacaSecret) throw new ConfigError('MARKET: alpaca needs ALPACA_KEY_ID and ALPACA_SECRET')
    this.#platform = platform
    this.#key = alpacaKeyId
    this.#secret = alpacaSecret
    this.#streams = [
      { url: `${base}/v2/iex`, symbols: new Map(stocks) },
      { url: `${base}/v1beta3/crypto/us`, symbols: new Map(coins) },
    ]
  }

  async start(sink: SourceSink): Promise<void> {
    this.#sink = sink
    this.#stopping = new AbortController()
    this.#timer = setInterval(() => this.#sink?.through(this.#platform.clock.nowMs() - latenessMs), promiseEveryMs)
    this.#running = Promise.all(this.#streams.map((stream) => this.#run(stream, this.#stopping.signal)))
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#sink = undefined
    this.#stopping.abort()
    await this.#running
  }

  async #run(stream: Stream, signal: AbortSignal): Promise<void> {
    const backOff = new BackOff(() => this.#platform.random.below(1_000_000) / 1_000_000)
    while (!signal.aborted) {
      const reason = await this.#watch(stream, signal, () => backOff.succeeded())
      if (signal.aborted) return
      this.#platform.log.warn(
        { source: this.name, stream: new URL(stream.url).pathname, reason },
        'lost the price stream',
      )
      await backOff.wait(signal)
    }
  }

  /** Runs one connection from open to close. Resolves with the reason for the close. */
  #watch(stream: Stream, signal: AbortSignal, onPrices: () => void): Promise<string> {
    return new Promise((resolve) => {
      const socket = new WebSocket(stream.url, { handshakeTimeout: 10_000 })
      let silence = setTimeout(() => socket.terminate(), silenceMs)
      const heard = () => {
        clearTimeout(silence)
        silence = setTimeout(() => socket.terminate(), silenceMs)
      }
      const ping = setInterval(() => socket.readyState === WebSocket.OPEN && socket.ping(), silenceMs / 3)
      let reason = 'closed'
      const end = () => socket.terminate()
      signal.addEventListener('abort', end, { once: true })
      socket.on('pong', heard)
      socket.on('error', (error) => void (reason = error.message))
      socket.on('message', (data) => {
        heard()
        const problem = this.#receive(socket, stream, String(data), onPrices)
        if (problem === undefined) return
        reason = problem
        socket.close()
      })
      socket.on('close', () => {
        clearTimeout(silence)
        clearInterval(ping)
        signal.removeEventListener('abort', end)
        resolve(reason)
      })
    })
  }

  /** Handles one frame. Returns the problem if the frame is invalid or reports an error. */
  #receive(socket: WebSocket, stream: Stream, text: string, onPrices: () => void): string | undefined {
    const parsed = messages.safeParse(parseJson(text))
    if (!parsed.success) return 'a frame outside the protocol'
    for (const each of parsed.data) {
      if (each.T === 'error') return `refused: ${each.code ?? ''} ${each.msg ?? ''}`
      if (each.T === 'success' && each.msg === 'connected')
        socket.send(JSON.stringify({ action: 'auth', key: this.#key, secret: this.#secret }))
      if (each.T === 'success' && each.msg === 'authenticated')
        socket.send(JSON.stringify({ action: 'subscribe', quotes: [...stream.symbols.keys()] }))
      if (each.T === 'q') {
        onPrices()
        this.#takeQuote(stream, each)
      }
    }
    return undefined
  }

  #takeQuote(stream: Stream, { S, bp, ap, t }: z.infer<typeof message>): void {
    const symbol = stream.symbols.get(S ?? '')
    const info = symbol && findSymbol(symbol)
    if (!info) return
    const bid = priceOfNumber(bp, info) ?? Number.NaN
    const ask = priceOfNumber(ap, info) ?? Number.NaN
    const { clock } = this.#platform
    const atMs = t === undefined ? clock.nowMs() : Math.floor(Date.parse(t) + clock.offsetMs())
    this.#sink?.push([
      {
        symbol: info.symbol,
        atMs,
        bid,
        ask,
        price: Math.floor((bid + ask) / 2),
        source: `alpaca${new URL(stream.url).pathname}`,
      },
    ])
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
