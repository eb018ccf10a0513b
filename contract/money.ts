import { z } from 'zod'
import { amountPattern } from './assets.ts'

export * from './assets.ts'
import { phrases } from './phrases.ts'

const amountSentence = phrases.enter_amount

/**
 * An amount as calls take it: a decimal text, or the JSON number of the same digits. NaN, signs, exponents and more than
 * nine decimals are refused here; the asset's own decimals are checked by `parseAmount`.
 */
export const amountInput = z
  .union([z.string(), z.number()], amountSentence)
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(amountPattern, amountSentence))

/** An amount as calls answer it: a decimal text. */
export const amountOutput = z.string().regex(/^-?\d+(\.\d+)?$/)
