import { expect, it } from 'vitest'
import { depositActions } from '../../api/states/deposit-states.ts'
import { withdrawalActions } from '../../api/states/withdrawal-states.ts'
import { readSource, sources } from './sources.ts'

/** Returns the lists of states in SQL that contain `state`, in alphabetical order. */
const listsWith = (state: string, list: { code: string }[]) =>
  list
    .flatMap(({ code }) => [...code.matchAll(/\bstate IN \(([^)]*)\)/g)])
    .map(([, states]) => [...states!.matchAll(/\w+/g)].map(([name]) => name).sort())
    .filter((states) => states.includes(state))

// SQL lists states as literals, so that PostgreSQL uses its partial indexes.
it('lists in SQL the states that the tables of api/ list', () => {
  const withdrawals = [
    ...sources(['server/payments/withdrawals'], ['.ts']),
    readSource('server/payments/sql/tables.sql'),
  ]
  const waiting = listsWith('SENT', withdrawals).filter((states) => states.includes('PENDING') && states.length < 6)
  expect(waiting.length).toBeGreaterThan(5)
  for (const states of waiting) expect(states).toEqual(withdrawalActions.states('wait').toSorted())
  const deposits = listsWith('partial', [readSource('server/payments/deposits/store.ts')])
  expect(deposits).toContainEqual(depositActions.states('showAddress').toSorted())
})
