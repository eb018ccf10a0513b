import type { MailText } from '../platform/mail/mail-texts.ts'

/** The emails of the operators' desk. */
export const deskMails = {
  invitation: {
    subject: "You have been invited to the operators' desk",
    paragraphs: [
      'You have been invited to help operate this installation. Your roles: {roles}.',
      { page: 'Set your password and second factor here', path: '{link}' },
      'The link works once, within three days. If you did not expect it, ignore this email.',
    ],
  },
  renewal: {
    subject: "Set a new password for the operators' desk",
    paragraphs: [
      'An owner asked you to set a new password and a new second factor.',
      { page: 'Set your password and second factor here', path: '{link}' },
      'The link works once, within one day. Your old password and second factor work until you use it.',
    ],
  },
  answer: { subject: 'Your message: {subject}', paragraphs: ['{answer}'] },
} as const satisfies Record<string, MailText>
