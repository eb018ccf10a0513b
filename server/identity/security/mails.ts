import type { MailText } from '../../platform/mail/mail-texts.ts'

/** Builds an email that says what happened and what to do if someone else did it. Contains no names or secrets. */
const about = (subject: string, words: string): MailText => ({
  subject,
  paragraphs: [
    words,
    'If this wasn’t you, reset your password and freeze the account immediately.',
    { page: 'Reset your password here', path: '/account/reset' },
  ],
})

/** Emails about security changes to an account. */
export const securityMails = {
  totpSet: about(
    'An authenticator app was added to your {site} account',
    'An authenticator app was just added as the second factor for your account.',
  ),
  totpRemoved: about(
    'The authenticator app was removed from your {site} account',
    'The authenticator app is no longer a second factor for your account.',
  ),
  recoveryRenewed: about(
    'New recovery codes for your {site} account',
    'New recovery codes were just created for your account. The old ones no longer work.',
  ),
  recoveryUsed: about(
    'A recovery code for your {site} account was used',
    'A recovery code was just used instead of the second factor. It cannot be used again.',
  ),
  passkeyAdded: about(
    'A passkey was added to your {site} account',
    'A new passkey can now be used to sign in to your account.',
  ),
  passkeyRemoved: about(
    'A passkey was removed from your {site} account',
    'A passkey was removed from your account. It can no longer be used to sign in.',
  ),
  keyMade: about(
    'An API key was created for your {site} account',
    'A new key lets a program use your account within the key’s permissions.',
  ),
  keyRevoked: about(
    'An API key for your {site} account was revoked',
    'An API key was revoked. Programs that use it no longer have access.',
  ),
  frozen: about(
    'Your {site} account is frozen',
    'Your account was just frozen. You cannot trade or withdraw until it is unfrozen.',
  ),
  unfrozen: about('Your {site} account is unfrozen', 'Your account is no longer frozen.'),
  exported: about('Your {site} data was downloaded', 'A file with all your data was just downloaded.'),
  otherSessionsEnded: about(
    'Other devices were signed out of your {site} account',
    'All other sessions of your account were just signed out.',
  ),
} as const
export type SecurityEvent = keyof typeof securityMails

export const deskMails = {
  signedOut: {
    subject: 'You were signed out of your {site} account',
    paragraphs: [
      'We ended every session of your account and revoked your API keys, because someone else may have used them. ' +
        'You can sign in again, and create new keys if you need them.',
      'If someone else may know your password, reset it.',
      { page: 'Reset your password here', path: '/account/reset' },
    ],
  },
} as const satisfies Record<string, MailText>

export const closingMails = {
  closed: {
    subject: 'Your {site} account is closed',
    paragraphs: [
      'We closed your account as you requested and erased your personal data. ' +
        'The ledger entries stay, but nobody can link them to you. This is the last email from us.',
    ],
  },
} as const satisfies Record<string, MailText>
