import { rejectionReasons } from '../../../contract/verification-states.ts'
import { mailOfEach, type MailText } from '../../platform/mail-texts.ts'

const kept =
  'The pictures of your document are deleted after {days} days. Your profile lists every operator who opened them, when and why.'
const profile = { page: 'Your profile', path: '/office/profile' }

const rejectedFor = (reason: string): MailText => ({
  subject: 'Your document could not be accepted',
  paragraphs: [
    'We have checked the document you sent, and could not verify your account with it.',
    reason,
    'You can send another one whenever you like.',
    profile,
    kept,
  ],
})

/** What the customer is told of a decision about their documents. */
export const verificationMails = {
  verified: {
    subject: 'Your {site} account is verified',
    paragraphs: ['We have checked your document, and your account is verified. You can withdraw now.', kept, profile],
  },
} as const satisfies Record<string, MailText>

export const rejectionMails = mailOfEach(rejectionReasons, rejectedFor)
