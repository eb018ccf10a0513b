import { refusalReasons } from '../../../contract/withdrawal-states.ts'
import { mailOfEach, type MailText } from '../../platform/mail-texts.ts'

const page = { page: 'Your withdrawals', path: '/office/withdrawals' }

/** What is mailed about a withdrawal. */
export const withdrawalMails = {
  requested: {
    subject: 'Your withdrawal of {amount} is requested',
    paragraphs: [
      'We hold {amount} for a withdrawal that was requested just now. An operator looks at it before anything leaves; until then you can cancel it.',
      page,
      'If it was not you, reset your password and freeze the account immediately.',
      { page: 'Reset your password here', path: '/account/reset' },
    ],
  },
  completed: {
    subject: 'Your withdrawal of {amount} is completed',
    paragraphs: ['{arrives} was paid out. The record of it stays with your withdrawals.', page],
  },
} as const satisfies Record<string, MailText>

const refusedFor = (reason: string): MailText => ({
  subject: 'Your withdrawal of {amount} was refused',
  paragraphs: [reason, 'The amount is free again in your account.', page],
})

export const refusedMails = mailOfEach(refusalReasons, refusedFor)
