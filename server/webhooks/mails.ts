import type { MailText } from '../platform/mail-texts.ts'

/** An endpoint learns what happens on the account, so its customer hears of each change. */
const about = (subject: string, words: string): MailText => ({
  subject,
  paragraphs: [
    words,
    'If it was not you, remove the webhook endpoint and set a new password.',
    { page: 'The security page', path: '/office/security' },
  ],
})

export const webhookMails = {
  added: about(
    'A webhook endpoint was added to your {site} account',
    'We now send each change of your balances to {host}.',
  ),
  removed: about(
    'A webhook endpoint of your {site} account was removed',
    'We no longer send changes of your balances to {host}.',
  ),
  rotated: about(
    'A webhook secret of your {site} account was replaced',
    'The endpoint at {host} has a new signing secret. For 24 hours we sign with the old secret too.',
  ),
  switchedOn: about(
    'A webhook endpoint of your {site} account was switched on',
    'We send changes of your balances to {host} again, with those that it missed.',
  ),
  failing: {
    subject: 'We switched off a webhook endpoint of your {site} account',
    paragraphs: [
      'The endpoint at {host} has not accepted our messages for more than a day, so we stopped sending.',
      'When it works again, switch it on. It then gets everything that it missed.',
      { page: 'The security page', path: '/office/security' },
    ],
  },
  gone: {
    subject: 'We switched off a webhook endpoint of your {site} account',
    paragraphs: [
      'The endpoint at {host} answered with 410 Gone, so we stopped sending.',
      'If that was a mistake, switch it on. It then gets everything that it missed.',
      { page: 'The security page', path: '/office/security' },
    ],
  },
  password: {
    subject: 'We switched off the webhook endpoints of your {site} account',
    paragraphs: [
      'Your password was changed, so we stopped sending changes of your balances to {hosts}.',
      'Switch on the endpoints that you know, and remove the others.',
      { page: 'The security page', path: '/office/security' },
    ],
  },
} as const satisfies Record<string, MailText>
