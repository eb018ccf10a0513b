import type { MailText } from '../platform/mail/mail-texts.ts'

/** The email that is sent when a stop-loss ends copying. */
export const copyingMails = {
  stopLoss: {
    subject: 'Your stop-loss ended copying of {name}',
    paragraphs: [
      'Another copied trade could have pushed your losses past your stop-loss of {limit}, so copying of {name} has ' +
        'stopped. The total result of your copies is {result}. None of them is open.',
      'The remaining balance stays in your trading account. No more trades are copied until you start again.',
      { page: 'View your copies and their results', path: '/office/traders#mytraders' },
    ],
  },
} as const satisfies Record<string, MailText>
