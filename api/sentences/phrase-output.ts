import { z } from 'zod'

/**
 * Schema of a phrase in a response. If a phrase is in the field `namePhrase`, its English text is in the field `name`.
 */
export const phraseOutput = z.object({ phrase: z.string(), values: z.record(z.string(), z.unknown()).optional() })
