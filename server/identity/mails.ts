import type { MailText } from '../platform/mail-texts.ts'

/**
 * The mails that identity sends. They name nobody: before an address is confirmed, a name would be a text that a stranger
 * may send to anyone in our name.
 */
export const identityMails = {
  registrationCode: {
    subject: 'Your {site} code',
    paragraphs: [
      'Your code to confirm this address is {code}.',
      'Enter it on the sign-up page within ten minutes. If you ask for another one, this one stops working.',
      'If you did not ask for it, ignore this mail. Nobody can open an account with your address without the code; we will never ask you for it.',
    ],
  },
  alreadyCustomer: {
    subject: 'You already have a {site} account',
    paragraphs: [
      'Somebody, probably you, asked to sign up with this address. There is an account with it already, so no code was made.',
      { page: 'The sign-in page', path: '/account/signin' },
      { page: 'If you do not remember the password, the page to set a new one', path: '/account/reset' },
      'If it was not you, there is nothing to do: the account was not touched.',
    ],
  },
  resetCode: {
    subject: 'Your {site} code for a new password',
    paragraphs: [
      'Your code to set a new password is {code}.',
      'Enter it on the reset page within ten minutes. If you ask for another one, this one stops working.',
      'If you did not ask for it, ignore this mail: without the code your password stays as it is. We will never ask you for it.',
    ],
  },
  noAccount: {
    subject: 'There is no {site} account with this address',
    paragraphs: [
      'Somebody, probably you, asked for a new password for this address. There is no account with it. Perhaps you signed up with another one.',
      { page: 'The sign-up page', path: '/account/signup' },
      'If it was not you, ignore this mail.',
    ],
  },
  passwordChangedAndKeysEnded: {
    subject: 'Your {site} password was changed',
    paragraphs: [
      'The password of your account was changed just now. Every other session was signed out, and every key for programs was revoked.',
      'Programs that used a key are refused from now on. Make a new key for each program that you still use.',
      'If it was not you, set a new password at once.',
      { page: 'The page for a new password', path: '/account/reset' },
    ],
  },
  emailCode: {
    subject: 'Your {site} code for a new email',
    paragraphs: [
      'Your code to use this address for your account is {code}.',
      'Enter it on your profile within ten minutes. If you ask for another one, this one stops working.',
      'If you did not ask for it, ignore this mail. We will never ask you for this code.',
    ],
  },
  emailTaken: {
    subject: 'There is a {site} account with this address',
    paragraphs: [
      'Somebody, probably you, asked to use this address for another account. There is an account with it already, so no code was made.',
      'If it was not you, there is nothing to do: the account was not touched.',
    ],
  },
  emailChanged: {
    subject: 'Your {site} email was changed',
    paragraphs: [
      'This is the address of your account from now on. Sign in with it and your password.',
      'Every other session was signed out, and every key for programs was revoked.',
      'Nothing can be withdrawn and no withdrawal address can be added until {until}.',
      'If it was not you, write to us at once.',
      { page: 'The contact page', path: '/contactus' },
    ],
  },
  emailChangedBefore: {
    subject: 'Your {site} email was changed',
    paragraphs: [
      'The email of your account was changed to another address just now. This address no longer signs in.',
      'If it was not you, object before {until}: write to us from this address. An operator can freeze the account. Until then nothing can be withdrawn and no withdrawal address can be added.',
      { page: 'The contact page', path: '/contactus' },
    ],
  },
  nameChanged: {
    subject: 'Your {site} name was changed',
    paragraphs: [
      'The name of your account was changed just now.',
      'If it was not you, set a new password at once.',
      { page: 'The page for a new password', path: '/account/reset' },
    ],
  },
  phoneChanged: {
    subject: 'Your {site} phone number was changed',
    paragraphs: [
      'The phone number of your account was changed just now.',
      'If it was not you, set a new password at once.',
      { page: 'The page for a new password', path: '/account/reset' },
    ],
  },
  nameCorrected: {
    subject: 'Your name was corrected at {site}',
    paragraphs: [
      'An operator corrected the name of your account just now.',
      'If you did not ask for this, write to us at once.',
      { page: 'The contact page', path: '/contactus' },
    ],
  },
  emailCorrected: {
    subject: 'Your email was corrected at {site}',
    paragraphs: [
      'Two operators corrected the email of your account just now. This is its address from now on.',
      'Every session was signed out and every key for programs was revoked. Sign in with this address and your password.',
      'Nothing can be withdrawn and no withdrawal address can be added until {until}.',
      'If you did not ask for this, write to us at once.',
      { page: 'The contact page', path: '/contactus' },
    ],
  },
  emailCorrectedBefore: {
    subject: 'Your email was corrected at {site}',
    paragraphs: [
      'Two operators changed the email of your account to another address just now. This address no longer signs in.',
      'If you did not ask for this, object before {until}: write to us from this address. Until then nothing can be withdrawn and no withdrawal address can be added.',
      { page: 'The contact page', path: '/contactus' },
      'If you asked for it, there is nothing to do.',
    ],
  },
  phoneCorrected: {
    subject: 'Your phone number was corrected at {site}',
    paragraphs: [
      'An operator corrected the phone number of your account just now.',
      'If you did not ask for this, write to us at once.',
      { page: 'The contact page', path: '/contactus' },
    ],
  },
  passwordChanged: {
    subject: 'Your {site} password was changed',
    paragraphs: [
      'The password of your account was changed just now, and every other session was signed out.',
      'If it was not you, set a new password at once.',
      { page: 'The page for a new password', path: '/account/reset' },
    ],
  },
} as const satisfies Record<string, MailText>
