import { rejectionReasons } from '../../../api/states/verification-states.ts'
import { mailOfEach, type MailText } from '../../platform/mail/mail-texts.ts'

const kept =
  'We delete the pictures of your document after {days} days. ' +
  'Your profile lists each operator who opened them, with the time and the reason.'
const profile = { page: 'Your profile', path: '/office/profile' }

const rejectedFor = (reason: string): MailText => ({
  subject: 'We could not accept your document',
  paragraphs: [
    'We reviewed your document and could not verify your account with it.',
    reason,
    'You can upload another document at any time.',
    profile,
    kept,
  ],
})

/** Emails about a decision on the customer's documents. */
export const verificationMails = {
  verified: {
    subject: 'Your {site} account is verified',
    paragraphs: ['We reviewed your document and verified your account. You can now withdraw.', kept, profile],
  },
} as const satisfies Record<string, MailText>

export const rejectionMails = mailOfEach(rejectionReasons, rejectedFor)
