import { t } from '@lingui/core/macro'

export type Strength = { score: 0 | 1 | 2 | 3 | 4; words: string }

const common = /(?:password|passwort|qwert|asdf|letmein|welcome|iloveyou|admin|abc123|monkey|dragon)/i
const wordsOf = (score: Strength['score']) =>
  [t`Too short: at least 8 characters`, t`Weak: easy to guess`, t`Fair: longer is better`, t`Good`, t`Strong`][score]!

/**
 * Rates a password while the user types it; the server decides. Length counts most. Repetition, runs such as 1234 or
 * abcd, well-known words and the person's own name or email address lower the score.
 */
export function passwordStrength(password: string, own: readonly string[] = []): Strength {
  if (password.length < 8) return { score: 0, words: wordsOf(0) }
  const lower = password.toLowerCase()
  const distinct = new Set(lower).size
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  let points = Math.min(4, (password.length - 4) / 4) + (kinds - 1) * 0.5
  if (distinct < Math.min(8, password.length / 2)) points -= 1.5
  if (hasRun(lower)) points -= 1
  if (common.test(password)) points -= 2
  if (own.some((text) => text.length > 2 && lower.includes(text.toLowerCase()))) points -= 2
  const score = Math.min(4, Math.max(1, Math.round(points))) as Strength['score']
  return { score, words: wordsOf(score) }
}

/** Returns whether text contains four consecutive characters in ascending or descending order. */
function hasRun(text: string): boolean {
  for (let at = 0; at + 4 <= text.length; at++) {
    const steps = [1, 2, 3].map((offset) => text.charCodeAt(at + offset) - text.charCodeAt(at + offset - 1))
    if (steps.every((step) => step === steps[0]) && Math.abs(steps[0]!) === 1) return true
  }
  return false
}
