import { z } from 'zod'
import { amountPattern } from './assets.ts'

export * from './assets.ts'
import { phrases } from './sentences/phrases.ts'

const amountSentence = phrases.enter_amount

/**
 * An amount in a request: decimal text, or a JSON number with the same digits. NaN, signs, exponents and more than nine
 * decimals are refused here; `parseAmount` checks the asset's own decimals.
 */
export const amountInput = z
  .union([z.string(), z.number()], amountSentence)
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(amountPattern, amountSentence))

/** An amount in a response: decimal text. */
export const amountOutput = z.string().regex(/^-?\d+(\.\d+)?$/)
