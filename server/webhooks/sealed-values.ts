import { sealerOfPurpose, type SealedValues } from '../platform/sealed-values.ts'

/** Purpose of the encryption of signing secrets. */
export const secretsPurpose = 'webhooks secrets'

/** What a secret of an endpoint is bound to. */
export const boundTo = (endpointId: string, which: 'secret' | 'previous'): string => `${endpointId}/${which}`

const column = (name: string, which: 'secret' | 'previous') => ({
  table: 'webhooks.endpoints',
  keys: ['shard', 'id'],
  column: name,
  sealerOf: sealerOfPurpose(secretsPurpose),
  boundTo: ({ id }: Record<string, string>) => boundTo(id!, which),
})

/** What this module keeps encrypted. */
export const webhooksSealed: SealedValues = {
  columns: [column('secret_sealed', 'secret'), column('previous_sealed', 'previous')],
}
