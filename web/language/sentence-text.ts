import { activeI18n, currentLocale, i18n } from '#i18n'
import { assets } from '../../api/assets.ts'
import type { RefusalBody } from '../../api/sentences/refusals.ts'
import type { PhraseValue, SentenceValue, SentenceValues } from '../../api/sentences/sentences.ts'
import { groupDigits, moneyText } from '../ui/text/number-text.ts'
import { momentFormat } from './formats.ts'

// Translates sentences in responses. Needs the catalogue `refusals`, whose messages have the keys of
// `api/sentences/sentence-keys.ts`. A sentence without a translation stays in English.

/**
 * Returns whether the response of a call has sentences: a `msg` with an `outcome`, or a field `NAMEPhrase` next to the
 * field `NAME`.
 */
export function hasSentences(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.some(hasSentences)
  if (!isRecord(answer)) return false
  return Object.entries(answer).some(
    ([name, value]) => (name === 'msg' && 'outcome' in answer) || phraseField.test(name) || hasSentences(value),
  )
}

/** Returns the response of a call with its sentences in the page's language. Doesn't change `answer`. */
export function answerInPageLanguage<Answer>(answer: Answer): Answer {
  if (!hasSentences(answer)) return answer
  if (Array.isArray(answer)) return answer.map((part) => answerInPageLanguage<unknown>(part)) as Answer
  const record = answer as Record<string, unknown>
  const translated = Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, answerInPageLanguage(value)]),
  )
  for (const [name, value] of Object.entries(record)) {
    const [, field] = phraseField.exec(name) ?? []
    if (field) translated[field] = phraseIn(value, record[field])
  }
  if (typeof record.msg === 'string' && typeof record.outcome === 'string')
    translated.msg = textOfKey(`outcome/${record.outcome}`, record.details as SentenceValues) ?? record.msg
  return translated as Answer
}

/** Returns the body of a refusal by the call `name`, with its sentences in the page's language. */
export function refusalInPageLanguage(name: string, body: Partial<RefusalBody>): Partial<RefusalBody> {
  const { code = '', fieldPhrases = {} } = body
  const details = body.details as SentenceValues | undefined
  const msg = textOfKey(`${name}/${code}`, details) ?? textOfKey(`refusal/${code}`, details) ?? body.msg
  const fields = Object.entries(fieldPhrases).map(([field, phrase]) => [
    field,
    phraseText(phrase) ?? body.fields?.[field],
  ])
  return { ...body, ...(msg !== undefined && { msg }), fields: { ...body.fields, ...Object.fromEntries(fields) } }
}

const phraseField = /^(\w+)Phrases?$/
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Translates a field. `namePhrase` belongs to a string, and `namePhrases` to a list or a record of strings. */
function phraseIn(phrase: unknown, english: unknown): unknown {
  if (!isRecord(phrase)) return english
  if (Array.isArray(phrase)) return phrase.map((each, index) => phraseIn(each, (english as unknown[])[index]))
  if (typeof phrase.phrase === 'string') return phraseText(phrase as PhraseValue) ?? english
  const texts = (english ?? {}) as Record<string, unknown>
  return {
    ...texts,
    ...Object.fromEntries(Object.entries(phrase).map(([key, each]) => [key, phraseIn(each, texts[key])])),
  }
}

const phraseText = ({ phrase, values }: PhraseValue): string | undefined => textOfKey(`phrase/${phrase}`, values)

function textOfKey(key: string, values: SentenceValues = {}): string | undefined {
  if (!Object.hasOwn(activeI18n().messages, key)) return undefined
  return i18n._(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueText(value)])))
}

const momentText = momentFormat({ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

function valueText(value: SentenceValue): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return groupDigits(String(value))
  if ('phrase' in value) return phraseText(value) ?? ''
  if ('atMs' in value) return `${momentText(value.atMs)} UTC`
  if ('amount' in value) return moneyText(value.amount, assets[value.asset].symbol)
  return new Intl.ListFormat(currentLocale()).format(value.map(valueText))
}
