import type { TransferRefusal } from './codes.ts'

/**
 * Thrown by `post` for a refused transfer. `index` is its place in the input; for `insufficient`, `availableMinor` is
 * the available balance.
 */
export class LedgerRefused extends Error {
  readonly code: TransferRefusal
  readonly index: number
  readonly availableMinor: bigint | undefined
  constructor(code: TransferRefusal, index: number, availableMinor?: bigint) {
    super(`transfer ${index} refused: ${code}`)
    this.code = code
    this.index = index
    this.availableMinor = availableMinor
  }
}
