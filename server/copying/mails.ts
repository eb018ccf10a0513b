import type { MailText } from '../platform/mail-texts.ts'

/** What is mailed when copying has ended and nobody was there to see it. */
export const copyingMails = {
  stopLoss: {
    subject: 'Copying {name} has ended by your stop-loss',
    paragraphs: [
      'Another copy of {name} could have taken your copies past your stop-loss of {limit}, so copying has ended. Your copies came to {result}. None of them is open.',
      'What is left stays in your trading account. Nothing more is copied until you start copying again.',
      { page: 'Each copy, and what it came to', path: '/office/traders#mytraders' },
    ],
  },
} as const satisfies Record<string, MailText>
