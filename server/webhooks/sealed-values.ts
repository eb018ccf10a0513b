import { sealerOfPurpose, type SealedValues } from '../platform/secrets/sealed-values.ts'

/** Key derivation purpose for signing secrets. */
export const secretsPurpose = 'webhooks secrets'

/** Returns the context that an endpoint's encrypted secret is bound to. */
export const boundTo = (endpointId: string, which: 'secret' | 'previous'): string => `${endpointId}/${which}`

const column = (name: string, which: 'secret' | 'previous') => ({
  table: 'webhooks.endpoints',
  keys: ['shard', 'id'],
  column: name,
  sealerOf: sealerOfPurpose(secretsPurpose),
  boundTo: ({ id }: Record<string, string>) => boundTo(id!, which),
})

/** Lists the encrypted values of this module. */
export const webhooksSealed: SealedValues = {
  columns: [column('secret_sealed', 'secret'), column('previous_sealed', 'previous')],
}
