import type { SealedValues } from '../platform/sealed-values.ts'
import { createSeedSealer } from './simulator/sealed-seed.ts'

/** What this module keeps encrypted. */
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
