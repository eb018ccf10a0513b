import { expect, it } from 'vitest'
import { findings, isTest, sources } from './sources.ts'

/** Actions that mail nothing but a code, whose answer takes the same time whether an account exists or not. ARCHITECTURE.md gives the reason. */
const mailCodes = [
  'server/identity/change-own-details.ts',
  'server/identity/send-registration-code.ts',
  'server/identity/send-reset-code.ts',
]

it('queues every mail in the transaction of what it is about, except codes', () => {
  const files = sources(['server'], ['.ts']).filter((file) => !isTest(file) && file.file !== 'server/platform/mail.ts')
  const sent = findings(files, /\bmail\w*\.send\b|\bsend\b[^}]*\} = .*\bmail\b/)
  expect([...new Set(sent.map((line) => line.split(':')[0]))].sort()).toEqual(mailCodes)
  expect(findings(files, /\bmail\.queue\((?!tx,)/)).toEqual([])
})
