import { findSymbol } from '../../server/markets/catalogue.ts'
import { parsePrice } from '../../server/markets/price-text.ts'
import { verifyHour, type Check, type PublishedHour } from '../../server/markets/simulator/verify.ts'
import type { Tick } from '../../server/markets/tick.ts'
import type { PublicTick } from './record.ts'

/** An hour of the simulated market with everything the public calls return for it. Older exports lack `refused`. */
export type HourRecord = {
  hour: PublishedHour & { id?: string }
  following?: (PublishedHour & { id?: string }) | undefined
  ticks: Record<string, PublicTick[]>
  refused?: Record<string, { at: number }[]>
}

/**
 * Fields of an export that nothing verifies. After the newest hour, `following` isn't revealed yet, so its commitment
 * can't be opened.
 */
export const marketNotChecked = [
  'hour.beforeOpening',
  'hour.revealedAt',
  'following.beforeOpening',
  'following.commitment (until it is revealed)',
  'following.revealedAt',
]

/** Checks an hour with public data only; see `verifyHour`. */
export function checkHour({ hour, following, ticks, refused = {} }: HourRecord): Check[] {
  const runs = new Map(Object.entries(ticks).map(([symbol, run]) => [symbol, run.map(asTick)]))
  const times = new Map(Object.entries(refused).map(([symbol, prices]) => [symbol, prices.map(({ at }) => at)]))
  return [checkNames({ hour, following, ticks }), ...verifyHour(hour, following, runs, times)]
}

/** Checks that each id matches its hour, or its symbol and sequence number. */
function checkNames({ hour, following, ticks }: HourRecord): Check {
  const wrong = [hour, ...(following ? [following] : [])]
    .filter(({ id, hour: number }) => id !== undefined && !new RegExp(`^\\d+-${number}$`).test(id))
    .map(({ id }) => id!)
  if (following?.id !== undefined && hour.id?.split('-')[0] !== following.id.split('-')[0]) wrong.push(following.id)
  for (const [symbol, run] of Object.entries(ticks))
    wrong.push(
      ...run.filter(({ id, seq, symbol: named }) => id !== `${symbol}-${seq}` || named !== symbol).map(({ id }) => id),
    )
  return {
    name: 'ids match their records',
    holds: wrong.length === 0,
    found: wrong.length > 0 ? wrong.slice(0, 5).join(', ') : 'hours and ticks',
  }
}

function asTick(tick: PublicTick): Tick {
  const info = findSymbol(tick.symbol)
  const price = (text: string) => (info && parsePrice(text, info)) ?? Number.NaN
  return {
    symbol: tick.symbol,
    seq: tick.seq,
    atMs: tick.at,
    bid: price(tick.bid),
    ask: price(tick.ask),
    price: price(tick.price),
    source: tick.source,
    hash: tick.hash,
  }
}
