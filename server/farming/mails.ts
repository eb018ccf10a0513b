import type { MailText } from '../platform/mail-texts.ts'

/** What is mailed to the owner of a contract that a price has closed. */
export const farmingMails = {
  liquidated: {
    subject: 'Your yield contract was closed at its liquidation price',
    paragraphs: [
      '{symbol} was at {price} on {at} (tick {tick}). The liquidation price of your contract {plan}, lever {lever}, was {liquidation}.',
      'Of the {principal} that were locked, {returned} are back in your trading account. Interest until then was {earned}.',
      { page: 'Its statement, which shows how each figure comes about', path: '/office/yield/contracts/{contract}' },
    ],
  },
} as const satisfies Record<string, MailText>
