import type { symbolClasses } from '../../api/calls/markets/markets.ts'

export type SymbolClass = (typeof symbolClasses)[number]

/** How the simulated market generates a symbol's prices (the simulation model in docs/spec/markets.md). */
type SimulatedSymbol =
  /** `sigma`: standard deviation of a one-second return. `baseSpreadBps`: median spread in basis points. */
  | { kind: 'modelled'; startPrice: number; sigma: number; baseSpreadBps: number }
  /** Moves `times` as much as another symbol. */
  | { kind: 'multiple'; of: string; times: number; startPrice: number; baseSpreadBps: number }
  /** The quotient or product of two US dollar pairs, so that no round trip through all three is profitable. */
  | { kind: 'cross'; base: string; quote: string }

/** Powers of ten by exponent, as literals, because computed powers may differ between engines. */
const powersOfTen = { 3: 1_000, 4: 10_000, 5: 100_000, 6: 1_000_000 } as const

/** One tradable symbol. */
export type SymbolInfo = {
  symbol: string
  name: string
  class: SymbolClass
  /** Number of decimals in a price. Prices are whole multiples of 10^-scale. */
  scale: number
  /** Number of smallest steps in a price of 1: 10^scale. */
  unit: number
  /**
   * Bid and ask are multiples of this many smallest steps. The price is their midpoint and may lie between two
   * multiples.
   */
  quoteStep: number
  /** Profit of a winning trade, in basis points of its stake. */
  payoutBps: number
  /** After this time without a tick, the symbol is stale and can't be traded. */
  staleAfterMs: number
  /** Trading calendar of the symbol's real market. */
  calendar: 'us_equity' | 'forex' | 'always'
  /** Standard deviation of a one-second return in normal times. The gate uses it to detect jumps. */
  sigma: number
  simulated: SimulatedSymbol
}

type Row = [symbol: string, name: string, startPrice: number, sigma: number, spreadBps: number, payoutBps: number]

const second = 1000

/**
 * The sigmas (per square root of a second) and median spreads come from docs/spec/markets.md and are fitted to recorded
 * prices. Values missing there (spreads of less liquid symbols, the last six coins) are copied from the most similar
 * symbol. Start prices are round numbers near the recordings; the simulated market starts from them, and they aren't
 * real quotes. The scales have enough decimals for every recorded price: the midpoint of two quotes has one more
 * decimal than the quotes.
 */
const stockRows: Row[] = [
  ['AAPL', 'Apple', 170, 0.92e-4, 1.7, 8500],
  ['NVDA', 'NVIDIA', 875, 1.61e-4, 1.7, 8500],
  ['BBBY', 'Bed Bath & Beyond', 60, 0.81e-4, 4, 8000],
  ['QQQ', 'Invesco QQQ', 440, 0.63e-4, 1, 8500],
  ['META', 'Meta Platforms', 505, 1.12e-4, 1.7, 8500],
  ['MSFT', 'Microsoft', 406, 0.89e-4, 1.7, 8500],
  ['GOOGL', 'Alphabet A', 135, 0.9e-4, 1.7, 8500],
  ['TQQQ', 'ProShares UltraPro QQQ', 60, 1.89e-4, 2, 8300],
  ['AMD', 'Advanced Micro Devices', 207, 2e-4, 1.7, 8500],
  ['COIN', 'Coinbase', 256, 3e-4, 3, 8200],
  ['SMTC', 'Semtech', 65, 1.51e-4, 5, 8000],
  ['NFLX', 'Netflix', 604, 1.42e-4, 2, 8300],
]

const forexRows: Row[] = [
  ['EURUSD', 'Euro / US dollar', 1.085, 1.5e-5, 0.3, 9000],
  ['GBPUSD', 'Pound sterling / US dollar', 1.27, 2.1e-5, 0.6, 8800],
  ['USDJPY', 'US dollar / Japanese yen', 148, 2.3e-5, 0.5, 8800],
  ['USDCHF', 'US dollar / Swiss franc', 0.88, 1.6e-5, 0.9, 8700],
  ['AUDUSD', 'Australian dollar / US dollar', 0.66, 2.1e-5, 0.9, 8700],
  ['NZDUSD', 'New Zealand dollar / US dollar', 0.61, 2.3e-5, 2.7, 8500],
  ['USDCAD', 'US dollar / Canadian dollar', 1.35, 1.8e-5, 0.9, 8700],
]

const crossRows: [symbol: string, name: string, base: string, quote: string, sigma: number][] = [
  ['EURGBP', 'Euro / Pound sterling', 'EURUSD', 'GBPUSD', 2.6e-5],
  ['EURJPY', 'Euro / Japanese yen', 'EURUSD', 'USDJPY', 2.8e-5],
  ['GBPJPY', 'Pound sterling / Japanese yen', 'GBPUSD', 'USDJPY', 3.1e-5],
  ['EURCHF', 'Euro / Swiss franc', 'EURUSD', 'USDCHF', 2.2e-5],
  ['AUDJPY', 'Australian dollar / Japanese yen', 'AUDUSD', 'USDJPY', 3.1e-5],
  ['EURAUD', 'Euro / Australian dollar', 'EURUSD', 'AUDUSD', 2.6e-5],
  ['EURCAD', 'Euro / Canadian dollar', 'EURUSD', 'USDCAD', 2.4e-5],
  ['GBPCHF', 'Pound sterling / Swiss franc', 'GBPUSD', 'USDCHF', 2.7e-5],
]

const cryptoRows: (Row | [...Row, scale: 5 | 6])[] = [
  ['BTCUSD', 'Bitcoin / US dollar', 61_800, 1.2e-4, 0.06, 8700],
  ['ETHUSD', 'Ether / US dollar', 2_680, 1.4e-4, 0.11, 8700],
  ['LTCUSD', 'Litecoin / US dollar', 60, 2e-4, 0.85, 8500],
  ['XRPUSD', 'XRP / US dollar', 0.6, 2e-4, 0.85, 8500, 6],
  ['ZECUSD', 'Zcash / US dollar', 38, 2.4e-4, 2.5, 8200],
  ['XMRUSD', 'Monero / US dollar', 150, 2.4e-4, 2.5, 8200],
  ['BCHUSD', 'Bitcoin Cash / US dollar', 330, 2e-4, 0.85, 8300],
  ['ADAUSD', 'Cardano / US dollar', 0.34, 2e-4, 0.85, 8300, 6],
  ['SOLUSD', 'Solana / US dollar', 155, 2e-4, 0.85, 8500],
  ['DOGEUSD', 'Dogecoin / US dollar', 0.1, 2.4e-4, 0.85, 8300, 6],
  ['DOTUSD', 'Polkadot / US dollar', 4.6, 2.4e-4, 0.85, 8200, 5],
  ['LINKUSD', 'Chainlink / US dollar', 10.4, 2.4e-4, 0.85, 8200, 5],
]

/** Symbols whose price changes so often that ten seconds of silence indicate a broken feed. */
const busyCoins = new Set(['BTCUSD', 'ETHUSD'])

const stocks = stockRows.map(([symbol, name, startPrice, sigma, baseSpreadBps, payoutBps]): SymbolInfo => ({
  symbol,
  name,
  class: 'stocks',
  scale: 4,
  unit: powersOfTen[4],
  quoteStep: 100,
  payoutBps,
  staleAfterMs: 15 * second,
  calendar: 'us_equity',
  sigma,
  simulated:
    symbol === 'TQQQ'
      ? { kind: 'multiple', of: 'QQQ', times: 3, startPrice, baseSpreadBps }
      : { kind: 'modelled', startPrice, sigma, baseSpreadBps },
}))

const yenScale = (symbol: string) =>
  symbol.endsWith('JPY') ? { scale: 4, unit: powersOfTen[4] } : { scale: 6, unit: powersOfTen[6] }

const majors = forexRows.map(([symbol, name, startPrice, sigma, baseSpreadBps, payoutBps]): SymbolInfo => ({
  symbol,
  name,
  class: 'forex',
  ...yenScale(symbol),
  quoteStep: 10,
  payoutBps,
  staleAfterMs: 30 * second,
  calendar: 'forex',
  sigma,
  simulated: { kind: 'modelled', startPrice, sigma, baseSpreadBps },
}))

const crosses = crossRows.map(([symbol, name, base, quote, sigma]): SymbolInfo => ({
  symbol,
  name,
  class: 'forex',
  ...yenScale(symbol),
  quoteStep: 10,
  payoutBps: 8500,
  staleAfterMs: 30 * second,
  calendar: 'forex',
  sigma,
  simulated: { kind: 'cross', base, quote },
}))

const crypto = cryptoRows.map(
  ([symbol, name, startPrice, sigma, baseSpreadBps, payoutBps, scale = 3 as const]): SymbolInfo => ({
    symbol,
    name,
    class: 'crypto',
    scale,
    unit: powersOfTen[scale],
    quoteStep: 10,
    payoutBps,
    staleAfterMs: (busyCoins.has(symbol) ? 10 : 120) * second,
    calendar: 'always',
    sigma,
    simulated: { kind: 'modelled', startPrice, sigma, baseSpreadBps },
  }),
)

/**
 * The 39 symbols: 12 stocks, 15 forex pairs, and 12 coins against the US dollar. Source: docs/spec/product.md section
 * 9, docs/spec/markets.md.
 */
export const catalogue: readonly SymbolInfo[] = [...stocks, ...majors, ...crosses, ...crypto]

const bySymbol = new Map(catalogue.map((info) => [info.symbol, info]))

/** Returns the catalogue's entry for a symbol; undefined if the symbol is unknown. */
export function findSymbol(symbol: string): SymbolInfo | undefined {
  return bySymbol.get(symbol)
}
