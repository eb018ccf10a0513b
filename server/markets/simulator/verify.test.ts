import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { chainStart, tickHash, type Tick } from '../tick.ts'
import { firstState, MarketHour, writeState } from './model.ts'
import { modelVersion } from './parameters.ts'
import { hourCommitment, openSeedChain, seedFitsRoot } from './seeds.ts'
import { revealedHours, verifyHour, type PublishedHour } from './verify.ts'

const chain = openSeedChain(modelVersion, 490_000, 100, Buffer.alloc(32, 1))
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** An hour as a server would publish it, with the ticks of some of its seconds. */
function publish() {
  const hours: PublishedHour[] = []
  let state = firstState()
  const ticks = new Map<string, Tick[]>()
  for (const hour of [490_000, 490_001]) {
    const seed = chain.seed(hour)
    const text = writeState(state)
    hours.push({
      hour, model: modelVersion, root: chain.root.toString('hex'), firstHour: 490_000, hours: 100,
      commitment: hourCommitment(modelVersion, hour, seed).toString('hex'), stateHash: sha256(text), seed: seed.toString('hex'), state: text,
    })
    const market = new MarketHour(hour, seed, state)
    market.runTo(100)
    for (let second = 100; second < 400 && hour === 490_000; second += 1) {
      market.step()
      for (const [symbol, quote] of market.quotes()) {
        const run = ticks.get(symbol) ?? []
        const tick = { symbol, seq: run.length + 1, atMs: (hour * 3600 + second) * 1000, ...quote, source: 'simulated' }
        ticks.set(symbol, [...run, { ...tick, hash: tickHash(run.at(-1)?.hash ?? chainStart, tick) }])
      }
    }
    market.runTo(3600)
    state = market.endState()
  }
  return { hour: hours[0]!, following: hours[1]!, ticks }
}

const failed = (...input: Parameters<typeof verifyHour>) => verifyHour(...input).filter((check) => !check.holds).map((check) => check.name)

describe('a published hour', () => {
  const { hour, following, ticks } = publish()

  it('holds as it was published', () => {
    const checks = verifyHour(hour, following, ticks)
    expect(checks.filter((check) => !check.holds)).toEqual([])
    expect(checks.length).toBe(6)
    expect(checks[4]!.found).toBe(`${300 * 39} ticks of 39 symbols; ${3300 * 39} seconds without a tick`)
  })

  it('does not hold with another price in one tick', () => {
    const changed = new Map(ticks)
    const run = [...ticks.get('BTCUSD')!]
    run[150] = { ...run[150]!, price: run[150]!.price + 5 }
    changed.set('BTCUSD', run)
    expect(failed(hour, following, changed)).toEqual(['every tick is the one the seed determines', 'ticks are linked by their hashes'])
  })

  it('does not hold with a tick taken out', () => {
    const changed = new Map(ticks).set('BTCUSD', ticks.get('BTCUSD')!.filter((tick) => tick.seq !== 50))
    expect(failed(hour, following, changed)).toEqual(['ticks are linked by their hashes'])
  })

  it('does not hold with another seed, chain, start or end', () => {
    expect(failed({ ...hour, seed: 'ab'.repeat(32) }, following, ticks)).toContain('seed fits the commitment made when the hour began')
    expect(failed({ ...hour, root: 'ab'.repeat(32) }, following, ticks)).toEqual(['seed belongs to the chain whose root was published first'])
    expect(failed({ ...hour, stateHash: sha256('other') }, following, ticks)).toEqual(['start state fits its hash'])
    expect(failed(hour, { ...following, stateHash: sha256('other') }, ticks)).toEqual(['the following hour begins where this one ends'])
  })

  it('is not checked before its seed is known, or by another model', () => {
    expect(failed({ ...hour, seed: null }, following, ticks)).toEqual(['seed'])
    expect(failed({ ...hour, model: 'tallystick-sim-0' }, following, ticks)).toEqual(['model'])
  })

  it('is found with the one after it', () => {
    expect(revealedHours([following, { ...hour, seed: null }]).map((each) => [each.hour.hour, each.following?.hour])).toEqual([[490_001, undefined]])
    expect(revealedHours([following, hour]).map((each) => [each.hour.hour, each.following?.hour])).toEqual([[490_001, undefined], [490_000, 490_001]])
  })
})

describe('a chain of seeds', () => {
  it('proves each seed by the root, and no other hour with it', () => {
    for (const hour of [490_000, 490_001, 490_099]) expect(seedFitsRoot(modelVersion, 490_000, 100, chain.root, hour, chain.seed(hour))).toBe(true)
    expect(seedFitsRoot(modelVersion, 490_000, 100, chain.root, 490_002, chain.seed(490_001))).toBe(false)
    expect(seedFitsRoot('tallystick-sim-0', 490_000, 100, chain.root, 490_001, chain.seed(490_001))).toBe(false)
    expect(() => chain.seed(490_100)).toThrow(RangeError)
  })
})
