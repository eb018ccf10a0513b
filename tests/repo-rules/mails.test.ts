import { expect, it } from 'vitest'
import { findings, isTest, sources } from './sources.ts'

/**
 * Actions that email only a code, and that take the same time to respond whether or not an account exists.
 * ARCHITECTURE.md gives the reason.
 */
const mailCodes = [
  'server/identity/details/change-own-details.ts',
  'server/identity/passwords/send-reset-code.ts',
  'server/identity/sign-up/send-registration-code.ts',
]

it('queues every email, except those with codes, in the same transaction as the change it reports', () => {
  const files = sources(['server'], ['.ts']).filter(
    (file) => !isTest(file) && file.file !== 'server/platform/mail/mail.ts',
  )
  const sent = findings(files, /\bmail\w*\.send\b|\bsend\b[^}]*\} = .*\bmail\b/)
  expect([...new Set(sent.map((line) => line.split(':')[0]))].sort()).toEqual(mailCodes)
  expect(findings(files, /\bmail\.queue\((?!tx,)/)).toEqual([])
})
