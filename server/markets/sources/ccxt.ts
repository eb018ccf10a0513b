import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ConfigError } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'
import { catalogue, findSymbol } from '../catalogue.ts'
import { priceOfNumber } from '../price-text.ts'
import type { FeedStatus, Source, SourceSink } from '../source.ts'
import type { RawTick } from '../tick.ts'
import { BackOff } from './back-off.ts'

/** The parts of ccxt's exchange classes that are used. */
export type CcxtTicker = { symbol: string; timestamp?: number; bid?: number; ask?: number }
export type CcxtExchange = {
  has: Record<string, unknown>
  urls: { api: Record<string, unknown> }
  options: Record<string, unknown>
  markets: Record<string, { symbol: string; spot?: boolean; active?: boolean }>
  bidsasks: Record<string, CcxtTicker>
  tickers: Record<string, CcxtTicker>
  loadHttpProxyAgent(): Promise<unknown>
  loadMarkets(): Promise<unknown>
  watchBidsAsks(symbols: string[]): Promise<unknown>
  watchTickers(symbols: string[]): Promise<unknown>
  close(): Promise<unknown>
}

type CcxtPlatform = Pick<Platform, 'clock' | 'log' | 'random'>

/** A tick that arrives later than this is dropped, so that settlement doesn't have to wait longer. */
const latenessMs = 1_500
const promiseEveryMs = 250
/** Preferred quote currencies: dollars, or the two stablecoins if an exchange has no dollar market. */
const quoteCurrencies = ['USD', 'USDT', 'USDC']
const coins = catalogue.filter((info) => info.class === 'crypto').map((info) => info.symbol)

/**
 * Live coin prices from ccxt's WebSocket classes, for example `ccxt:kraken`: best bid and ask, with their midpoint as
 * the price. A tick has the exchange's time, or the product's if the exchange sends none. If several updates of a coin
 * arrive in one turn of the event loop, only the newest becomes a tick.
 */
export class CcxtSource implements Source {
  readonly name: string
  readonly hours = 'calendar'
  readonly symbols = coins
  readonly maxAheadMs = 2_000
  readonly #platform: CcxtPlatform
  readonly #moduleUrl: URL
  readonly #prepare: (exchange: CcxtExchange) => void
  #sink: SourceSink | undefined
  /** The product's symbols that the exchange trades; undefined until markets are loaded. */
  #traded: ReadonlySet<string> | undefined
  #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  /** `prepare` may change the exchange's URLs. Throws `ConfigError` for an exchange that ccxt can't stream. */
  constructor(platform: CcxtPlatform, exchange: string, prepare: (exchange: CcxtExchange) => void = () => {}) {
    this.#platform = platform
    this.#prepare = prepare
    this.name = `ccxt:${exchange}`
    this.#moduleUrl = new URL(`./src/pro/${exchange}.js`, import.meta.resolve('ccxt'))
    if (!/^[a-z0-9]+$/.test(exchange) || !existsSync(fileURLToPath(this.#moduleUrl))) {
      throw new ConfigError(`MARKET: ccxt has no exchange ${exchange} with live prices`)
    }
  }

  statusOf(symbol: string): FeedStatus | undefined {
    return this.#traded && { status: this.#traded.has(symbol) ? 'playing' : 'unfed' }
  }

  async start(sink: SourceSink): Promise<void> {
    this.#sink = sink
    this.#stopping = new AbortController()
    this.#timer = setInterval(() => this.#sink?.through(this.#platform.clock.nowMs() - latenessMs), promiseEveryMs)
    this.#running = this.#run(this.#stopping.signal)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#sink = undefined
    this.#stopping.abort()
    await this.#running
  }

  /** Connects and streams prices. Reconnects after a failure, waiting longer each time. */
  async #run(signal: AbortSignal): Promise<void> {
    const backOff = new BackOff(() => this.#platform.random.below(1_000_000) / 1_000_000)
    while (!signal.aborted) {
      let exchange: CcxtExchange | undefined
      try {
        exchange = await this.#connect()
        const opened = exchange
        signal.addEventListener('abort', () => void opened.close().catch(() => {}), { once: true })
        await this.#watch(exchange, signal, () => backOff.succeeded())
      } catch (error) {
        if (!signal.aborted)
          this.#platform.log.warn({ err: error, source: this.name }, 'lost the connection to the exchange')
      }
      await exchange?.close().catch(() => {})
      if (!signal.aborted) await backOff.wait(signal)
    }
  }

  async #connect(): Promise<CcxtExchange> {
    const { default: Exchange } = (await import(this.#moduleUrl.href)) as {
      default: new (options: object) => CcxtExchange
    }
    const exchange = new Exchange({
      enableRateLimit: true,
      options: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
    })
    this.#prepare(exchange)
    await exchange.loadHttpProxyAgent()
    await exchange.loadMarkets()
    return exchange
  }

  async #watch(exchange: CcxtExchange, signal: AbortSignal, onPrices: () => void): Promise<void> {
    const watched = marketsOf(exchange)
    if (watched.size === 0) throw new Error(`${this.name} trades none of the product's coins`)
    this.#traded = new Set(watched.values())
    const marketSymbols = [...watched.keys()]
    const byBidsAsks = Boolean(exchange.has['watchBidsAsks'])
    const seen = new Map<string, CcxtTicker>()
    while (!signal.aborted) {
      await (byBidsAsks ? exchange.watchBidsAsks(marketSymbols) : exchange.watchTickers(marketSymbols))
      onPrices()
      // The result contains only the first update. The exchange object's table has all of them.
      this.#take(byBidsAsks ? exchange.bidsasks : exchange.tickers, watched, seen)
    }
  }

  #take(table: Record<string, CcxtTicker>, watched: Map<string, string>, seen: Map<string, CcxtTicker>): void {
    const ticks: RawTick[] = []
    for (const [marketSymbol, symbol] of watched) {
      const ticker = table[marketSymbol]
      if (!ticker || seen.get(marketSymbol) === ticker) continue
      seen.set(marketSymbol, ticker)
      ticks.push(this.#tickOf(symbol, marketSymbol, ticker))
    }
    if (ticks.length > 0) this.#sink?.push(ticks)
  }

  /** Converts a ticker to a tick. A quote with a missing side gets NaN, so that the gate refuses and counts it. */
  #tickOf(symbol: string, marketSymbol: string, { timestamp, bid, ask }: CcxtTicker): RawTick {
    const info = findSymbol(symbol)!
    const { clock } = this.#platform
    const low = priceOfNumber(bid, info) ?? Number.NaN
    const high = priceOfNumber(ask, info) ?? Number.NaN
    const atMs = timestamp === undefined ? clock.nowMs() : Math.floor(timestamp + clock.offsetMs())
    return {
      symbol,
      atMs,
      bid: low,
      ask: high,
      price: Math.floor((low + high) / 2),
      source: `${this.name}/${marketSymbol}`,
    }
  }
}

/** Maps the exchange's market for each coin to the product's symbol. */
function marketsOf(exchange: CcxtExchange): Map<string, string> {
  const found = new Map<string, string>()
  for (const symbol of coins) {
    const coin = symbol.slice(0, -'USD'.length)
    const market = quoteCurrencies
      .map((currency) => exchange.markets[`${coin}/${currency}`])
      .find((each) => each && each.spot !== false && each.active !== false)
    if (market) found.set(market.symbol, symbol)
  }
  return found
}
