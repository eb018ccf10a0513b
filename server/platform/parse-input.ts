import type { z } from 'zod'
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

/** Parses with a schema. Throws `Refused('bad_input')` with one sentence per field. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  if (holdsUnwritable(input))
    throw new Refused('bad_input', { detail: 'A text contains an invalid character. Remove it.' })
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) {
    const name = path.join('.') || 'body'
    // The library's own messages are written for programmers.
    fields[name] ??= /^(Invalid|Too|Unrecognized)/.test(message)
      ? `Check the field ${name}: it is missing, too long or of the wrong type.`
      : message
  }
  throw new Refused('bad_input', { detail: Object.values(fields)[0] }, fields)
}
