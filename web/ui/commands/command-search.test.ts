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

it('ranks recently chosen entries above equal matches, and first if the query is empty', () => {
  expect(found('dep', ['history'])).toEqual(['history', 'deposit'])
  expect(found('', ['eurusd', 'history'])).toEqual(['eurusd', 'history', 'deposit', 'withdrawals', 'cafe'])
})

it('ranks a match at the beginning of a label above a recently chosen entry', () => {
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
