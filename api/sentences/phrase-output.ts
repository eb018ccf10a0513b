import { z } from 'zod'

/**
 * Schema of a phrase in a response. If a phrase is in the field `namePhrase`, its English text is in the field `name`.
 */
export const phraseOutput = z.object({ phrase: z.string(), values: z.record(z.string(), z.unknown()).optional() })

/** Schema of the sentences among details stored by code. Both records are keyed by the names of the details. */
export const storedTextsOutput = {
  texts: z.record(z.string(), z.string()),
  textsPhrases: z.record(z.string(), phraseOutput),
}
