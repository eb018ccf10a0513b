import type { MailText } from '../../platform/mail-texts.ts'

/** What is mailed about a deposit. */
export const depositMails = {
  credited: {
    subject: 'Your deposit is confirmed',
    paragraphs: ['{amount} of practice money has been credited to your trading account (plan {plan}).'],
  },
  overpaid: {
    subject: 'You paid more than your deposit asked for',
    paragraphs: [
      '{amount} of practice money has been credited to your trading account (plan {plan}). You paid more than that.',
      'Choose on the page of the deposit: have the rest credited, or send it back. Without a choice it is credited after {days} days, at the rate of that moment.',
    ],
  },
  reversed: {
    subject: 'Your deposit was taken back',
    paragraphs: [
      'The payment of your deposit (plan {plan}) has left the test chain, so its credit was taken back. Your account is frozen until an operator has looked at it.',
    ],
  },
  receipt_declined: {
    subject: 'Your payment receipt was declined',
    paragraphs: [
      'The receipt of your deposit (plan {plan}) was declined: {reason}',
      'A payment that arrives on the test chain is credited all the same.',
    ],
  },
} as const satisfies Record<string, MailText>
export type DepositNews = keyof typeof depositMails
