import { describe, expect, it } from 'vitest'
import { foldedEmail, foldedName, monthsBefore } from './marks.ts'

describe('foldedEmail', () => {
  it.each([
    ['farm+1@example.org', 'farm@example.org'],
    ['farm+1+2@example.org', 'farm@example.org'],
    ['a.d.a+x@googlemail.com', 'ada@gmail.com'],
    ['a.d.a@example.org', 'a.d.a@example.org'],
    ['+x@example.org', '+x@example.org'],
  ])('%s is the mailbox %s', (email, mailbox) => expect(foldedEmail(email)).toBe(mailbox))
})

it.each([
  ['Ada Lovelace', 'lovelace  ADA'],
  ['José Núñez', 'Nunez, Jose'],
])('treats %s and %s as one name', (one, other) => expect(foldedName(one)).toBe(foldedName(other)))

it('counts back in calendar months', () => {
  expect(monthsBefore(Date.UTC(2026, 0, 5, 12), 24).toISOString()).toBe('2024-01-05T12:00:00.000Z')
})
