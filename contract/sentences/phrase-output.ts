import { z } from 'zod'

/** Schema of a phrase in a response, by code. The English text of the field `namePhrase` is in the field `name`. */
export const phraseOutput = z.object({ phrase: z.string(), values: z.record(z.string(), z.unknown()).optional() })
