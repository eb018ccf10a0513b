import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { auditAction, auditDetails, auditGroups } from './audit-words.ts'

const server = path.join(import.meta.dirname, '../../server')

/** Returns every action that the server's code names: of an entry, of a proposal, or in a constant. */
function actionsInCode(): string[] {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|test-[\w-]+\.ts$/.test(file),
  )
  const patterns = [
    /\baction: (?:\w+ \? )?'([a-z][a-z.]+)'(?: : '([a-z.]+)')?/g,
    /\bonApproved\('([a-z.]+)'/g,
    /\blogView\(desk, session, '([a-z.]+)'/g,
    /\bopenedCustomer\(desk, id, operatorId, '([a-z.]+)'/g,
    /const (?:approval|approvedBonus|adding|editing|announcing|setting|correcting|sealAction|emailCorrection|changeOfSetting|savingMiningPlan|creditWithoutPayment) = '([a-z_.]+)'/g,
    /peopleActions = \{ invite: '([a-z.]+)', roles: '([a-z.]+)', renew: '([a-z.]+)' \}/g,
    /(?:savePlanOf|changePlan)\w*\([^)]*'([a-z]+\.[a-z.]+)'/g,
  ]
  const found = files.flatMap((file) => {
    const code = readFileSync(path.join(server, file), 'utf8')
    return patterns.flatMap((pattern) => [...code.matchAll(pattern)].flatMap(([, ...names]) => names))
  })
  return [...new Set(found.filter((name) => name !== undefined))].filter(
    (name) => !['auth', 'subscribe'].includes(name),
  )
}

it('has a text for every action that the server writes', () => {
  const actions = actionsInCode()
  expect(actions.length).toBeGreaterThan(50)
  expect(actions).toEqual(
    expect.arrayContaining(['customers.show', 'reviews.unhide', 'books.seal', 'correction', 'customers.names']),
  )
  expect(actions.filter((action) => auditAction(action) === undefined)).toEqual([])
})

it('shows how a proposal to a second operator ended', () => {
  expect(auditAction('withdrawals.approve.propose')).toBe('Proposed: Approve withdrawal')
  expect(auditAction('correction.reject')).toBe('Rejected: Correct balance')
  expect(auditAction('withdrawals.approve')).toBe('Approve withdrawal')
  expect(auditAction('of.an.older.version')).toBeUndefined()
})

it('shows details in words, without those that only a program can use', () => {
  expect(
    auditDetails({ needsSecond: false, onChain: true, amount: '5.00', asset: null, approval: 'x', ids: 'a b', odd: 3 }),
  ).toEqual([
    { name: 'Payment found on the chain', value: 'yes' },
    { name: 'Amount', value: '5.00' },
    { name: 'odd', value: '3' },
  ])
})

it('groups actions by prefixes', () => {
  for (const prefix of Object.keys(auditGroups()).filter((each) => each !== 'correction.'))
    expect(
      actionsInCode().some((action) => action.startsWith(prefix)),
      prefix,
    ).toBe(true)
})
