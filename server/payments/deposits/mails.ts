import type { MailText } from '../../platform/mail/mail-texts.ts'

/** Emails about deposits. */
export const depositMails = {
  credited: {
    subject: 'Your deposit is confirmed',
    paragraphs: ['We credited {amount} of practice money to your trading account ({plan} plan).'],
  },
  overpaid: {
    subject: 'Your deposit was overpaid',
    paragraphs: [
      'We credited {amount} of practice money to your trading account ({plan} plan). You paid more than that.',
      'Open the deposit to have the rest credited or send it back. If you don’t choose, we credit it after {days} ' +
        'days at the rate at that time.',
    ],
  },
  reversed: {
    subject: 'Your deposit was reversed',
    paragraphs: [
      'A chain reorganisation removed the payment for your deposit ({plan} plan), so we reversed its credit. Your ' +
        'account is frozen until an operator reviews it.',
    ],
  },
  receipt_declined: {
    subject: 'Your payment receipt was declined',
    paragraphs: [
      'The receipt for your deposit ({plan} plan) was declined: {reason}',
      'If a payment arrives on the test chain, we still credit it.',
    ],
  },
} as const satisfies Record<string, MailText>
export type DepositUpdate = keyof typeof depositMails
