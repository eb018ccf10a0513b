import { expect, it } from 'vitest'
import type { Line } from './activity-words.ts'
import { grouped, sumOf } from './group-lines.ts'

let id = 0
function line(amount: string, reference: string | null, kind = 'deposit', state = 'booked', asset = 'USD'): Line {
  id += 1
  return { id: String(id), amount, asset, trade: null, why: null, at: '', entry: { kind, reference, state } } as Line
}

it('groups the entries of a deposit and its contract, but not those of other events, assets and states', () => {
  const [returned, locked, paid] = ['1000.00', '-1000.00', '1000.00'].map((amount) => line(amount, 'a', 'farming_lock'))
  const other = line('5.00', 'b')
  const reserved = line('-5.00', 'b', 'withdrawal', 'reserved')
  const coin = line('0.1', 'b', 'withdrawal', 'reserved', 'BTC')
  const single = [line('1.00', null), line('2.00', null)]
  const list = [returned!, locked!, paid!, other, reserved, coin, ...single]
  expect(grouped(list).map((group) => group.length)).toEqual([3, 1, 1, 1, 1, 1])
})

it('sums the amounts of a group without rounding', () => {
  const sum = (...amounts: string[]) => sumOf(grouped(amounts.map((amount) => line(amount, 'a')))[0]!)
  expect(sum('1000.00', '-1000.00', '1000.00')).toBe('1000.00')
  expect(sum('300.00', '-300.00')).toBe('0.00')
  expect(sum('-70.00', '-0.05')).toBe('-70.05')
  expect(sum('0.00000007')).toBe('0.00000007')
})
