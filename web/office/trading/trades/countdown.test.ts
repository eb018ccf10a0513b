import { expect, test } from 'vitest'
import { countdownText, countdownWords, openingText } from './countdown.ts'

test.each([
  [180_000, '3:00'],
  [61_000, '1:01'],
  [4_001, '0:05'],
  [1, '0:01'],
  [0, '0:00'],
  [-3000, '0:00'],
])('%i ms left is shown as %s', (leftMs, text) => expect(countdownText(leftMs)).toBe(text))

test('formats the time left for screen readers', () => {
  expect(countdownWords(65_000)).toBe('1 minute 5 seconds')
  expect(countdownWords(60_000)).toBe('1 minute')
  expect(countdownWords(1_000)).toBe('1 second')
  expect(countdownWords(0)).toBe('0 seconds')
})

test.each([
  [2 * 86_400_000 + 3 * 3_600_000, '2 d 3 h'],
  [3 * 3_600_000 + 12 * 60_000 + 5000, '3 h 12 min'],
  [250_000, '4 min 10 s'],
  [25_000, '25 s'],
])('a market that opens in %i ms shows %s', (leftMs, text) => expect(openingText(leftMs)).toBe(text))
