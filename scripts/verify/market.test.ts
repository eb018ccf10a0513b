import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { findSymbol } from '../../server/markets/catalogue.ts'
import { priceText } from '../../server/markets/price-text.ts'
import { firstState, MarketHour, writeState } from '../../server/markets/simulator/model.ts'
import { modelVersion } from '../../server/markets/simulator/parameters.ts'
import { hourCommitment, openSeedChain } from '../../server/markets/simulator/seeds.ts'
import { hashChainStart, tickHash } from '../../server/markets/tick.ts'
import { unnoticedFlips } from '../../tests/flips.ts'
import { checkHour, marketNotChecked, type HourRecord } from './market.ts'
import type { PublicTick } from './record.ts'

const seedChain = openSeedChain(modelVersion, 490_000, 100, Buffer.alloc(32, 1))
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const beginsAt = 3_597
const symbols = ['BTCUSD', 'EURUSD']

/** Returns an hour as the public calls do, with a record that began three seconds before the hour's end. */
function publish(): HourRecord {
  let state = firstState()
  const ticks: Record<string, PublicTick[]> = Object.fromEntries(symbols.map((symbol) => [symbol, []]))
  const hours = [490_000, 490_001].map((hour) => {
    const seed = seedChain.seed(hour)
    const text = writeState(state)
    const market = new MarketHour(hour, seed, state)
    market.runTo(beginsAt)
    for (let second = beginsAt; second < 3600; second += 1) {
      market.step()
      const quotes = market.quotes()
      for (const symbol of hour === 490_000 ? symbols : []) {
        const [run, info, quote] = [ticks[symbol]!, findSymbol(symbol)!, quotes.get(symbol)!]
        const tick = { symbol, seq: run.length + 1, atMs: (hour * 3600 + second) * 1000, ...quote, source: 'simulated' }
        const texts = {
          bid: priceText(info, quote.bid),
          ask: priceText(info, quote.ask),
          price: priceText(info, quote.price),
        }
        run.push({
          id: `${symbol}-${tick.seq}`,
          symbol,
          seq: tick.seq,
          at: tick.atMs,
          ...texts,
          source: tick.source,
          hash: tickHash(run.at(-1)?.hash ?? hashChainStart, tick),
        })
      }
    }
    state = market.endState()
    return {
      id: `1-${hour}`,
      hour,
      model: modelVersion,
      root: seedChain.root.toString('hex'),
      firstHour: 490_000,
      hours: 100,
      beforeOpening: false,
      commitment: hourCommitment(modelVersion, hour, seed).toString('hex'),
      stateHash: sha256(text),
      seed: seed.toString('hex'),
      state: text,
      revealedAt: (hour + 1) * 3_600_000 + 600_000,
    }
  })
  return { hour: hours[0]!, following: { ...hours[1]!, seed: null, state: null, revealedAt: null }, ticks, refused: {} }
}

const record = publish()
const holds = (altered: HourRecord) => checkHour(altered).every((check) => check.holds)

it('accepts an hour as it was published', () => {
  expect(checkHour(record).filter((check) => !check.holds)).toEqual([])
})

it('rejects an hour if any value changes, except those declared as not checked', async () => {
  const { state: _, ...hour } = record.hour
  // The state is one long string that its hash covers, so it is flipped once here instead of being copied for every
  // other flip.
  expect(holds({ ...record, hour: { ...record.hour, state: `${record.hour.state}x` } })).toBe(false)
  const unnoticed = await unnoticedFlips({ ...record, hour }, (altered) =>
    holds({ ...altered, hour: { ...altered.hour, state: record.hour.state } } as HourRecord),
  )
  expect(unnoticed).toEqual(marketNotChecked.map((field) => field.split(' ')[0]).toSorted())
})
