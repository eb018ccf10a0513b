import type { MailText } from '../platform/mail/mail-texts.ts'

/**
 * The emails that identity sends. They contain no names: before an address is confirmed, a stranger could enter any
 * text as a name and have us send it to anyone.
 */
export const identityMails = {
  registrationCode: {
    subject: 'Your {site} code',
    paragraphs: [
      'Your code to confirm this address is {code}.',
      'Enter it on the sign-up page within ten minutes. If you request another code, this one stops working.',
      'If you did not request it, ignore this email. Nobody can open an account with your address without the code. ' +
        'We will never ask you for it.',
    ],
  },
  alreadyCustomer: {
    subject: 'You already have a {site} account',
    paragraphs: [
      'Someone, probably you, tried to sign up with this email address. ' +
        'It already has an account, so we did not create a code.',
      { page: 'The sign-in page', path: '/account/signin' },
      { page: 'If you forgot your password, reset it here', path: '/account/reset' },
      'If this wasn’t you, you don’t need to do anything. The account hasn’t changed.',
    ],
  },
  resetCode: {
    subject: 'Your {site} password reset code',
    paragraphs: [
      'Your password reset code is {code}.',
      'Enter it on the reset page within ten minutes. If you request another code, this one stops working.',
      'If you did not request it, ignore this email. Your password does not change without the code. ' +
        'We will never ask you for it.',
    ],
  },
  noAccount: {
    subject: 'This email address has no {site} account',
    paragraphs: [
      'Someone, probably you, tried to reset the password for this email address. It has no account. ' +
        'You may have signed up with another address.',
      { page: 'The sign-up page', path: '/account/signup' },
      'If this wasn’t you, ignore this email.',
    ],
  },
  passwordChangedAndKeysEnded: {
    subject: 'Your {site} password was changed',
    paragraphs: [
      'The password of your account was just changed. We signed out every other session and revoked every API key.',
      'Programs that used a revoked key no longer have access. Create a new key for each program that you still use.',
      'If this wasn’t you, reset your password immediately.',
      { page: 'Reset your password here', path: '/account/reset' },
    ],
  },
  emailCode: {
    subject: 'Your {site} code to change your email address',
    paragraphs: [
      'Your code to use this email address for your account is {code}.',
      'Enter it on your profile page within ten minutes. If you request another code, this one stops working.',
      'If you did not request it, ignore this email. We will never ask you for this code.',
    ],
  },
  emailTaken: {
    subject: 'This email address already has a {site} account',
    paragraphs: [
      'Someone, probably you, tried to use this email address for another account. ' +
        'It already has an account, so we did not create a code.',
      'If this wasn’t you, you don’t need to do anything. The account hasn’t changed.',
    ],
  },
  emailChanged: {
    subject: 'Your {site} email address was changed',
    paragraphs: [
      'Your account now uses this email address. Sign in with it and your password.',
      'We signed out every other session and revoked every API key.',
      'You cannot withdraw or add a withdrawal address until {until}.',
      'If this wasn’t you, contact us immediately.',
      { page: 'Contact us here', path: '/contactus' },
    ],
  },
  emailChangedBefore: {
    subject: 'Your {site} email address was changed',
    paragraphs: [
      'Your account’s email address was just changed. You can no longer sign in with this address.',
      'If this wasn’t you, contact us from this address before {until}. An operator can then freeze the account. ' +
        'Until that time, nobody can withdraw or add a withdrawal address.',
      { page: 'Contact us here', path: '/contactus' },
    ],
  },
  nameChanged: {
    subject: 'Your {site} name was changed',
    paragraphs: [
      'The name on your account was just changed.',
      'If this wasn’t you, reset your password immediately.',
      { page: 'Reset your password here', path: '/account/reset' },
    ],
  },
  phoneChanged: {
    subject: 'Your {site} phone number was changed',
    paragraphs: [
      'The phone number of your account was just changed.',
      'If this wasn’t you, reset your password immediately.',
      { page: 'Reset your password here', path: '/account/reset' },
    ],
  },
  nameCorrected: {
    subject: 'We corrected the name on your {site} account',
    paragraphs: [
      'An operator just corrected the name on your account.',
      'If you did not request this, contact us immediately.',
      { page: 'Contact us here', path: '/contactus' },
    ],
  },
  emailCorrected: {
    subject: 'We corrected the email address of your {site} account',
    paragraphs: [
      'Two operators just corrected the email address of your account. Your account now uses this address.',
      'We signed out every session and revoked every API key. Sign in with this address and your password.',
      'You cannot withdraw or add a withdrawal address until {until}.',
      'If you did not request this, contact us immediately.',
      { page: 'Contact us here', path: '/contactus' },
    ],
  },
  emailCorrectedBefore: {
    subject: 'We corrected the email address of your {site} account',
    paragraphs: [
      'Two operators just changed your account’s email address. You can no longer sign in with this address.',
      'If you did not request this, contact us from this address before {until}. ' +
        'Until that time, nobody can withdraw or add a withdrawal address.',
      { page: 'Contact us here', path: '/contactus' },
      'If you requested it, you do not need to do anything.',
    ],
  },
  phoneCorrected: {
    subject: 'We corrected the phone number of your {site} account',
    paragraphs: [
      'An operator just corrected the phone number of your account.',
      'If you did not request this, contact us immediately.',
      { page: 'Contact us here', path: '/contactus' },
    ],
  },
  passwordChanged: {
    subject: 'Your {site} password was changed',
    paragraphs: [
      'The password of your account was just changed, and we signed out every other session.',
      'If this wasn’t you, reset your password immediately.',
      { page: 'Reset your password here', path: '/account/reset' },
    ],
  },
} as const satisfies Record<string, MailText>
