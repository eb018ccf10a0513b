import { activeI18n, currentLocale, i18n } from '#i18n'
import type { OutcomeCode } from '../../contract/outcomes.ts'
import type { RefusalBody } from '../../contract/refusals.ts'
import type { MoneyValue, PhraseValue, SentenceValue, SentenceValues } from '../../contract/sentences.ts'
import { assets } from '../../contract/assets.ts'
import { groupDigits } from '../ui/number-text.ts'
import { momentFormat } from './formats.ts'

/** The part of an answer that says what a call did. */
export type SaidOutcome = { msg: string; code: OutcomeCode; details?: SentenceValues }

// Loaded with the catalogue `refusals`, so only in other languages than English, in which answers come written out.

/** Returns an outcome in the page's language. */
export const outcomeText = ({ msg, code, details }: SaidOutcome): string => textOfKey(`outcome/${code}`, details) ?? msg

/** Returns a refusal of the call `name` with its sentences in the page's language. */
export function refusalInLanguage(name: string, body: Partial<RefusalBody>): Partial<RefusalBody> {
  const { code = '', details, fieldPhrases = {} } = body
  const values = details as SentenceValues | undefined
  const msg = textOfKey(`${name}/${code}`, values) ?? textOfKey(`refusal/${code}`, values) ?? body.msg
  const fields = Object.entries(fieldPhrases).map(([field, phrase]) => [field, phraseText(phrase)])
  return { ...body, ...(msg !== undefined && { msg }), fields: { ...body.fields, ...Object.fromEntries(fields) } }
}

const phraseText = ({ phrase, values }: PhraseValue): string => textOfKey(`phrase/${phrase}`, values) ?? ''

function textOfKey(key: string, values: SentenceValues = {}): string | undefined {
  if (!Object.hasOwn(activeI18n().messages, key)) return undefined
  return i18n._(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueText(value)])))
}

const momentText = momentFormat({ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

function valueText(value: SentenceValue): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return groupDigits(String(value))
  if ('phrase' in value) return phraseText(value)
  if ('atMs' in value) return `${momentText(value.atMs)} UTC`
  if ('amount' in value) return moneyText(value)
  return new Intl.ListFormat(currentLocale()).format(value.map(valueText))
}

/** As `Money` shows it: a sign stands before the digits, a name after them. */
function moneyText({ amount, asset }: MoneyValue): string {
  const { symbol } = assets[asset]
  const digits = groupDigits(amount)
  if (symbol.length > 1) return `${digits}\u00a0${symbol}`
  return digits.startsWith('−') ? `−${symbol}${digits.slice(1)}` : symbol + digits
}
