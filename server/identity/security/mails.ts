import type { Mail } from '../../platform/mail.ts'
import { type MailConfig, mail, open } from '../mails.ts'

/** What happened to the security of an account, as the mail about it tells. */
export type SecurityEvent = keyof typeof events

/** Subject and words of each. `{site}` is the site's name. */
const events = {
  totpSet: ['An authenticator app now guards your {site} account', 'An authenticator app was set up as the second factor of your account just now.'],
  totpRemoved: ['The authenticator app of your {site} account was removed', 'The authenticator app is no longer a second factor of your account.'],
  recoveryRenewed: ['New recovery codes for your {site} account', 'New recovery codes were made for your account just now. The old ones no longer work.'],
  recoveryUsed: ['A recovery code of your {site} account was used', 'A recovery code was used in place of the second factor just now. It will not work again.'],
  passkeyAdded: ['A passkey was added to your {site} account', 'A new passkey can sign in to your account from now on.'],
  passkeyRemoved: ['A passkey of your {site} account was removed', 'A passkey was removed from your account. It no longer signs in.'],
  keyMade: ['A key was made for your {site} account', 'A new key lets a program use your account, within what was chosen for it.'],
  keyRevoked: ['A key of your {site} account was revoked', 'A key was revoked. Programs that use it are refused.'],
  frozen: ['Your {site} account is frozen', 'Your account was frozen just now: no orders are taken and nothing can be withdrawn until it is released.'],
  unfrozen: ['Your {site} account is released', 'Your account is no longer frozen.'],
  exported: ['A copy of your {site} data was made', 'Everything that is kept about you was saved as a file just now.'],
  otherSessionsEnded: ['Other devices were signed out of your {site} account', 'Every other session of your account was ended just now.'],
} as const

/** Names nobody and carries no secret; tells what to do where it was somebody else. */
export function securityMail(to: string, event: SecurityEvent, config: MailConfig): Mail {
  const [subject, words] = events[event]
  return mail(config, to, subject.replace('{site}', () => config.operator.siteName), words, `If it was not you, set a new password and freeze the account at once. ${open(config.publicUrl, '/account/reset', 'The page for a new password')}`)
}

export function closedMail(to: string, config: MailConfig): Mail {
  return mail(config, to, `Your ${config.operator.siteName} account is closed`, 'Your account was closed as you asked. What showed who you are has been erased; the entries of the ledger stay, and belong to nobody who can be named. This was the last mail.')
}
