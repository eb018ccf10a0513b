import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/mail.ts'

/**
 * The mails that identity sends. They name nobody: before an address is confirmed, a name would be a text that a stranger
 * may send to anyone in our name.
 */

/** What a mail says of the installation: its name and its address. */
export type MailConfig = Pick<Config, 'publicUrl' | 'operator'>

const closing = ({ operator }: MailConfig) => `${operator.siteName} is a practice platform: play money and test coins, nothing in it can be cashed.`

/** A mail of some paragraphs, closed by what this platform is. */
export function mail(config: MailConfig, to: string, subject: string, ...paragraphs: string[]): Mail {
  return { to, subject, text: `${[...paragraphs, closing(config)].join('\n\n')}\n` }
}

/** Where a page is, in a mail. */
export const open = (publicUrl: string | undefined, path: string, page: string) => (publicUrl ? `${page}: ${publicUrl}${path}` : `${page} is on the site you came from.`)

export function registrationCodeMail(to: string, code: string, config: MailConfig): Mail {
  return mail(
    config,
    to,
    `${code} is your ${config.operator.siteName} code`,
    `Your code to confirm this address is ${code}.`,
    'Enter it on the sign-up page within ten minutes. If you ask for another one, this one stops working.',
    'If you did not ask for it, ignore this mail. Nobody can open an account with your address without the code; nobody of ours will ever ask you for it.',
  )
}

export function alreadyCustomerMail(to: string, config: MailConfig): Mail {
  return mail(
    config,
    to,
    `You already have a ${config.operator.siteName} account`,
    'Somebody, probably you, asked to sign up with this address. There is an account with it already, so no code was made.',
    open(config.publicUrl, '/account/signin', 'The sign-in page'),
    open(config.publicUrl, '/account/reset', 'If you do not remember the password, the page to set a new one'),
    'If it was not you, there is nothing to do: the account was not touched.',
  )
}

export function resetCodeMail(to: string, code: string, config: MailConfig): Mail {
  return mail(
    config,
    to,
    `${code} is your ${config.operator.siteName} code for a new password`,
    `Your code to set a new password is ${code}.`,
    'Enter it on the reset page within ten minutes. If you ask for another one, this one stops working.',
    'If you did not ask for it, ignore this mail: without the code your password stays as it is. Nobody of ours will ever ask you for it.',
  )
}

export function noAccountMail(to: string, config: MailConfig): Mail {
  return mail(
    config,
    to,
    `There is no ${config.operator.siteName} account with this address`,
    'Somebody, probably you, asked for a new password for this address. There is no account with it. Perhaps you signed up with another one.',
    open(config.publicUrl, '/account/signup', 'The sign-up page'),
    'If it was not you, ignore this mail.',
  )
}

export function passwordChangedMail(to: string, config: MailConfig): Mail {
  return mail(
    config,
    to,
    `Your ${config.operator.siteName} password was changed`,
    'The password of your account was changed just now, and every other session was signed out.',
    `If it was not you, set a new password at once. ${open(config.publicUrl, '/account/reset', 'The page for that')}`,
  )
}
