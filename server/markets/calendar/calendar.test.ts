import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isOpen, nextOpen } from './calendar.ts'
import { recordingPath } from '../../../tests/recorded-market/recording.ts'

const at = (text: string) => Date.parse(text)

describe('the stock market', () => {
  it.each([
    ['2026-01-05T14:29:59Z', false],
    ['2026-01-05T14:30:00Z', true],
    ['2026-01-05T20:59:59Z', true],
    ['2026-01-05T21:00:00Z', false],
    ['2026-07-06T13:30:00Z', true],
    ['2026-07-06T20:00:00Z', false],
    ['2026-01-03T15:00:00Z', false],
  ])('is open at %s: %s', (text, open) => expect(isOpen('us_equity', at(text))).toBe(open))

  it('moves its UTC hours with daylight saving in New York', () => {
    expect(isOpen('us_equity', at('2026-03-06T13:45:00Z'))).toBe(false)
    expect(isOpen('us_equity', at('2026-03-09T13:45:00Z'))).toBe(true)
  })

  it('closes early on the day after Thanksgiving, and stays closed on a holiday', () => {
    expect(isOpen('us_equity', at('2026-11-27T17:59:59Z'))).toBe(true)
    expect(isOpen('us_equity', at('2026-11-27T18:00:00Z'))).toBe(false)
    expect(isOpen('us_equity', at('2026-12-25T15:00:00Z'))).toBe(false)
  })

  it('opens next after the weekend, even if the clocks change', () => {
    expect(nextOpen('us_equity', at('2026-03-06T22:00:00Z'))).toBe(at('2026-03-09T13:30:00Z'))
    expect(nextOpen('us_equity', at('2026-03-09T14:00:00Z'))).toBeNull()
  })

  it('has the session that was recorded on 24 December 2015', () => {
    const file = recordingPath('stocks/GOOG_1m_20151223-28.csv')
    const bars = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]))
    const christmasEve = bars.filter(
      (start) => start >= at('2015-12-24T00:00:00Z') && start < at('2015-12-25T00:00:00Z'),
    )
    const inSession = christmasEve.filter((start) => isOpen('us_equity', start))
    expect(inSession[0]).toBe(at('2015-12-24T14:30:00Z'))
    expect(inSession.at(-1)).toBe(at('2015-12-24T17:59:00Z'))
    expect(
      bars.some(
        (start) =>
          start >= at('2015-12-25T00:00:00Z') && isOpen('us_equity', start) && start < at('2015-12-26T00:00:00Z'),
      ),
    ).toBe(false)
  })
})

describe('the forex market', () => {
  it('opens on Sunday evening and closes on Friday afternoon, New York time', () => {
    expect(isOpen('forex', at('2026-01-04T22:02:00Z'))).toBe(false)
    expect(isOpen('forex', at('2026-01-04T22:03:00Z'))).toBe(true)
    expect(isOpen('forex', at('2026-01-07T03:00:00Z'))).toBe(true)
    expect(isOpen('forex', at('2026-01-09T21:57:59Z'))).toBe(true)
    expect(isOpen('forex', at('2026-01-09T21:58:00Z'))).toBe(false)
    expect(nextOpen('forex', at('2026-01-10T12:00:00Z'))).toBe(at('2026-01-11T22:03:00Z'))
  })

  it('reopens late on Christmas Day', () => {
    expect(isOpen('forex', at('2025-12-25T15:00:00Z'))).toBe(false)
    expect(isOpen('forex', at('2025-12-25T22:05:00Z'))).toBe(true)
  })
})

it('coins never close', () => {
  expect(isOpen('always', at('2026-01-03T15:00:00Z'))).toBe(true)
  expect(nextOpen('always', at('2026-01-03T15:00:00Z'))).toBeNull()
})
