import { createHash } from 'node:crypto'
import { findBrokenLink, type Tick } from '../tick.ts'
import { MarketHour, readState, writeState, type Quote } from './model.ts'
import { modelVersion } from './parameters.ts'
import { hourCommitment, seedFitsRoot } from './seeds.ts'

/** One hour as returned by the call `markets.commitments`. */
export type PublishedHour = {
  hour: number
  model: string
  root: string
  firstHour: number
  hours: number
  /** Missing in old exports. */
  beforeOpening?: boolean
  commitment: string
  stateHash: string
  seed: string | null
  state: string | null
  /** When the seed was published, epoch ms. */
  revealedAt?: number | null
}

/** Times in epoch ms of prices that the gate refused, by symbol. A second with a refused price has no tick. */
export type RefusedTimes = ReadonlyMap<string, readonly number[]>

/** One check: its name, whether it holds, and what was found. */
export type Check = { name: string; holds: boolean; found: string }

export const hourMs = 3_600_000

/**
 * Verifies an hour of the simulated market from public data only: its seed against the commitment and the seed chain's
 * root, its start state against the hash, and every tick against the model. `following` is the next recorded hour,
 * whose start must equal this hour's end. The market is open around the clock, so a second without a tick needs a
 * published refusal or must be before the start of the record.
 */
export function verifyHour(
  published: PublishedHour,
  following: PublishedHour | undefined,
  ticks: ReadonlyMap<string, readonly Tick[]>,
  refused: RefusedTimes = new Map(),
): Check[] {
  const { hour, model } = published
  if (model !== modelVersion)
    return [{ name: 'model', holds: false, found: `the hour uses ${model}; this program supports ${modelVersion}` }]
  if (!published.seed || !published.state) return [{ name: 'seed', holds: false, found: 'not revealed yet' }]
  // Checks the hash first, because a state that doesn't match it may not even parse.
  if (sha256(published.state) !== published.stateHash)
    return [{ name: 'start state matches its hash', ...equal(sha256(published.state), published.stateHash) }]
  const seed = Buffer.from(published.seed, 'hex')
  const market = new MarketHour(hour, seed, readState(published.state))
  const compared = compareTicks(market, ticks)
  market.runTo(3600)
  const end = writeState(market.endState())
  const madeAt = published.beforeOpening ? 'at the opening, after the hour' : 'when the hour began'
  return [
    {
      name: `seed matches the commitment made ${madeAt}`,
      ...equal(hourCommitment(model, hour, seed).toString('hex'), published.commitment),
    },
    {
      name: 'seed belongs to the seed chain whose root was published first',
      holds: seedFitsRoot(model, published.firstHour, published.hours, Buffer.from(published.root, 'hex'), hour, seed),
      found: `root ${published.root}`,
    },
    { name: 'start state matches its hash', ...equal(sha256(published.state), published.stateHash) },
    checkReveal(published),
    ...(following
      ? [
          { name: 'the following hour begins where this one ends', ...equal(sha256(end), following.stateHash) },
          checkFollowing(published, following),
        ]
      : []),
    ...compared,
    // Hours before the market's launch have ticks only for symbols that experts practise on.
    ...(published.beforeOpening ? [] : [checkSeconds(hour, ticks, refused)]),
  ]
}

/** Checks that the seed was published after the last second of its hour. */
function checkReveal({ hour, revealedAt }: PublishedHour): Check {
  const holds = revealedAt === undefined || (revealedAt !== null && revealedAt >= (hour + 1) * hourMs)
  return {
    name: 'seed was revealed after the hour',
    holds,
    found: revealedAt ? new Date(revealedAt).toISOString() : 'the time is not given',
  }
}

/**
 * Checks that the following hour belongs to the same seed chain. If that hour is revealed, also verifies its seed,
 * start state and time of reveal.
 */
function checkFollowing(published: PublishedHour, following: PublishedHour): Check {
  const name = 'the following hour belongs to the same seed chain'
  const { model, root, firstHour, hours } = published
  const isSameSeedChain =
    following.root === root &&
    following.firstHour === firstHour &&
    following.hours === hours &&
    following.model === model &&
    following.hour > published.hour
  if (!isSameSeedChain || following.seed === null || following.state === null) {
    return {
      name,
      holds: isSameSeedChain && following.seed === null && following.state === null,
      found: `hour ${following.hour}`,
    }
  }
  const seed = Buffer.from(following.seed, 'hex')
  const fits = [
    hourCommitment(model, following.hour, seed).toString('hex') === following.commitment,
    seedFitsRoot(model, firstHour, hours, Buffer.from(root, 'hex'), following.hour, seed),
    sha256(following.state) === following.stateHash,
    checkReveal(following).holds,
  ]
  return { name, holds: fits.every(Boolean), found: `hour ${following.hour}, revealed` }
}

/** Checks that every symbol has a tick, or published data that explains why not, in each second. */
function checkSeconds(hour: number, ticks: ReadonlyMap<string, readonly Tick[]>, refused: RefusedTimes): Check {
  const secondOf = (atMs: number) => Math.floor(atMs / 1000) - hour * 3600
  const firsts = [...ticks.values()].flatMap(([first]) => (first?.seq === 1 ? [secondOf(first.atMs)] : []))
  // If the record of any symbol starts in this hour, so does the market's.
  const opening = Math.min(3600, ...(firsts.length > 0 ? [Math.min(...firsts)] : [0]))
  const lacking = new Map<number, string[]>()
  let explained = 0
  for (const [symbol, run] of ticks) {
    const there = new Set(run.map(({ atMs }) => secondOf(atMs)))
    const refusedAt = new Set(refused.get(symbol)?.map(secondOf))
    const begins = run[0]?.seq === 1 ? Math.max(opening, secondOf(run[0].atMs)) : opening
    for (let second = begins; second < 3600; second += 1) {
      if (there.has(second)) continue
      if (refusedAt.has(second)) explained += 1
      else lacking.set(second, [...(lacking.get(second) ?? []), symbol])
    }
  }
  const standstill = [...lacking.values()].filter((symbols) => symbols.length === ticks.size).length
  const name = 'every second has a tick, or a published refusal'
  if (lacking.size === 0)
    return {
      name,
      holds: true,
      found: `${explained} seconds with a refusal${opening > 0 ? `; the record began at second ${opening}` : ''}`,
    }
  const some = [...lacking].filter(([, symbols]) => symbols.length < ticks.size)
  const parts = [
    standstill > 0 ? `${standstill} seconds without any price, as if the market had not been running` : '',
    some.length > 0
      ? `${some.length} seconds in which some symbols have no tick: ${some
          .slice(0, 5)
          .map(([second, symbols]) => `${symbols[0]} at ${timeOf(hour, second)}`)
          .join(', ')}${some.length > 5 ? ' ...' : ''}`
      : '',
  ]
  return { name, holds: false, found: parts.filter(Boolean).join('; ') }
}

const timeOf = (hour: number, second: number) => new Date((hour * 3600 + second) * 1000).toISOString()

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const equal = (computed: string, published: string) => ({
  holds: computed === published,
  found: computed === published ? computed : `computed ${computed}, published ${published}`,
})

/** Compares every tick of the hour with the model, and verifies each symbol's hash chain. */
function compareTicks(market: MarketHour, ticks: ReadonlyMap<string, readonly Tick[]>): Check[] {
  const bySecond = new Map<number, Tick[]>()
  const wrong: string[] = []
  const broken: string[] = []
  let count = 0
  for (const [symbol, run] of ticks) {
    for (const tick of run) {
      const second = Math.floor(tick.atMs / 1000) - market.hour * 3600
      if (second < 0 || second >= 3600 || tick.atMs % 1000 !== 0 || tick.source !== 'simulated')
        wrong.push(`${symbol} #${tick.seq} doesn't belong to this hour`)
      else bySecond.set(second, [...(bySecond.get(second) ?? []), tick])
      count += 1
    }
    const first = run[0]
    const link = first && findBrokenLink(first.hash, run.slice(1))
    if (link || run.some((tick, i) => i > 0 && tick.seq !== run[i - 1]!.seq + 1))
      broken.push(`${symbol} #${link?.seq ?? '?'}`)
  }
  for (let second = 0; second < 3600; second += 1) {
    market.step()
    const due = bySecond.get(second)
    if (!due) continue
    const quotes = market.quotes()
    for (const tick of due)
      if (!same(tick, quotes.get(tick.symbol)))
        wrong.push(`${tick.symbol} #${tick.seq} at ${new Date(tick.atMs).toISOString()}`)
  }
  return [
    {
      name: 'every tick is the one the seed determines',
      holds: wrong.length === 0,
      found: wrong.length > 0 ? summary(wrong) : `${count} ticks of ${ticks.size} symbols`,
    },
    {
      name: 'ticks are linked by their hashes',
      holds: broken.length === 0,
      found: broken.length > 0 ? summary(broken) : `${ticks.size} hash chains`,
    },
  ]
}

const same = (tick: Tick, quote: Quote | undefined) =>
  quote !== undefined && tick.bid === quote.bid && tick.ask === quote.ask && tick.price === quote.price
const summary = (found: string[]) =>
  `${found.length} wrong: ${found.slice(0, 5).join(', ')}${found.length > 5 ? ' ...' : ''}`

/** Returns the revealed hours, newest first, each with the next recorded hour of the same seed chain. */
export function revealedHours<H extends PublishedHour>(hours: readonly H[]): { hour: H; following: H | undefined }[] {
  const inOrder = hours.toSorted((a, b) => a.hour - b.hour)
  return inOrder
    .map((hour, i) => ({ hour, following: inOrder.slice(i + 1).find((next) => next.root === hour.root) }))
    .filter(({ hour }) => hour.seed !== null)
    .reverse()
}
