import { z } from 'zod'
import { type Call, defineCall } from '../../call.ts'

/** The transparency log's key and its newest checkpoint. */
const log = defineCall({
  name: 'log',
  module: 'transparency',
  method: 'GET',
  access: 'public',
  summary:
    'Returns the public key of the transparency log, and the size, root and time of its newest signed checkpoint. ' +
    'Null until the log has one. The checkpoint itself is at `/log/checkpoint`.',
  input: z.object({}),
  output: z
    .object({
      /** As in https://c2sp.org/signed-note: the log's name, the key's ID and the key. */
      key: z.string(),
      /** Number of entries. */
      size: z.number().int(),
      /** Root of the tree, hexadecimal. */
      root: z.string(),
      at: z.iso.datetime(),
    })
    .nullable(),
  refusals: {},
})

export const transparencyCalls = { log } satisfies Record<string, Call>
