import { phrases } from '../../api/sentences/phrases.ts'
import { type PhraseValue, type SentenceValues, sentenceFields, writePhrase } from '../../api/sentences/sentences.ts'

/** Text that a person wrote, or one of the product's phrases. Pages show a phrase in the reader's language. */
export type TextOrPhrase = string | PhraseValue

/** Returns the text to store. A phrase is stored by code, as `@note_mining_price {"plan":"Basic","coin":"BTC"}`. */
export function storedText(text: TextOrPhrase): string {
  if (typeof text === 'string') return text
  return text.values ? `@${text.phrase} ${JSON.stringify(text.values)}` : `@${text.phrase}`
}

/** Returns the field `name` in English, and `namePhrase`, which is null if a person wrote the text or there is none. */
export function fieldsOfStored<Name extends string, Stored extends string | null>(name: Name, stored: Stored) {
  const phrase = stored === null ? undefined : phraseOf(stored)
  const fields = phrase ? sentenceFields(name, phrase) : { [name]: stored, [`${name}Phrase`]: null }
  return fields as Record<Name, Stored> & Record<`${Name}Phrase`, PhraseValue | null>
}

/** Returns the sentences among stored details: their English texts and their phrases, by the names of the details. */
export function textsOfStored(details: Readonly<Record<string, unknown>>) {
  const phrasesByName = Object.entries(details).flatMap(([name, value]) => {
    const phrase = typeof value === 'string' ? phraseOf(value) : undefined
    return phrase ? [[name, phrase] as const] : []
  })
  return {
    texts: Object.fromEntries(phrasesByName.map(([name, phrase]) => [name, writePhrase(phrase)])),
    textsPhrases: Object.fromEntries(phrasesByName),
  }
}

/** Returns the English text of a phrase, or a person's text unchanged. */
export const englishText = (text: TextOrPhrase): string => (typeof text === 'string' ? text : writePhrase(text))

/** Returns a stored text as a value for a sentence's placeholder. */
export const valueOfStored = (stored: string): TextOrPhrase => phraseOf(stored) ?? stored

const phraseByCode = /^@(\w+)(?: (\{.*\}))?$/

function phraseOf(stored: string): PhraseValue | undefined {
  const [, code = '', values] = phraseByCode.exec(stored) ?? []
  if (!Object.hasOwn(phrases, code)) return undefined
  const phrase = code as PhraseValue['phrase']
  try {
    return values === undefined ? { phrase } : { phrase, values: JSON.parse(values) as SentenceValues }
  } catch {
    return undefined
  }
}
