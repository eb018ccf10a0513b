import { expect, it } from 'vitest'
import { handoverCodeIn } from './hand-over-code.ts'

it.each([
  ['', '#s=CODE', 'CODE'],
  ['?s=CODE', '', 'CODE'],
  ['?s=OLD', '#s=NEW', 'NEW'],
  ['?theme=dark', '#tradehistory', undefined],
  ['', '', undefined],
])('finds the hand-over code in query %j and hash %j', (search, hash, code) =>
  expect(handoverCodeIn(search, hash)).toBe(code),
)
