import { type Asset, assets, formatAmount } from '../assets.ts'
import { phrases } from './phrases.ts'

// Responses contain each sentence twice: in English, and as a code with the values of its placeholders. Pages use the
// code to show the sentence in their own language.

/** An amount as a decimal text in the asset's unit. */
export type MoneyValue = { amount: string; asset: Asset }
/** Returns minor units as a sentence value. */
export const moneyOf = (amountMinor: bigint, asset: Asset): MoneyValue => ({
  amount: formatAmount(amountMinor, asset),
  asset,
})
/** A moment in epoch milliseconds. */
type MomentValue = { atMs: number }
/** A phrase with its own placeholders. */
export type PhraseValue = { phrase: PhraseCode; values?: SentenceValues }
export type PhraseCode = keyof typeof phrases

/**
 * A value that replaces a placeholder. Strings appear as they are. Other values are written in the reader's language.
 */
export type SentenceValue = string | number | MoneyValue | MomentValue | PhraseValue | readonly SentenceValue[]
export type SentenceValues = Readonly<Record<string, SentenceValue>>

/**
 * Writes `text` in English, with each `{name}` replaced by its value. Leaves a placeholder without a value as it is.
 */
export function writeSentence(text: string, values: SentenceValues = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    name in values ? writeValue(values[name]!) : placeholder,
  )
}

/**
 * Returns a sentence for a response in two forms: `name` is its English text, and `namePhrase` is the phrase that pages
 * translate. Both are null if there is no sentence.
 */
export function sentenceFields<Name extends string, Phrase extends PhraseValue | null>(name: Name, phrase: Phrase) {
  return { [name]: phrase && writePhrase(phrase), [`${name}Phrase`]: phrase } as Record<
    Name,
    Phrase extends PhraseValue ? string : null
  > &
    Record<`${Name}Phrase`, Phrase>
}

/** Writes a phrase in English. */
export const writePhrase = ({ phrase, values }: PhraseValue): string => writeSentence(phrases[phrase], values)

function writeValue(value: SentenceValue): string {
  if (typeof value !== 'object') return String(value)
  if ('phrase' in value) return writePhrase(value)
  if ('atMs' in value) return writeMoment(value.atMs)
  if ('amount' in value) return writeMoney(value)
  return value.map(writeValue).join(', ')
}

/** Returns text such as `$10,000.00` or `0.50000000 tBTC`. */
function writeMoney({ amount, asset }: MoneyValue): string {
  const { symbol, kind } = assets[asset]
  const grouped = amount.replace(/^-?\d+/, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, ','))
  return kind === 'coin' ? `${grouped} ${symbol}` : grouped.replace(/^-?/, (sign) => sign + symbol)
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** Returns text such as `6 January 2026, 12:00 UTC`. */
export const writeMoment = (atMs: number): string => `${dateFormat.format(atMs)}, ${timeFormat.format(atMs)} UTC`
