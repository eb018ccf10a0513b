import { findSymbol } from '../catalogue.ts'
import type { RawTick } from '../tick.ts'

/** Why a tick was refused. */
export const gateReasons = [
  'unknown_symbol',
  'not_a_price',
  'crossed',
  'outside_quotes',
  'back_in_time',
  'late',
  'ahead',
  'duplicate',
  'jump',
] as const
export type GateReason = (typeof gateReasons)[number]

type Print = { sourceMs: number; price: number }
/** The state that the gate needs to check the first price after a restart against the last one before it. */
export type GateState = { last: RawTick; variance: number }
type SymbolGate = {
  sigma: number
  quoteStep: number
  last: RawTick | undefined
  /** A price that differs too much to be accepted without confirmation. */
  candidate: Print | undefined
  /** Running mean of squared returns per second, so that a volatile hour isn't mistaken for errors. */
  variance: number
  throughMs: number
}

const jumpSigmas = 10
/** Time constant of the running mean, in seconds. */
const memorySeconds = 120

/**
 * Checks the prices of every source before they are stored. Refuses invalid prices, prices out of order or at or before
 * the watermark, and jumps of more than ten standard deviations until a second, later print confirms them. It reads no
 * clock and stores nothing. Source: docs/spec/markets.md "Every source passes one gate".
 */
export class Gate {
  readonly #gates = new Map<string, SymbolGate>()
  readonly #maxAheadMs: number
  /** Number of refused ticks by reason since the start. */
  readonly refused: Record<GateReason, number> = Object.fromEntries(gateReasons.map((reason) => [reason, 0])) as Record<
    GateReason,
    number
  >
  accepted = 0

  /** `maxAheadMs`: how far a source's clock may be ahead of the product's clock. */
  constructor(maxAheadMs = Infinity) {
    this.#maxAheadMs = maxAheadMs
  }

  /** Returns why a tick is refused; undefined if it is accepted. */
  check(tick: RawTick, nowMs: number): GateReason | undefined {
    const reason = this.#judge(tick, nowMs)
    if (reason) this.refused[reason] += 1
    else this.accepted += 1
    return reason
  }

  /** From now on, refuses ticks of the symbol that are at or before `atMs`. */
  through(symbol: string, atMs: number): void {
    const gate = this.#gateOf(symbol)
    if (gate) gate.throughMs = Math.max(gate.throughMs, atMs)
  }

  /** Returns the time up to which the record of a symbol is complete. */
  throughMs(symbol: string): number {
    return this.#gateOf(symbol)?.throughMs ?? -Infinity
  }

  /** Returns the state for `restore`; undefined before the symbol's first price. */
  state(symbol: string): GateState | undefined {
    const gate = this.#gates.get(symbol)
    return gate?.last && { last: gate.last, variance: gate.variance }
  }

  /** Restores the state of another gate. */
  restore({ last, variance }: GateState): void {
    const gate = this.#gateOf(last.symbol)
    if (!gate) return
    gate.last = last
    gate.variance = variance
  }

  /** Treats the symbol's next price as its first. Keeps the watermark. */
  forget(symbol: string): void {
    const promisedMs = this.throughMs(symbol)
    this.#gates.delete(symbol)
    this.through(symbol, promisedMs)
  }

  #gateOf(symbol: string): SymbolGate | undefined {
    let gate = this.#gates.get(symbol)
    if (!gate) {
      const info = findSymbol(symbol)
      if (!info) return undefined
      gate = {
        sigma: info.sigma,
        quoteStep: info.quoteStep,
        last: undefined,
        candidate: undefined,
        variance: info.sigma ** 2,
        throughMs: -Infinity,
      }
      this.#gates.set(symbol, gate)
    }
    return gate
  }

  #judge(tick: RawTick, nowMs: number): GateReason | undefined {
    const gate = this.#gateOf(tick.symbol)
    if (!gate) return 'unknown_symbol'
    const { bid, ask, price, atMs } = tick
    if (
      !Number.isSafeInteger(bid) ||
      !Number.isSafeInteger(ask) ||
      !Number.isSafeInteger(price) ||
      !Number.isSafeInteger(atMs)
    )
      return 'not_a_price'
    if (bid <= 0 || ask <= 0 || price <= 0) return 'not_a_price'
    if (bid > ask) return 'crossed'
    if (price < bid || price > ask) return 'outside_quotes'
    if (atMs <= gate.throughMs) return 'late'
    if (atMs > nowMs + this.#maxAheadMs) return 'ahead'
    const { last } = gate
    const sourceMs = sourceTime(tick)
    if (last) {
      if (atMs < last.atMs || sourceMs < sourceTime(last)) return 'back_in_time'
      if (sourceMs === sourceTime(last) && bid === last.bid && ask === last.ask && price === last.price)
        return 'duplicate'
      if (tooFar(gate, { sourceMs: sourceTime(last), price: last.price }, tick) && !confirms(gate, tick)) {
        gate.candidate = { sourceMs, price }
        return 'jump'
      }
      learn(gate, last, tick)
    }
    gate.candidate = undefined
    gate.last = tick
    return undefined
  }
}

/**
 * Returns a price's time on the source's own timeline, so that a recording at a higher speed is checked by its recorded
 * times.
 */
function sourceTime(tick: RawTick): number {
  return tick.sourceMs ?? tick.atMs
}

/**
 * Returns whether a price is a jump. Allowed changes grow with the square root of the elapsed time. Changes within a
 * few quote steps or the spread are never jumps, and less than a second counts as one second.
 */
function tooFar(gate: SymbolGate, from: Print, tick: RawTick): boolean {
  const seconds = Math.max(1, (sourceTime(tick) - from.sourceMs) / 1000)
  const sigma = Math.max(gate.sigma, Math.sqrt(gate.variance))
  const spread = gate.last ? gate.last.ask - gate.last.bid : 0
  const allowed = Math.max(jumpSigmas * sigma * Math.sqrt(seconds) * from.price, 5 * gate.quoteStep, spread)
  return Math.abs(tick.price - from.price) > allowed
}

/** Returns whether a later print near the candidate confirms a jump. */
function confirms(gate: SymbolGate, tick: RawTick): boolean {
  return (
    gate.candidate !== undefined && sourceTime(tick) > gate.candidate.sourceMs && !tooFar(gate, gate.candidate, tick)
  )
}

function learn(gate: SymbolGate, last: RawTick, tick: RawTick): void {
  const seconds = Math.max(0.001, (sourceTime(tick) - sourceTime(last)) / 1000)
  const change = Math.log(tick.price / last.price)
  const weight = 1 - Math.exp(-seconds / memorySeconds)
  // Counts an outlier as ten standard deviations at most, so that it doesn't make the gate accept the next one.
  const squared = Math.min((change * change) / Math.max(1, seconds), gate.variance * jumpSigmas ** 2)
  gate.variance += weight * (squared - gate.variance)
}
