import type { MailText } from '../platform/mail/mail-texts.ts'

/** Emails to the owner of a liquidated contract. */
export const farmingMails = {
  liquidated: {
    subject: 'Your yield contract was closed at its liquidation price',
    paragraphs: [
      '{symbol} was at {price} on {at} (tick {tick}). The liquidation price of your contract {plan} with leverage ' +
        '{leverage} was {liquidation}.',
      'We returned {returned} of the locked {principal} to your trading account. The contract had earned {earned} ' +
        'in interest by then.',
      {
        page: 'Contract statement that shows how each figure was calculated',
        path: '/office/yield/contracts/{contract}',
      },
    ],
  },
} as const satisfies Record<string, MailText>
