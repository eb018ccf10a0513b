import { calls } from '../calls.ts'
import { outcomes } from './outcomes.ts'
import { phrases } from './phrases.ts'
import { commonRefusals } from './refusals.ts'

/** Returns whether a sentence has words, and not only placeholders. */
export const hasWords = (text: string): boolean => /[a-z]/.test(text.replaceAll(/\{\w+\}/g, ''))

/**
 * Returns the English text of each sentence that a call may return, by the key under which pages find it:
 * `refusal/CODE` and `CALL/CODE`, `outcome/CODE`, `phrase/CODE`.
 */
export function sentencesByKey(): Record<string, string> {
  const ofCalls = Object.values(calls).flatMap(({ name, refusals }) =>
    Object.entries<{ message: string }>(refusals).map(([code, { message }]) => [`${name}/${code}`, message]),
  )
  return Object.fromEntries([
    ...Object.entries(commonRefusals).map(([code, { message }]) => [`refusal/${code}`, message]),
    ...ofCalls,
    ...Object.entries(outcomes).map(([code, text]) => [`outcome/${code}`, text]),
    ...Object.entries(phrases).map(([code, text]) => [`phrase/${code}`, text]),
  ]) as Record<string, string>
}
