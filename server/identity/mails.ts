import type { Mail } from '../platform/mail.ts'

/**
 * The mails that identity sends. They name nobody: before an address is confirmed, a name would be a text that a stranger
 * may send to anyone in our name.
 */

const closing = 'Tallystick is a practice platform: play money and test coins, nothing in it can be cashed.'

/** A mail of some paragraphs, closed by what this platform is. */
export function mail(to: string, subject: string, ...paragraphs: string[]): Mail {
  return { to, subject, text: `${[...paragraphs, closing].join('\n\n')}\n` }
}

/** Where a page is, in a mail. */
export const open = (publicUrl: string | undefined, path: string, page: string) => (publicUrl ? `${page}: ${publicUrl}${path}` : `${page} is on the site you came from.`)

export function registrationCodeMail(to: string, code: string): Mail {
  return mail(
    to,
    `${code} is your Tallystick code`,
    `Your code to confirm this address is ${code}.`,
    'Enter it on the sign-up page within ten minutes. If you ask for another one, this one stops working.',
    'If you did not ask for it, ignore this mail. Nobody can open an account with your address without the code; nobody of ours will ever ask you for it.',
  )
}

export function alreadyCustomerMail(to: string, publicUrl: string | undefined): Mail {
  return mail(
    to,
    'You already have a Tallystick account',
    'Somebody, probably you, asked to sign up with this address. There is an account with it already, so no code was made.',
    open(publicUrl, '/account/signin', 'The sign-in page'),
    open(publicUrl, '/account/reset', 'If you do not remember the password, the page to set a new one'),
    'If it was not you, there is nothing to do: the account was not touched.',
  )
}

export function resetCodeMail(to: string, code: string): Mail {
  return mail(
    to,
    `${code} is your Tallystick code for a new password`,
    `Your code to set a new password is ${code}.`,
    'Enter it on the reset page within ten minutes. If you ask for another one, this one stops working.',
    'If you did not ask for it, ignore this mail: without the code your password stays as it is. Nobody of ours will ever ask you for it.',
  )
}

export function noAccountMail(to: string, publicUrl: string | undefined): Mail {
  return mail(
    to,
    'There is no Tallystick account with this address',
    'Somebody, probably you, asked for a new password for this address. There is no account with it. Perhaps you signed up with another one.',
    open(publicUrl, '/account/signup', 'The sign-up page'),
    'If it was not you, ignore this mail.',
  )
}

export function passwordChangedMail(to: string, publicUrl: string | undefined): Mail {
  return mail(
    to,
    'Your Tallystick password was changed',
    'The password of your account was changed just now, and every other session was signed out.',
    `If it was not you, set a new password at once. ${open(publicUrl, '/account/reset', 'The page for that')}`,
  )
}
