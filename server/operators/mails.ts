import type { MailText } from '../platform/mail-texts.ts'

/** The mails of the operator's desk. */
export const deskMails = {
  invitation: {
    subject: "You are invited to the operator's desk",
    paragraphs: ['You are invited to run this installation together with others. Your part: {roles}.', 'Set a password and a second factor here: {link}', 'The link works once, for three days. If you did not expect it, ignore this mail.'],
  },
  renewal: {
    subject: "A new password for the operator's desk",
    paragraphs: ['An owner asks you to set a new password and a new second factor.', 'Do it here: {link}', 'The link works once, for one day. Until then the old ones stay as they are.'],
  },
  messageNotice: { subject: 'A new message waits at the desk', paragraphs: ['Somebody wrote through the contact page.', 'Read and answer it here: {link}'] },
  answer: { subject: 'Your message: {subject}', paragraphs: ['{answer}'] },
} as const satisfies Record<string, MailText>
