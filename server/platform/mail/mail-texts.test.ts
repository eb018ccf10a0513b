import { describe, expect, it } from 'vitest'
import { languageCodes } from '../../../api/languages.ts'
import { readConfig } from '../config.ts'
import { mailCatalogues } from '../../pages/mail-catalogues.ts'
import { closing, createMailWriter, type MailText } from './mail-texts.ts'

const config = readConfig({
  NODE_ENV: 'test',
  PUBLIC_URL: 'https://practice.example.org',
  SMTP_URL: 'smtp://127.0.0.1:1',
})
const { translate, write } = createMailWriter(config, mailCatalogues)
const mail: MailText = {
  subject: 'Your message: {subject}',
  paragraphs: [
    'The receipt for your deposit ({plan} plan) was declined: {reason}',
    { page: 'Your profile', path: '/office/{where}' },
  ],
}
const values = {
  subject: 'Is it\r\nBcc: eve@example.org',
  plan: 'Gold',
  reason: '{site} {plan} $& .',
  where: 'profile',
}
const written = (language: (typeof languageCodes)[number]) => write({ to: 'ada@example.org', language }, mail, values)

describe('an email', () => {
  it('fills in its placeholders but not those inside values, and ends with the notice about the platform', () => {
    const { to, subject, text } = written('en')
    expect([to, subject]).toEqual(['ada@example.org', 'Your message: Is it Bcc: eve@example.org'])
    expect(text.split('\n\n')).toEqual([
      'The receipt for your deposit (Gold plan) was declined: {site} {plan} $& .',
      'Your profile: https://practice.example.org/office/profile',
      'Tallystick is a practice platform with play money and test coins. Nothing in it can be cashed out.\n',
    ])
  })

  it.each(languageCodes.filter((code) => code !== 'en'))(
    'is written in %s, and links to pages in that language',
    (language) => {
      const { text } = written(language)
      expect(text).toContain(`https://practice.example.org/${language}/office/profile`)
      expect(text).toContain('Gold')
      for (const english of ['declined', 'Your profile', 'play money']) expect(text).not.toContain(english)
      expect(translate(language, closing)).not.toBe(closing)
    },
  )

  it.each([
    ['en', '5 June 2026 at 22:04 UTC'],
    ['de', '5. Juni 2026 um 22:04 UTC'],
    ['es', '5 de junio de 2026 a las 22:04 UTC'],
  ] as const)('shows a date and time in the format of the language %s', (language, moment) => {
    const text = { subject: 'Until {until}', paragraphs: [] }
    const at = { until: new Date('2026-06-05T22:04:05Z') }
    expect(write({ to: 'ada@example.org', language }, text, at).subject).toBe(`Until ${moment}`)
  })

  it('falls back to English if a catalogue lacks a message', () =>
    expect(translate('de', 'Nobody has written {this}.', { this: 'that' })).toBe('Nobody has written that.'))

  it('links to this machine if the site has no public URL', () => {
    const { text } = createMailWriter(readConfig({ NODE_ENV: 'test' }), mailCatalogues).write(
      { to: 'ada@example.org', language: 'en' },
      mail,
      values,
    )
    expect(text).toContain('Your profile: http://127.0.0.1:3000/office/profile')
  })
})
