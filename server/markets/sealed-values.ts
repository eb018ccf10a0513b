import type { SealedValues } from '../platform/secrets/sealed-values.ts'
import { createSeedSealer } from './simulator/sealed-seed.ts'

/** The encrypted columns of this module. */
export const marketsSealed: SealedValues = {
  columns: [
    {
      table: 'markets.seed_chains',
      keys: ['id'],
      bindings: ['root'],
      column: 'sealed_last_seed',
      sealerOf: createSeedSealer,
      boundTo: ({ root }) => root!,
    },
  ],
}
