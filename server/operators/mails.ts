import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/mail.ts'

/** The mails of the operator's desk. */

type MailConfig = Pick<Config, 'operator'>

function mail({ operator }: MailConfig, to: string, subject: string, ...paragraphs: string[]): Mail {
  const closing = `${operator.siteName} is a practice platform: play money and test coins, nothing in it can be cashed.`
  return { to, subject, text: `${[...paragraphs, closing].join('\n\n')}\n` }
}

export function invitationMail(config: MailConfig, to: string, link: string, roles: string): Mail {
  return mail(config, to, "You are invited to the operator's desk", `You are invited to run this installation together with others. Your part: ${roles}.`, `Set a password and a second factor here: ${link}`, 'The link works once, for three days. If you did not expect it, ignore this mail.')
}

export function renewalMail(config: MailConfig, to: string, link: string): Mail {
  return mail(config, to, "A new password for the operator's desk", 'An owner asks you to set a new password and a new second factor.', `Do it here: ${link}`, 'The link works once, for one day. Until then the old ones stay as they are.')
}

export function messageNoticeMail(config: MailConfig, to: string, desk: string): Mail {
  return mail(config, to, 'A new message waits at the desk', 'Somebody wrote through the contact page.', `Read and answer it here: ${desk}`)
}

export function answerMail(config: MailConfig, to: string, subject: string, answer: string): Mail {
  return mail(config, to, `Your message: ${subject}`, answer)
}
