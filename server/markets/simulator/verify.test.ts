import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashChainStart, tickHash, type Tick } from '../tick.ts'
import { firstState, MarketHour, writeState } from './model.ts'
import { modelVersion } from './parameters.ts'
import { hourCommitment, openSeedChain, seedFitsRoot } from './seeds.ts'
import { revealedHours, verifyHour, type PublishedHour } from './verify.ts'

const seedChain = openSeedChain(modelVersion, 490_000, 100, Buffer.alloc(32, 1))
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns two hours as a server would publish them, with ticks of the first hour from the second `from` on. */
function publish(from = 100) {
  const hours: PublishedHour[] = []
  let state = firstState()
  const ticks = new Map<string, Tick[]>()
  for (const hour of [490_000, 490_001]) {
    const seed = seedChain.seed(hour)
    const text = writeState(state)
    hours.push({
      hour,
      model: modelVersion,
      root: seedChain.root.toString('hex'),
      firstHour: 490_000,
      hours: 100,
      commitment: hourCommitment(modelVersion, hour, seed).toString('hex'),
      stateHash: sha256(text),
      seed: seed.toString('hex'),
      state: text,
    })
    const market = new MarketHour(hour, seed, state)
    market.runTo(from)
    for (let second = from; second < 3600 && hour === 490_000; second += 1) {
      market.step()
      for (const [symbol, quote] of market.quotes()) {
        const run = ticks.get(symbol) ?? []
        const tick = { symbol, seq: run.length + 1, atMs: (hour * 3600 + second) * 1000, ...quote, source: 'simulated' }
        run.push({ ...tick, hash: tickHash(run.at(-1)?.hash ?? hashChainStart, tick) })
        ticks.set(symbol, run)
      }
    }
    market.runTo(3600)
    state = market.endState()
  }
  return { hour: hours[0]!, following: hours[1]!, ticks }
}

/** Renumbers and rehashes a run of ticks, as a forger would. */
function relinked(run: readonly Tick[]): Tick[] {
  const made: Tick[] = []
  for (const tick of run) {
    const next = { ...tick, seq: made.length + 1 }
    made.push({ ...next, hash: tickHash(made.at(-1)?.hash ?? hashChainStart, next) })
  }
  return made
}

const failed = (...input: Parameters<typeof verifyHour>) =>
  verifyHour(...input)
    .filter((check) => !check.holds)
    .map((check) => check.name)

describe('a published hour', () => {
  const { hour, following, ticks } = publish()

  it('passes verification if it is unchanged', () => {
    const checks = verifyHour(hour, following, ticks)
    expect(checks.filter((check) => !check.holds)).toEqual([])
    expect(checks.map(({ found }) => found)).toContain(`${3500 * 39} ticks of 39 symbols`)
    expect(checks.at(-1)).toMatchObject({
      holds: true,
      found: '0 seconds with a refusal; the record began at second 100',
    })
  })

  it('fails verification if the price of one tick was changed', () => {
    const changed = new Map(ticks)
    const run = [...ticks.get('BTCUSD')!]
    run[150] = { ...run[150]!, price: run[150]!.price + 5 }
    changed.set('BTCUSD', run)
    expect(failed(hour, following, changed)).toEqual([
      'every tick is the one the seed determines',
      'ticks are linked by their hashes',
    ])
  })

  it('fails verification if a tick was removed', () => {
    const changed = new Map(ticks).set(
      'BTCUSD',
      ticks.get('BTCUSD')!.filter((tick) => tick.seq !== 50),
    )
    expect(failed(hour, following, changed)).toEqual([
      'ticks are linked by their hashes',
      'every second has a tick, or a published refusal',
    ])
  })

  it('fails verification if ticks were removed and the hash chain recomputed, unless refusals explain the gaps', () => {
    const left = relinked(ticks.get('BTCUSD')!.filter((_, index) => index < 50 || index > 56))
    const changed = new Map(ticks).set('BTCUSD', left)
    const lacking = ticks
      .get('BTCUSD')!
      .slice(50, 57)
      .map(({ atMs }) => atMs)
    expect(verifyHour(hour, following, changed).at(-1)).toMatchObject({
      holds: false,
      found: expect.stringContaining('7 seconds in which some symbols have no tick: BTCUSD at 2025-11-24T'),
    })
    expect(failed(hour, following, changed, new Map([['BTCUSD', lacking]]))).toEqual([])
    expect(failed(hour, following, changed, new Map([['BTCUSD', lacking.slice(1)]]))).toEqual([
      'every second has a tick, or a published refusal',
    ])
    expect(failed(hour, following, changed, new Map([['EURUSD', lacking]]))).toEqual([
      'every second has a tick, or a published refusal',
    ])
  })

  it('fails verification if a symbol has no ticks or the market stopped for a few seconds', () => {
    expect(failed(hour, following, new Map(ticks).set('EURUSD', []))).toEqual([
      'every second has a tick, or a published refusal',
    ])
    const paused = new Map(
      [...ticks].map(([symbol, run]) => [symbol, relinked(run.filter((_, index) => index < 1_000 || index >= 1_060))]),
    )
    expect(verifyHour(hour, following, paused).at(-1)).toMatchObject({
      holds: false,
      found: '60 seconds without any price, as if the market had not been running',
    })
    const moved = relinked(
      ticks.get('BTCUSD')!.map((tick, index) => (index === 70 ? { ...tick, atMs: tick.atMs + 1000 } : tick)),
    )
    expect(failed(hour, following, new Map(ticks).set('BTCUSD', moved))).toContain(
      'every second has a tick, or a published refusal',
    )
  })

  it('fails verification with a different seed, root, start state or end state', () => {
    expect(failed({ ...hour, seed: 'ab'.repeat(32) }, following, ticks)).toContain(
      'seed matches the commitment made when the hour began',
    )
    expect(failed({ ...hour, root: 'ab'.repeat(32) }, following, ticks)).toEqual([
      'seed belongs to the seed chain whose root was published first',
      'the following hour belongs to the same seed chain',
    ])
    expect(failed({ ...hour, stateHash: sha256('other') }, following, ticks)).toEqual(['start state matches its hash'])
    expect(failed(hour, { ...following, stateHash: sha256('other') }, ticks)).toEqual([
      'the following hour begins where this one ends',
      'the following hour belongs to the same seed chain',
    ])
  })

  it('is not checked before its seed is revealed, or if it uses a different model', () => {
    expect(failed({ ...hour, seed: null }, following, ticks)).toEqual(['seed'])
    expect(failed({ ...hour, model: 'tallystick-sim-0' }, following, ticks)).toEqual(['model'])
  })

  it('is listed once its seed is revealed, together with the hour that follows', () => {
    expect(
      revealedHours([following, { ...hour, seed: null }]).map((each) => [each.hour.hour, each.following?.hour]),
    ).toEqual([[490_001, undefined]])
    expect(revealedHours([following, hour]).map((each) => [each.hour.hour, each.following?.hour])).toEqual([
      [490_001, undefined],
      [490_000, 490_001],
    ])
  })
})

describe('a seed chain', () => {
  it('verifies each seed against the root, and only for its hour', () => {
    for (const hour of [490_000, 490_001, 490_099])
      expect(seedFitsRoot(modelVersion, 490_000, 100, seedChain.root, hour, seedChain.seed(hour))).toBe(true)
    expect(seedFitsRoot(modelVersion, 490_000, 100, seedChain.root, 490_002, seedChain.seed(490_001))).toBe(false)
    expect(seedFitsRoot('tallystick-sim-0', 490_000, 100, seedChain.root, 490_001, seedChain.seed(490_001))).toBe(false)
    expect(() => seedChain.seed(490_100)).toThrow(RangeError)
  })
})
