import type { z } from 'zod'
import { phrases } from '../../../api/sentences/phrases.ts'
import type { PhraseCode, PhraseValue } from '../../../api/sentences/sentences.ts'
import { Refused } from './refused.ts'

/** No call accepts more deeply nested input. */
const deepestInput = 6

/**
 * Returns whether a text or field name contains characters that PostgreSQL can't store: U+0000 or half of a surrogate
 * pair.
 */
function holdsUnwritable(input: unknown, depth = 0): boolean {
  if (typeof input === 'string') return input.includes('\0') || !input.isWellFormed()
  if (typeof input !== 'object' || input === null || depth >= deepestInput) return false
  for (const name in input)
    if (holdsUnwritable(name) || holdsUnwritable((input as Record<string, unknown>)[name], depth + 1)) return true
  return false
}

/** Parses input with a schema. Throws `Refused('bad_input')` with one sentence per field. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  if (holdsUnwritable(input)) throw new Refused('bad_input', { detail: { phrase: 'invalid_character' } })
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const fields: Record<string, PhraseValue> = {}
  for (const issue of parsed.error.issues) {
    const name = issue.path.join('.') || 'body'
    fields[name] ??= faultOf(issue, name)
  }
  throw new Refused('bad_input', { detail: Object.values(fields)[0]! }, fields)
}

const codes = new Map(Object.entries<string>(phrases).map(([code, text]) => [text, code as PhraseCode]))

/**
 * Returns the phrase that the schema names, or a general one: the library's own messages are written for programmers.
 */
export function faultOf(issue: z.core.$ZodIssue, name: string): PhraseValue {
  const phrase = codes.get(issue.message)
  if (phrase) return { phrase }
  if (issue.code === 'too_big' && issue.origin === 'string')
    return { phrase: 'at_most_characters', values: { max: Number(issue.maximum) } }
  return { phrase: 'check_field', values: { name } }
}
