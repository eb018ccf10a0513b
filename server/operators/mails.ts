import type { Mail } from '../platform/mail.ts'

/** The mails of the operator's desk. */

const closing = 'Tallystick is a practice platform: play money and test coins, nothing in it can be cashed.'
const mail = (to: string, subject: string, ...paragraphs: string[]): Mail => ({ to, subject, text: `${[...paragraphs, closing].join('\n\n')}\n` })

export function invitationMail(to: string, link: string, roles: string): Mail {
  return mail(to, "You are invited to the operator's desk", `You are invited to run this installation together with others. Your part: ${roles}.`, `Set a password and a second factor here: ${link}`, 'The link works once, for three days. If you did not expect it, ignore this mail.')
}

export function renewalMail(to: string, link: string): Mail {
  return mail(to, "A new password for the operator's desk", 'An owner asks you to set a new password and a new second factor.', `Do it here: ${link}`, 'The link works once, for one day. Until then the old ones stay as they are.')
}

export function messageNoticeMail(to: string, desk: string): Mail {
  return mail(to, 'A new message waits at the desk', 'Somebody wrote through the contact page.', `Read and answer it here: ${desk}`)
}

export function answerMail(to: string, subject: string, answer: string): Mail {
  return mail(to, `Your message: ${subject}`, answer)
}
