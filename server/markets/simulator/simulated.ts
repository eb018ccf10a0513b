import { setImmediate as nextTurn } from 'node:timers/promises'
import { ConfigError } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ByteSealer } from '../../platform/secrets/sealing.ts'
import { addPrice, type Candle } from '../candles.ts'
import { catalogue } from '../catalogue.ts'
import type { Source, SourceSink } from '../source.ts'
import { insertReadyCandles } from '../candle-store.ts'
import type { RawTick } from '../tick.ts'
import { firstState, MarketHour, readState, writeState, type Quote } from './model.ts'
import { modelVersion } from './parameters.ts'
import { createSeedSealer } from './sealed-seed.ts'
import { seedChainHours, hourCommitment, openSeedChain, type SeedChain } from './seeds.ts'
import { insertSeedChain, insertHour, newestSeedChain, newestHour, revealHours, unrevealedHours } from './store.ts'

export type SimulatedOptions = {
  /**
   * Delay between the end of an hour and the release of its seed. The longest trade lasts three minutes and settles
   * soon after.
   */
  revealDelayMs?: number
  /** Hours that a new market runs before its launch, so that its charts have history. */
  historyHours?: number
  /** Symbols for which the last of these hours are recorded tick by tick, for experts to practise on. */
  warmUp?: { symbols: readonly string[]; hours: number }
}

type SimulatedPlatform = Pick<Platform, 'pool' | 'clock' | 'random' | 'log' | 'keys'>

const hourMs = 3_600_000
const sourceName = 'simulated'
/**
 * After an outage longer than this, the market continues from the end of its last hour instead of computing the whole
 * outage.
 */
const maxCatchUpHours = 48
/** A second that is computed this late isn't published, because viewers have already seen the market stop. */
const maxLateSeconds = 5
/**
 * For a clock jump, the market publishes the first seconds, in which open trades expire, the last seconds, and one
 * second every five minutes in between, so that a price fall that liquidates a yield contract is recorded. All seconds
 * of two days would be millions of ticks.
 */
const jumpStartSeconds = 200
const jumpEndSeconds = 600
const jumpEverySeconds = 300
/** Candles from before the launch use only every fifth second, which speeds up the first start. */
const historyEverySeconds = 5
/** Number of seconds that are computed before other work gets a turn. */
const secondsPerTurn = 600

/**
 * The simulated market: one tick per second and symbol, from seeds that were committed to in advance. A second that
 * passes while no process is running has no tick, but the market's state still advances through it, so the ticks after
 * a restart are those that the commitment determines. Source: docs/spec/markets.md "Simulator".
 */
export class SimulatedSource implements Source {
  readonly name = sourceName
  readonly hours = 'always'
  readonly symbols = catalogue.map((info) => info.symbol)
  readonly #platform: SimulatedPlatform
  readonly #seeds: ByteSealer
  readonly #revealDelayMs: number
  readonly #historyHours: number
  readonly #warmUp: { symbols: readonly string[]; hours: number }
  readonly warmUpMs: number
  #sink: SourceSink | undefined
  #seedChain: (SeedChain & { id: number }) | undefined
  #market: MarketHour | undefined
  #turn: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(
    platform: SimulatedPlatform,
    { revealDelayMs = 10 * 60_000, historyHours = 24, warmUp = { symbols: [], hours: 0 } }: SimulatedOptions = {},
  ) {
    this.#platform = platform
    this.#seeds = createSeedSealer(platform.keys, platform.random)
    this.#revealDelayMs = revealDelayMs
    this.#historyHours = historyHours
    this.#warmUp = warmUp
    this.warmUpMs = warmUp.hours * hourMs
  }

  async check(): Promise<void> {
    const stored = await newestSeedChain(this.#platform.pool)
    if (stored?.model === modelVersion) this.#openSeed(stored.sealedLastSeed, stored.root)
  }

  async start(sink: SourceSink): Promise<void> {
    this.#sink = sink
    await this.#inTurn(() => this.#resume())
    this.#arm()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#sink = undefined
    await this.#turn
    this.#market = undefined
  }

  /** Computes the seconds that a clock jump skips; see `jumpStartSeconds`. */
  async advance(fromMs: number, toMs: number): Promise<void> {
    const from = Math.floor(fromMs / 1000)
    const to = Math.floor(toMs / 1000)
    await this.#inTurn(() =>
      this.#runTo(
        to,
        (second) =>
          second <= from + jumpStartSeconds || second > to - jumpEndSeconds || second % jumpEverySeconds === 0,
      ),
    )
  }

  /** Reveals the seeds of hours that ended long enough ago. */
  async maintain(): Promise<void> {
    const seedChain = this.#seedChain
    if (!seedChain) return
    const nowMs = this.#platform.clock.nowMs()
    const lastHour = Math.floor((nowMs - this.#revealDelayMs) / hourMs) - 1
    const hours = await unrevealedHours(this.#platform.pool, seedChain.id, lastHour)
    if (hours.length > 0)
      await revealHours(
        this.#platform.pool,
        seedChain.id,
        hours,
        hours.map((hour) => seedChain.seed(hour)),
        nowMs,
      )
  }

  /** Serialises steps of the market, so that the timer and clock jumps never overlap. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }

  #arm(): void {
    if (!this.#sink) return
    const waitMs = 1000 - (this.#platform.clock.nowMs() % 1000)
    this.#timer = setTimeout(() => void this.#tick().finally(() => this.#arm()), waitMs)
  }

  async #tick(): Promise<void> {
    try {
      const now = Math.floor(this.#platform.clock.nowMs() / 1000)
      await this.#inTurn(() => this.#runTo(now, (second) => second > now - maxLateSeconds))
    } catch (error) {
      this.#platform.log.error({ err: error }, 'the simulated market failed to produce prices')
    }
  }

  /** The epoch second after the last computed one. */
  get #next(): number {
    return this.#market!.hour * 3600 + this.#market!.second
  }

  /** Opens the seed chain and advances the market to the current second without publishing. */
  async #resume(): Promise<void> {
    const now = Math.floor(this.#platform.clock.nowMs() / 1000)
    const found = await this.#findSeedChain()
    if (!found) this.#sink?.seam?.(this.symbols, 'the simulated market started a new seed chain')
    this.#seedChain = found ?? (await this.#makeSeedChain(Math.floor(now / 3600) - this.#historyHours))
    const stored = await newestHour(this.#platform.pool, this.#seedChain.id)
    if (stored) this.#market = new MarketHour(stored.hour, this.#seedChain.seed(stored.hour), readState(stored.state))
    else await this.#makeHistory(Math.floor(now / 60) * 60)
    await this.#runTo(now, () => false)
  }

  /** Computes all seconds up to `to` (epoch, inclusive) and publishes those selected by `publishes`. */
  async #runTo(
    to: number,
    publishes: (second: number) => boolean,
    seen?: (second: number, quotes: Map<string, Quote>) => void,
    only?: ReadonlySet<string>,
  ): Promise<void> {
    if (!this.#market) return
    for (let made = 1; this.#next <= to; made += 1) {
      if (this.#market.second === 3600) await this.#beginHour(this.#hourAfterPause(to), this.#market.endState())
      const second = this.#next
      this.#market.step()
      if (publishes(second)) this.#publish(second, this.#market.quotes(), only)
      if (seen && second % historyEverySeconds === 0) seen(second, this.#market.quotes())
      if (made % secondsPerTurn === 0) {
        await nextTurn()
        await this.#sink?.stored?.()
      }
    }
    this.#sink?.through(to * 1000 + 999)
  }

  #hourAfterPause(to: number): number {
    const following = this.#market!.hour + 1
    const present = Math.floor(to / 3600)
    return present - following > maxCatchUpHours ? present : following
  }

  /** Publishes the commitment to an hour, then starts that hour. */
  async #beginHour(hour: number, state: ReturnType<typeof firstState>): Promise<void> {
    if (hour >= this.#seedChain!.firstHour + this.#seedChain!.hours) this.#seedChain = await this.#makeSeedChain(hour)
    const seed = this.#seedChain!.seed(hour)
    await insertHour(this.#platform.pool, {
      seedChainId: this.#seedChain!.id,
      hour,
      state: writeState(state),
      commitment: hourCommitment(modelVersion, hour, seed),
    })
    this.#market = new MarketHour(hour, seed, state)
  }

  #publish(second: number, quotes: Map<string, Quote>, only?: ReadonlySet<string>): void {
    const ticks: RawTick[] = []
    for (const [symbol, quote] of quotes)
      if (!only || only.has(symbol)) ticks.push({ symbol, atMs: second * 1000, ...quote, source: sourceName })
    this.#sink?.push(ticks)
    this.#sink?.through(second * 1000 + 999)
  }

  /**
   * Runs a new market from its seed chain's first hour to `end` (epoch second, exclusive). Stores the candles, and the
   * ticks of the warm-up.
   */
  async #makeHistory(end: number): Promise<void> {
    await this.#beginHour(this.#seedChain!.firstHour, firstState())
    const minutes = new Map<string, Candle[]>(this.symbols.map((symbol) => [symbol, []]))
    const seen = (second: number, quotes: Map<string, Quote>) => {
      for (const [symbol, { price }] of quotes) addPrice(minutes.get(symbol)!, second * 1000, price, 60_000)
    }
    const recordFrom = end - this.#warmUp.hours * 3600 + 60
    await this.#runTo(end - 1, (second) => second >= recordFrom, seen, new Set(this.#warmUp.symbols))
    for (const [symbol, candles] of minutes)
      await insertReadyCandles(
        this.#platform.pool,
        candles.map((candle) => ({ symbol, ...candle })),
      )
  }

  async #makeSeedChain(firstHour: number): Promise<SeedChain & { id: number }> {
    const { pool, clock, random, log } = this.#platform
    const lastSeed = random.bytes(32)
    const opened = openSeedChain(modelVersion, firstHour, seedChainHours, lastSeed)
    const sealedLastSeed = this.#seeds.seal(lastSeed, opened.root.toString('hex'))
    const id = await insertSeedChain(
      pool,
      { model: modelVersion, firstHour, hours: seedChainHours, root: opened.root, sealedLastSeed },
      clock.nowMs(),
    )
    log.info(
      { root: opened.root.toString('hex'), firstHour, hours: seedChainHours, model: modelVersion },
      'the simulated market committed to its seeds',
    )
    return { ...opened, id }
  }

  /**
   * Returns the stored seed chain if it uses this model. Throws `ConfigError` if no configured key can decrypt its
   * seeds, because a new one would break the commitment.
   */
  async #findSeedChain(): Promise<(SeedChain & { id: number }) | undefined> {
    const stored = await newestSeedChain(this.#platform.pool)
    if (!stored || stored.model !== modelVersion) return undefined
    const lastSeed = this.#openSeed(stored.sealedLastSeed, stored.root)
    return { ...openSeedChain(stored.model, stored.firstHour, stored.hours, lastSeed), id: stored.id }
  }

  #openSeed(sealed: Buffer, root: Buffer): Buffer {
    try {
      return this.#seeds.open(sealed, root.toString('hex'))
    } catch {
      throw new ConfigError(
        "SECRET_KEY: can't decrypt the seeds that the simulated market committed to. " +
          'Set the key that they were encrypted with, or add it as SECRET_KEY_PREVIOUS',
      )
    }
  }
}
