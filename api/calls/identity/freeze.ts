import { z } from 'zod'
import { phraseOutput } from '../../sentences/phrase-output.ts'

/** Who froze an account, when and why. `reasonPhrase` is null if an operator wrote the reason. */
export const freezeOutput = z.object({
  by: z.enum(['customer', 'operator']),
  at: z.string(),
  reason: z.string(),
  reasonPhrase: phraseOutput.nullable(),
})
