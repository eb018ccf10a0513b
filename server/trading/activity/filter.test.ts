import { expect, it } from 'vitest'
import { transferKinds } from '../../ledger/codes.ts'
import { systemRandom, uuidv7 } from '../../platform/random.ts'
import { activityGroups } from '../../../api/activity.ts'
import {
  entriesBefore,
  firstIdAt,
  isNewer,
  movementFilterOf,
  msOfId,
  placeOf,
  textOfPlace,
  tradeFilterOf,
  tradesBelow,
  type Place,
} from './filter.ts'

const id = '019b8d5a-0000-7000-8000-000000000000'

it('puts every kind of transfer into one group', () => {
  expect(Object.values(activityGroups).flat().sort()).toEqual(Object.keys(transferKinds).sort())
})

it('converts times to bounds of trade IDs', () => {
  const atMs = Date.UTC(2026, 0, 5)
  const made = uuidv7(atMs, systemRandom)
  expect(msOfId(made)).toBe(atMs)
  expect(firstIdAt(atMs) < made && made < firstIdAt(atMs + 1)).toBe(true)
  expect(firstIdAt(1e15)).toBe('ffffffff-ffff-ffff-ffff-ffffffffffff')
})

it('skips trades or entries if the filter can’t match any', () => {
  expect(tradeFilterOf({ group: 'deposits' })).toBeUndefined()
  expect(tradeFilterOf({ account: 'bonus' })).toBeUndefined()
  expect(movementFilterOf({ group: 'trades' })).toBeUndefined()
  expect(movementFilterOf({ symbol: 'EURUSD' })).toBeUndefined()
  expect(movementFilterOf({ result: 'WON' })).toBeUndefined()
  expect(movementFilterOf({ reason: 'news' })).toBeUndefined()
  expect(movementFilterOf({ group: 'withdrawals' })?.kinds).toEqual(['withdrawal', 'withdrawal_fee'])
  expect(tradeFilterOf({ search: ' Buy  EUR ' })?.words).toEqual(['buy', 'eur'])
})

it('orders lines by time, then entries, then trades, and continues after any of them', () => {
  const places: Place[] = [
    { atMs: 7, trade: id },
    { atMs: 6, entry: 9n },
    { atMs: 6, entry: 8n },
    { atMs: 6, trade: '019b8d5a-0000-7000-9000-000000000000' },
    { atMs: 6, trade: id },
  ]
  expect(places.toSorted((a, b) => (isNewer(a, b) ? -1 : 1))).toEqual(places)
  expect(places.toReversed().toSorted((a, b) => (isNewer(a, b) ? -1 : 1))).toEqual(places)
  expect(places.map(textOfPlace).map(placeOf)).toEqual(places)
  expect(tradesBelow(places[1])).toBe(firstIdAt(7))
  expect(entriesBefore(places[1])).toEqual({ atMs: 6, id: 9n })
  expect(entriesBefore(places[4])).toEqual({ atMs: 6 })
})
