import { expect, test } from 'vitest'
import { placedForMe } from './placed-for-me.ts'

const trade = (id: string, by: 'customer' | 'robot' | 'copy') => ({ id, by })

test('returns trades of the chosen makers that are newer than the known ones', () => {
  const trades = [trade('1', 'robot'), trade('2', 'robot'), trade('3', 'copy'), trade('4', 'customer')]
  expect(placedForMe(trades, '1', { robot: true, copies: true }).map(({ id }) => id)).toEqual(['2', '3'])
  expect(placedForMe(trades, '1', { robot: false, copies: true }).map(({ id }) => id)).toEqual(['3'])
})
