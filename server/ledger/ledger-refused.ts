import type { TransferRefusal } from './codes.ts'

/** A transfer of a `post` was refused. `index` is its place in the input; with `insufficient`, `availableMinor` says what was there. */
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
