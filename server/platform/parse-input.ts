import type { z } from 'zod'
import { Refused } from './refused.ts'

/** No call takes anything that is nested deeper. */
const deepestInput = 6

/** Whether a text in it, or the name of a field, holds what PostgreSQL cannot store: U+0000 or half of a surrogate pair. */
function holdsUnwritable(input: unknown, depth = 0): boolean {
  if (typeof input === 'string') return input.includes('\0') || !input.isWellFormed()
  if (typeof input !== 'object' || input === null || depth >= deepestInput) return false
  for (const name in input)
    if (holdsUnwritable(name) || holdsUnwritable((input as Record<string, unknown>)[name], depth + 1)) return true
  return false
}

/** Parses with a schema; throws `Refused('bad_input')` with one sentence per field. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  if (holdsUnwritable(input))
    throw new Refused('bad_input', { detail: 'A text holds a character that cannot be written.' })
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) {
    const name = path.join('.') || 'body'
    // The library's own words are for programmers.
    fields[name] ??= /^(Invalid|Too|Unrecognized)/.test(message)
      ? `Check the field ${name}: it is missing, too long or not of the right kind.`
      : message
  }
  throw new Refused('bad_input', { detail: Object.values(fields)[0] }, fields)
}
