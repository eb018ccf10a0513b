import type { MailText } from '../../platform/mail-texts.ts'

/** Tells what was done, and what to do where it was somebody else. Names nobody and carries no secret. */
const about = (subject: string, words: string): MailText => ({
  subject,
  paragraphs: [
    words,
    'If it was not you, set a new password and freeze the account at once.',
    { page: 'The page for a new password', path: '/account/reset' },
  ],
})

/** The mails about what happened to the security of an account. */
export const securityMails = {
  totpSet: about(
    'An authenticator app now guards your {site} account',
    'An authenticator app was set up as the second factor of your account just now.',
  ),
  totpRemoved: about(
    'The authenticator app of your {site} account was removed',
    'The authenticator app is no longer a second factor of your account.',
  ),
  recoveryRenewed: about(
    'New recovery codes for your {site} account',
    'New recovery codes were made for your account just now. The old ones no longer work.',
  ),
  recoveryUsed: about(
    'A recovery code of your {site} account was used',
    'A recovery code was used in place of the second factor just now. It will not work again.',
  ),
  passkeyAdded: about(
    'A passkey was added to your {site} account',
    'A new passkey can sign in to your account from now on.',
  ),
  passkeyRemoved: about(
    'A passkey of your {site} account was removed',
    'A passkey was removed from your account. It no longer signs in.',
  ),
  keyMade: about(
    'A key was made for your {site} account',
    'A new key lets a program use your account, within what was chosen for it.',
  ),
  keyRevoked: about('A key of your {site} account was revoked', 'A key was revoked. Programs that use it are refused.'),
  frozen: about(
    'Your {site} account is frozen',
    'Your account was frozen just now: no orders are taken and nothing can be withdrawn until it is released.',
  ),
  unfrozen: about('Your {site} account is released', 'Your account is no longer frozen.'),
  exported: about(
    'A copy of your {site} data was made',
    'Everything that is kept about you was saved as a file just now.',
  ),
  otherSessionsEnded: about(
    'Other devices were signed out of your {site} account',
    'Every other session of your account was ended just now.',
  ),
} as const
export type SecurityEvent = keyof typeof securityMails

export const deskMails = {
  signedOut: {
    subject: 'You were signed out of your {site} account',
    paragraphs: [
      'We ended every session of your account and revoked the keys of your programs, because somebody else may have used them. You can sign in again, and make new keys if you need them.',
      'If somebody else may know your password, set a new one.',
      { page: 'The page for a new password', path: '/account/reset' },
    ],
  },
} as const satisfies Record<string, MailText>

export const closingMails = {
  closed: {
    subject: 'Your {site} account is closed',
    paragraphs: [
      'Your account was closed as you asked. What showed who you are has been erased; the entries of the ledger stay, and belong to nobody who can be named. This was the last mail.',
    ],
  },
} as const satisfies Record<string, MailText>
