import type { MailText } from '../platform/mail-texts.ts'

/** The mails of the operator's desk. */
export const deskMails = {
  invitation: {
    subject: "You are invited to the operator's desk",
    paragraphs: [
      'You are invited to run this installation together with others. Your part: {roles}.',
      { page: 'The page for your password and second factor', path: '{link}' },
      'The link works once, for three days. If you did not expect it, ignore this mail.',
    ],
  },
  renewal: {
    subject: "A new password for the operator's desk",
    paragraphs: [
      'An owner asks you to set a new password and a new second factor.',
      { page: 'The page for your password and second factor', path: '{link}' },
      'The link works once, for one day. Until then the old ones stay as they are.',
    ],
  },
  answer: { subject: 'Your message: {subject}', paragraphs: ['{answer}'] },
} as const satisfies Record<string, MailText>
