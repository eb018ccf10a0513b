import type { PhraseValue } from '../../../api/sentences/sentences.ts'
import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)
let common: ReadonlySet<string> | undefined

/**
 * Returns the 49,000 most common passwords in published breaches, in lower case. Loads them on first use, so that the
 * server starts faster.
 */
function commonPasswords(): ReadonlySet<string> {
  const { dictionary } = load('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
  common ??= new Set(dictionary['passwords-common'] as string[])
  return common
}

const standIns: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
/** Shorter words are ignored, because they occur inside other words. */
const shortestContextWord = 4

/** Password rules for one kind of account. */
export type PasswordRule = { shortest: number }

/**
 * Returns why a password is too weak, or undefined. Rejects short passwords; the most common ones in published
 * breaches, even with replaced letters or added digits or punctuation; and passwords that consist of little more than
 * `context` (names, addresses, the product's name). Requires no particular character classes. Source: OWASP ASVS 5.0,
 * 6.2.1, 6.2.4, 6.2.5, 6.2.11 and 6.2.12.
 */
export function passwordWeakness(
  pwd: string,
  { shortest }: PasswordRule,
  context: readonly string[],
): PhraseValue | undefined {
  if ([...pwd].length < shortest) return { phrase: 'password_short', values: { shortest } }
  const lower = pwd.toLowerCase()
  if (isCommon(lower)) return { phrase: 'password_common' }
  if (withoutContext(lower, context).length < shortest && withoutContext(lower, context) !== lower) {
    return { phrase: 'password_of_context' }
  }
  return undefined
}

function isCommon(lower: string): boolean {
  if (new Set(lower).size < 3) return true
  const trimmed = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const withoutMarks = lower.replace(/[^\p{L}\p{N}]+$/gu, '')
  const forms = [lower, withoutMarks, trimmed, plainOf(lower), plainOf(withoutMarks), plainOf(trimmed)]
  return forms.some((form) => form.length >= 3 && commonPasswords().has(form))
}

const plainOf = (text: string) => [...text].map((letter) => standIns[letter] ?? letter).join('')

/** Returns the letters and digits that remain after removing every word of the context. */
function withoutContext(lower: string, context: readonly string[]): string {
  const words = context
    .flatMap((text) => [text.toLowerCase(), ...text.toLowerCase().split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length >= shortestContextWord)
  const left = words.sort((a, b) => b.length - a.length).reduce((rest, word) => rest.replaceAll(word, ''), lower)
  return left === lower ? lower : left.replace(/[^\p{L}\p{N}]/gu, '')
}
