import { expect, it } from 'vitest'
import { searchCommands } from './command-search.ts'

const commands = [
  { id: 'deposit', label: 'Deposit' },
  { id: 'history', label: 'Deposit History' },
  { id: 'withdrawals', label: 'Withdrawals' },
  { id: 'eurusd', label: 'EURUSD', detail: 'Euro / US dollar' },
  { id: 'cafe', label: 'Café' },
]
const found = (query: string, recent: string[] = []) => searchCommands(commands, query, recent).map(({ id }) => id)

it.each([
  ['dep', ['deposit', 'history']],
  ['history dep', ['history']],
  ['dollar', ['eurusd']],
  ['eur usd', ['eurusd']],
  ['EUR/USD', ['eurusd']],
  ['wdr', ['withdrawals']],
  ['cafe', ['cafe']],
  ['nowhere', []],
])('%s finds %j', (query, ids) => expect(found(query)).toEqual(ids))

it('puts what was chosen last before its equals, and before all where nothing is typed', () => {
  expect(found('dep', ['history'])).toEqual(['history', 'deposit'])
  expect(found('', ['eurusd', 'history'])).toEqual(['eurusd', 'history', 'deposit', 'withdrawals', 'cafe'])
})

it('prefers the beginning of a label to what was chosen last', () => {
  expect(
    searchCommands(
      [
        { id: 'a', label: 'All Traders' },
        { id: 'b', label: 'Traders' },
      ],
      'tra',
      ['a'],
    ).map(({ id }) => id),
  ).toEqual(['b', 'a'])
})
