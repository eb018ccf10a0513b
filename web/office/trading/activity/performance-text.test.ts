import { expect, it } from 'vitest'
import { costWords, verdictWords, type Statistics } from './performance-text.ts'

const statistics = (all: Partial<Statistics['all']>, more: Partial<Statistics>) =>
  ({
    cur: '$',
    tradesNeeded: 1695,
    all: {
      won: 22,
      lost: 18,
      winBps: 5500,
      lowBps: 3983,
      highBps: 6929,
      breakEvenBps: 5263,
      staked: '400.00',
      expectedLoss: '20.00',
      ...all,
    },
    ...more,
  }) as Statistics

it('explains a rate that luck can explain', () => {
  expect(verdictWords(statistics({}, { verdict: 'unclear' }))).toEqual([
    'You need to win 52.63% of your trades to break even.',
    '40 trades aren’t enough to tell a win rate of 55.0% from luck.',
    'Your true rate is probably between 40% and 69%.',
    'At this rate, it takes about 1,695 trades to find out.',
  ])
})

it('explains the other verdicts', () => {
  const second = (all: Partial<Statistics['all']>, verdict: Statistics['verdict']) =>
    verdictWords(statistics(all, { verdict }))[1]
  expect(second({ won: 1, lost: 0 }, 'too_few')).toBe('1 trade isn’t enough to tell.')
  expect(second({}, 'above')).toContain('A win rate of 55.0% is better than luck can explain.')
  expect(second({}, 'below')).toContain('A win rate of 55.0% is worse than luck can explain.')
  expect(verdictWords(statistics({ winBps: null }, { verdict: 'too_few' }))).toEqual([])
})

it('states the cost of the stakes, and hides the amounts in privacy mode', () => {
  expect(costWords(statistics({}, {}), undefined)).toContain('stakes of $400.00 lose $20.00 on average')
  expect(costWords(statistics({}, {}), '•••')).toContain('stakes of ••• lose ••• on average')
})
