import type { MailText } from '../platform/mail/mail-texts.ts'

/** An endpoint receives account activity, so the customer gets an email about each change to an endpoint. */
const about = (subject: string, words: string): MailText => ({
  subject,
  paragraphs: [
    words,
    'If this wasn’t you, remove the webhook endpoint and reset your password.',
    { page: 'Manage your security settings', path: '/office/security' },
  ],
})

export const webhookMails = {
  added: about('A webhook endpoint was added to your {site} account', 'We now send every balance change to {host}.'),
  removed: about(
    'A webhook endpoint was removed from your {site} account',
    'We no longer send balance updates to {host}.',
  ),
  rotated: about(
    'A webhook secret was replaced for your {site} account',
    'The endpoint at {host} has a new signing secret. For the next 24 hours, we sign with the old secret too.',
  ),
  switchedOn: about(
    'A webhook endpoint for your {site} account was enabled',
    'We are sending balance changes to {host} again, starting with those that it missed.',
  ),
  failing: {
    subject: 'We disabled a webhook endpoint for your {site} account',
    paragraphs: [
      'The endpoint at {host} has not accepted our messages for more than a day, so we stopped sending.',
      'Enable the endpoint when it works again. We will then send the events that it missed.',
      { page: 'Manage your security settings', path: '/office/security' },
    ],
  },
  gone: {
    subject: 'We disabled a webhook endpoint for your {site} account',
    paragraphs: [
      'The endpoint at {host} responded with 410 Gone, so we stopped sending.',
      'If that was a mistake, enable the endpoint. We will then send the events that it missed.',
      { page: 'Manage your security settings', path: '/office/security' },
    ],
  },
  password: {
    subject: 'We disabled the webhook endpoints for your {site} account',
    paragraphs: [
      'Your password was changed, so we stopped sending balance changes to {hosts}.',
      'Enable the endpoints that you recognise, and remove the others.',
      { page: 'Manage your security settings', path: '/office/security' },
    ],
  },
} as const satisfies Record<string, MailText>
