import { activityGroups, type ActivityGroup } from '../../../api/activity.ts'
import type { InputOf } from '../../../api/call.ts'
import type { activityCalls } from '../../../api/calls/trading/activity.ts'
import type { MovementFilter } from '../../ledger/public.ts'

type TransferKind = MovementFilter['kinds'][number]
export type ActivityInput = InputOf<(typeof activityCalls)['activity.totals']>

/**
 * Which trades to read. `fromId` and `toId` (exclusive) bound the IDs, which begin with the time when the trade was
 * placed.
 */
export type TradeFilter = {
  symbol: string | null
  result: string | null
  reason: string | null
  fromId: string
  toId: string
  words: readonly string[]
  named: readonly string[]
}

/**
 * The last line of a page. Within one millisecond, entries come before trades; both are ordered by ID, newest first.
 */
export type Place = { atMs: number } & ({ entry: bigint } | { trade: string })

const lastMs = 2 ** 48 - 1
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Returns the smallest version 7 UUID for a time in epoch milliseconds. */
export function firstIdAt(ms: number): string {
  if (ms > lastMs) return lastId
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** Returns the time in epoch milliseconds at which a version 7 UUID was created. */
export const msOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

const wordsOf = (text: string | undefined) => (text ?? '').toLowerCase().split(/\s+/).filter(Boolean)

/** Returns which trades pass a filter; undefined if it excludes all of them. */
export function tradeFilterOf(input: ActivityInput): TradeFilter | undefined {
  const { group, account, symbol, result, reason, from, to, search, named } = input
  if ((group !== undefined && group !== 'trades') || (account !== undefined && account !== 'trading')) return undefined
  return {
    symbol: symbol || null,
    result: result ?? null,
    reason: reason ?? null,
    fromId: firstIdAt(from ?? 0),
    toId: to === undefined ? lastId : firstIdAt(to),
    words: wordsOf(search),
    named: (named ?? '').split(','),
  }
}

const groupNames = Object.keys(activityGroups) as ActivityGroup[]

/** Returns which ledger entries pass a filter; undefined if it excludes all of them. */
export function movementFilterOf(input: ActivityInput): MovementFilter | undefined {
  const { group, account, symbol, result, reason, from, to, search, named } = input
  if (group === 'trades' || symbol || result !== undefined || reason !== undefined) return undefined
  const groups = group === undefined ? groupNames.filter((name) => name !== 'trades') : [group]
  return {
    kinds: groups.flatMap((name): readonly TransferKind[] => activityGroups[name]),
    code: account,
    fromMs: from,
    toMs: to,
    words: wordsOf(search),
    named: (named ?? '').split(','),
  }
}

/**
 * Returns the kinds of transfers that are left out of the sums: those between the customer's accounts, unless only one
 * account is shown.
 */
export const uncountedKinds = ({ account }: ActivityInput): readonly TransferKind[] =>
  account === undefined ? ['move', 'farming_lock'] : []

export function placeOf(text: string): Place {
  const [ms = '', kind, id = ''] = text.split('.')
  return { atMs: Number(ms), ...(kind === 'e' ? { entry: BigInt(id) } : { trade: id }) }
}

export const textOfPlace = (place: Place): string =>
  `${place.atMs}.${'entry' in place ? `e.${place.entry}` : `t.${place.trade}`}`

/** Returns the ID that bounds the trades listed after `place`: theirs are lower. */
export const tradesBelow = (place: Place | undefined): string =>
  place === undefined ? lastId : 'trade' in place ? place.trade : firstIdAt(place.atMs + 1)

/** Returns the time and ID that bound the ledger entries listed after `place`: theirs are lower. */
export const entriesBefore = (place: Place | undefined): { atMs: number; id?: bigint } | undefined =>
  place && { atMs: place.atMs, ...('entry' in place && { id: place.entry }) }

/** Returns whether `a` is listed before `b`. */
export function isNewer(a: Place, b: Place): boolean {
  if (a.atMs !== b.atMs) return a.atMs > b.atMs
  if ('entry' in a) return 'entry' in b ? a.entry > b.entry : true
  return 'trade' in b && a.trade > b.trade
}
