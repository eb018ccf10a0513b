import { endianness } from 'node:os'
import { catalogue, findSymbol, type SymbolClass, type SymbolInfo } from '../catalogue.ts'
import { fixedCosTurn, fixedExp, fixedLog, fixedSinTurn } from './fixed-math.ts'
import { classes, modelVersion, stepConstants } from './parameters.ts'
import { bytesPerSecond, hourKeystream } from './seeds.ts'

/** Fast and slow volatility factors of one stream. */
type Volatility = { x: number; y: number }

/** The state that determines the next second. Published for the start of each hour. */
export type MarketState = {
  model: string
  classes: Record<SymbolClass, Volatility>
  symbols: Record<string, Volatility & { logPrice: number; bid: number; ask: number; price: number }>
  /** Symbols that move as a multiple of another symbol. */
  multiples: Record<string, { logPrice: number; bid: number; ask: number; price: number }>
}

/** A published price, in the symbol's smallest steps. */
export type Quote = { bid: number; ask: number; price: number }

/** Returns the initial state of a market: calm, at the catalogue's start prices. */
export function firstState(): MarketState {
  const state: MarketState = {
    model: modelVersion,
    classes: { stocks: { x: 0, y: 0 }, forex: { x: 0, y: 0 }, crypto: { x: 0, y: 0 } },
    symbols: {},
    multiples: {},
  }
  for (const info of catalogue) {
    const { simulated } = info
    if (simulated.kind === 'cross') continue
    const logPrice = fixedLog(simulated.startPrice)
    const quote = quoteAround(info, fixedExp(logPrice), simulated.baseSpreadBps)
    if (simulated.kind === 'modelled') state.symbols[info.symbol] = { x: 0, y: 0, logPrice, ...quote }
    else state.multiples[info.symbol] = { logPrice, ...quote }
  }
  return state
}

/** Serialises a state. Numbers are in JavaScript's shortest form, which parses back to the same bits. */
export const writeState = (state: MarketState): string => JSON.stringify(state)
export const readState = (text: string): MarketState => JSON.parse(text) as MarketState

/**
 * Returns the bid, the ask and their exact midpoint for a model price. The midpoint is rounded to half a quote step.
 * The spread is the nearest whole number of quote steps, at least one, that puts both sides on the grid.
 */
export function quoteAround(info: SymbolInfo, price: number, spreadBps: number): Quote {
  const half = info.quoteStep / 2
  const { unit } = info
  const middle = Math.max(2, Math.floor((price * unit) / half + 0.5))
  const wanted = (price * unit * spreadBps) / 10_000 / info.quoteStep
  const odd = middle % 2
  const steps = Math.max(odd === 1 ? 1 : 2, Math.floor((wanted - odd) / 2 + 0.5) * 2 + odd)
  return { bid: (middle - steps) * half, ask: (middle + steps) * half, price: middle * half }
}

type ClassRun = {
  constants: ReturnType<typeof stepConstants>
  state: Volatility
  keys: Uint32Array
  members: SymbolRun[]
}
type SymbolRun = {
  info: SymbolInfo
  sigma: number
  baseSpreadBps: number
  state: MarketState['symbols'][string]
  keys: Uint32Array
  multiples: { info: SymbolInfo; times: number; baseSpreadBps: number; state: MarketState['multiples'][string] }[]
}

/** Returns a 64-bit word of the keystream as a number strictly between 0 and 1, using 52 bits. */
function uniform(keys: Uint32Array, at: number): number {
  return (keys[at + 1]! * 1_048_576 + (keys[at]! >>> 12) + 0.5) * 2.220446049250313e-16
}

/** The market within one hour, second by second. The seed and the start state fully determine it on any machine. */
export class MarketHour {
  readonly hour: number
  /** Seconds computed so far, 0 to 3600. */
  second = 0
  readonly #state: MarketState
  readonly #runs: ClassRun[]

  constructor(hour: number, seed: Buffer, start: MarketState) {
    this.hour = hour
    this.#state = structuredClone(start)
    const keys = (stream: string) => words(hourKeystream(modelVersion, seed, stream, hour))
    this.#runs = classes.map((symbolClass) => ({
      constants: stepConstants(symbolClass),
      state: this.#state.classes[symbolClass],
      keys: keys(`class ${symbolClass}`),
      members: catalogue.flatMap((info) => (info.class === symbolClass ? this.#member(info, keys) : [])),
    }))
  }

  #member(info: SymbolInfo, keys: (stream: string) => Uint32Array): SymbolRun[] {
    const { simulated } = info
    if (simulated.kind !== 'modelled') return []
    const multiples = catalogue.flatMap((other) =>
      other.simulated.kind === 'multiple' && other.simulated.of === info.symbol
        ? [
            {
              info: other,
              times: other.simulated.times,
              baseSpreadBps: other.simulated.baseSpreadBps,
              state: this.#state.multiples[other.symbol]!,
            },
          ]
        : [],
    )
    const { sigma, baseSpreadBps } = simulated
    return [
      { info, sigma, baseSpreadBps, state: this.#state.symbols[info.symbol]!, keys: keys(info.symbol), multiples },
    ]
  }

  /** Computes the next second. */
  step(): void {
    const at = (this.second * bytesPerSecond) / 4
    const halfHour = Math.floor((((this.hour % 24) + 24) % 24) * 2 + this.second / 1800)
    for (const run of this.#runs) stepClass(run, at, halfHour)
    this.second += 1
  }

  /** Computes seconds until `second` seconds of the hour have been computed. */
  runTo(second: number): void {
    while (this.second < second) this.step()
  }

  /** Returns the published quote of every symbol after the last computed second. */
  quotes(): Map<string, Quote> {
    const quotes = new Map<string, Quote>()
    for (const info of catalogue) {
      const { simulated } = info
      if (simulated.kind === 'cross') continue
      const { bid, ask, price } =
        simulated.kind === 'modelled' ? this.#state.symbols[info.symbol]! : this.#state.multiples[info.symbol]!
      quotes.set(info.symbol, { bid, ask, price })
    }
    for (const info of catalogue) {
      if (info.simulated.kind === 'cross')
        quotes.set(info.symbol, crossQuote(info, quotes, info.simulated.base, info.simulated.quote))
    }
    return quotes
  }

  /** Returns the state after the last computed second. After 3600 seconds, it is the start state of the next hour. */
  endState(): MarketState {
    return structuredClone(this.#state)
  }
}

/** Returns the keystream as 32-bit little-endian words, on any machine. */
function words(bytes: Buffer): Uint32Array {
  if (endianness() === 'BE') bytes.swap32()
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
}

/**
 * Computes one second of a class and its symbols. One draw per class decides whether published prices move. With one
 * draw per symbol, a coin that hasn't moved yet would follow the others a second later, and anyone who noticed could
 * profit.
 */
function stepClass(run: ClassRun, at: number, halfHour: number): void {
  const { constants, state, keys } = run
  const size = Math.sqrt(-2 * fixedLog(uniform(keys, at)))
  const turn = uniform(keys, at + 2)
  state.x = constants.keepX * state.x + constants.shockX * (size * fixedCosTurn(turn))
  state.y = constants.keepY * state.y + constants.shockY * (size * fixedSinTurn(turn))
  const zClass = Math.sqrt(-2 * fixedLog(uniform(keys, at + 4))) * fixedCosTurn(uniform(keys, at + 6))
  const moves = uniform(keys, at + 8) < constants.moveProbability
  const season = constants.season[halfHour]!
  const hClass = state.x + state.y
  for (const member of run.members) stepSymbol(member, constants, at, season, hClass, zClass, moves)
}

const root2 = Math.sqrt(2)

function stepSymbol(
  run: SymbolRun,
  constants: ClassRun['constants'],
  at: number,
  season: number,
  hClass: number,
  zClass: number,
  moves: boolean,
): void {
  const { state, keys } = run
  const size = Math.sqrt(-2 * fixedLog(uniform(keys, at)))
  const turn = uniform(keys, at + 2)
  state.x = constants.keepX * state.x + constants.shockX * (size * fixedCosTurn(turn))
  state.y = constants.keepY * state.y + constants.shockY * (size * fixedSinTurn(turn))
  const h = (hClass + state.x + state.y) / root2
  const level = fixedExp(h - constants.variance)
  const e = run.sigma * season * level
  const zSize = Math.sqrt(-2 * fixedLog(uniform(keys, at + 4)))
  const zTurn = uniform(keys, at + 6)
  const z = zSize * fixedCosTurn(zTurn)
  let change = e * (constants.rho * zClass + constants.rhoOwn * z) - (e * e) / 2
  if (uniform(keys, at + 8) < constants.jumpProbability)
    change += constants.jumpScale * run.sigma * season * (zSize * fixedSinTurn(zTurn))
  state.logPrice += change
  // The spread widens with volatility, by the square root of exp(h - v), which is exp((h - v) / 2).
  const widening = moves ? Math.sqrt(level) : 0
  if (moves) show(state, run.info, run.baseSpreadBps * widening)
  for (const multiple of run.multiples) {
    // Keeps the multiple's expected price constant: its variance grows with `times` squared, but its drift only with
    // `times`.
    multiple.state.logPrice +=
      multiple.times * change - ((multiple.times * multiple.times - multiple.times) * e * e) / 2
    if (moves) show(multiple.state, multiple.info, multiple.baseSpreadBps * widening)
  }
}

function show(state: { logPrice: number } & Quote, info: SymbolInfo, spreadBps: number): void {
  const quote = quoteAround(info, fixedExp(state.logPrice), spreadBps)
  state.bid = quote.bid
  state.ask = quote.ask
  state.price = quote.price
}

/**
 * Returns a cross rate from its two US dollar legs: the rate for selling and buying through the dollar, rounded outward
 * to quote steps, so that no round trip is profitable. `EURGBP` divides two dollar pairs, `EURJPY` multiplies them.
 */
function crossQuote(info: SymbolInfo, quotes: Map<string, Quote>, base: string, quote: string): Quote {
  const left = quotes.get(base)!
  const right = quotes.get(quote)!
  const leftUnit = findSymbol(base)!.unit
  const rightUnit = findSymbol(quote)!.unit
  const { unit } = info
  const product = quote.startsWith('USD')
  const low = product ? ((left.bid / leftUnit) * right.bid) / rightUnit : left.bid / leftUnit / (right.ask / rightUnit)
  const high = product ? ((left.ask / leftUnit) * right.ask) / rightUnit : left.ask / leftUnit / (right.bid / rightUnit)
  const bid = Math.floor((low * unit) / info.quoteStep) * info.quoteStep
  const ask = (Math.floor((high * unit) / info.quoteStep) + 1) * info.quoteStep
  return { bid, ask, price: (bid + ask) / 2 }
}
