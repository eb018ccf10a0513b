import { setupI18n } from '@lingui/core'
import { afterEach, expect, it } from 'vitest'
import { activeI18n, provideI18n } from '#i18n'
import { sentencesByKey } from '../../api/sentences/sentence-keys.ts'
import { sentenceFields, type PhraseValue } from '../../api/sentences/sentences.ts'
import { answerInPageLanguage } from '../language/sentence-text.ts'

// Sentences that only operators see, in the real catalogues.

const catalogues = import.meta.glob<{ messages: object }>('../language/catalogues/*/refusals.po', { eager: true })
const english = activeI18n()
afterEach(() => provideI18n(() => english))

const sentences: PhraseValue[] = [
  {
    phrase: 'proposal_setting',
    values: { setting: { phrase: 'setting_payoutBps' }, value: '85', before: '80', reason: 'x' },
  },
  {
    phrase: 'proposal_roles',
    values: { name: 'Ada', before: [{ phrase: 'role_support' }], roles: [{ phrase: 'role_finance' }] },
  },
  { phrase: 'proposal_receipt', values: { amount: { amount: '10.00', asset: 'USD' }, reason: 'x' } },
  { phrase: 'proposal_withdrawal', values: { amount: '10', method: 'BTC', arrives: '9' } },
  { phrase: 'scheduled_too_late' },
  { phrase: 'scheduled_expert_stopped' },
  { phrase: 'scanner_beyond_window', values: { height: '120' } },
]

it.each(['de', 'fr', 'es', 'ar'])('shows proposals, notes of orders and reasons of halts in %s', (language) => {
  const { messages } = catalogues[`../language/catalogues/${language}/refusals.po`]!
  // The build replaces the English texts, which are the keys here, with codes.
  const texts = messages as Record<string, unknown>
  const byCode = Object.fromEntries(Object.entries(sentencesByKey()).map(([code, text]) => [code, texts[text]]))
  const i18n = setupI18n({ locale: language, messages: { [language]: byCode as never } })
  provideI18n(() => i18n)
  for (const sentence of sentences) {
    const answer = sentenceFields('words', sentence)
    const { words } = answerInPageLanguage(answer) as { words: string }
    expect(words, sentence.phrase).not.toBe(answer.words)
    expect(words, sentence.phrase).not.toMatch(/\{|\b(the|of|for|to|from)\b/)
  }
})
