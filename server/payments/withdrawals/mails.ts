import { refusalReasons } from '../../../api/states/withdrawal-states.ts'
import { mailOfEach, type MailText } from '../../platform/mail/mail-texts.ts'

const page = { page: 'Your withdrawals', path: '/office/withdrawals' }

/** Emails about withdrawals. */
export const withdrawalMails = {
  requested: {
    subject: 'Withdrawal of {amount} requested',
    paragraphs: [
      'A withdrawal of {amount} was just requested from your account, and the amount is on hold. You can cancel ' +
        'the withdrawal until an operator approves it.',
      page,
      'If this wasn’t you, reset your password and freeze the account immediately.',
      { page: 'Reset your password here', path: '/account/reset' },
    ],
  },
  completed: {
    subject: 'Your withdrawal of {amount} is complete',
    paragraphs: ['We paid out {arrives}. You can find the details on your withdrawals page.', page],
  },
} as const satisfies Record<string, MailText>

const refusedFor = (reason: string): MailText => ({
  subject: 'Your withdrawal of {amount} was refused',
  paragraphs: [reason, 'The amount is available in your account again.', page],
})

export const refusedMails = mailOfEach(refusalReasons, refusedFor)
