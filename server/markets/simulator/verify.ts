import { createHash } from 'node:crypto'
import { findBrokenLink, type Tick } from '../tick.ts'
import { MarketHour, readState, writeState, type Quote } from './model.ts'
import { modelVersion } from './parameters.ts'
import { hourCommitment, seedFitsRoot } from './seeds.ts'

/** One hour as the call `markets.commitments` answers it. */
export type PublishedHour = {
  hour: number
  model: string
  root: string
  firstHour: number
  hours: number
  /** Missing in exports from before it was told. */
  beforeOpening?: boolean
  commitment: string
  stateHash: string
  seed: string | null
  state: string | null
}

/** What is checked, whether it holds, and what was found. */
export type Check = { name: string; holds: boolean; found: string }

export const hourMs = 3_600_000

/**
 * Checks an hour of the simulated market with nothing but what is public: its seed against the commitment and the chain's root,
 * its start state against the hash, and every tick of it against the model. `following` is the hour recorded next, whose
 * start must be this hour's end. Seconds without a tick are counted: nobody looked, or the gate held the price back.
 */
export function verifyHour(published: PublishedHour, following: PublishedHour | undefined, ticks: ReadonlyMap<string, readonly Tick[]>): Check[] {
  const { hour, model } = published
  if (model !== modelVersion) return [{ name: 'model', holds: false, found: `the hour was made by ${model}, this program knows ${modelVersion}` }]
  if (!published.seed || !published.state) return [{ name: 'seed', holds: false, found: 'not revealed yet' }]
  const seed = Buffer.from(published.seed, 'hex')
  const market = new MarketHour(hour, seed, readState(published.state))
  const compared = compareTicks(market, ticks)
  market.runTo(3600)
  const end = writeState(market.endState())
  return [
    { name: `seed fits the commitment made ${published.beforeOpening ? 'at the opening, after the hour' : 'when the hour began'}`, ...equal(hourCommitment(model, hour, seed).toString('hex'), published.commitment) },
    {
      name: 'seed belongs to the chain whose root was published first',
      holds: seedFitsRoot(model, published.firstHour, published.hours, Buffer.from(published.root, 'hex'), hour, seed),
      found: `root ${published.root}`,
    },
    { name: 'start state fits its hash', ...equal(sha256(published.state), published.stateHash) },
    ...(following ? [{ name: 'the following hour begins where this one ends', ...equal(sha256(end), following.stateHash) }] : []),
    ...compared,
  ]
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const equal = (computed: string, told: string) => ({ holds: computed === told, found: computed === told ? computed : `computed ${computed}, published ${told}` })

/** Compares every tick of the hour with the model's second, and each symbol's run with its hash chain. */
function compareTicks(market: MarketHour, ticks: ReadonlyMap<string, readonly Tick[]>): Check[] {
  const bySecond = new Map<number, Tick[]>()
  const wrong: string[] = []
  const broken: string[] = []
  let count = 0
  for (const [symbol, run] of ticks) {
    for (const tick of run) {
      const second = Math.floor(tick.atMs / 1000) - market.hour * 3600
      if (second < 0 || second >= 3600 || tick.atMs % 1000 !== 0 || tick.source !== 'simulated') wrong.push(`${symbol} #${tick.seq} is not of this hour`)
      else bySecond.set(second, [...(bySecond.get(second) ?? []), tick])
      count += 1
    }
    const first = run[0]
    const link = first && findBrokenLink(first.hash, run.slice(1))
    if (link || run.some((tick, i) => i > 0 && tick.seq !== run[i - 1]!.seq + 1)) broken.push(`${symbol} #${link?.seq ?? '?'}`)
  }
  for (let second = 0; second < 3600; second += 1) {
    market.step()
    const due = bySecond.get(second)
    if (!due) continue
    const quotes = market.quotes()
    for (const tick of due) if (!same(tick, quotes.get(tick.symbol))) wrong.push(`${tick.symbol} #${tick.seq} at ${new Date(tick.atMs).toISOString()}`)
  }
  const expected = 3600 * ticks.size
  return [
    { name: 'every tick is the one the seed determines', holds: wrong.length === 0, found: wrong.length > 0 ? summary(wrong) : `${count} ticks of ${ticks.size} symbols; ${expected - count} seconds without a tick` },
    { name: 'ticks are linked by their hashes', holds: broken.length === 0, found: broken.length > 0 ? summary(broken) : `${ticks.size} chains` },
  ]
}

const same = (tick: Tick, quote: Quote | undefined) => quote !== undefined && tick.bid === quote.bid && tick.ask === quote.ask && tick.price === quote.price
const summary = (found: string[]) => `${found.length} wrong: ${found.slice(0, 5).join(', ')}${found.length > 5 ? ' ...' : ''}`

/** The hours to check: revealed ones, newest first, each with the hour recorded after it in the same chain. */
export function revealedHours<H extends PublishedHour>(hours: readonly H[]): { hour: H; following: H | undefined }[] {
  const inOrder = hours.toSorted((a, b) => a.hour - b.hour)
  return inOrder
    .map((hour, i) => ({ hour, following: inOrder.slice(i + 1).find((next) => next.root === hour.root) }))
    .filter(({ hour }) => hour.seed !== null)
    .reverse()
}
