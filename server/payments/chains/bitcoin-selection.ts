import { ChainRefused } from './adapter.ts'
import type { ChainAddress } from './address.ts'
import type { BitcoinDraft } from './draft.ts'

/**
 * Sizes of a transaction and its parts in virtual bytes (BIP 141). Inputs and change pay to a witness public key hash.
 */
const overheadVbytes = 11n
const inputVbytes = 68n
const changeVbytes = 31n
const outputVbytes = (script: Uint8Array) => 9n + BigInt(script.length)

/** Change below this amount is added to the fee, because spending it would cost as much. */
const smallestChangeSat = 1_000n
/** Nodes don't relay payments below this amount (Bitcoin Core's dust limit for the oldest address type). */
const smallestPaymentSat = 546n
const maxFeeSat = 5_000_000n
const maxInputs = 400

export type SpendableInput = BitcoinDraft['inputs'][number]

const bitcoinFee = (rateUnits: bigint, vbytes: bigint) => (rateUnits * vbytes + 999n) / 1_000n

/** Returns the fee for a payment with one input and change. */
export const typicalBitcoinFee = (rateUnits: bigint) =>
  bitcoinFee(rateUnits, overheadVbytes + inputVbytes + 31n + changeVbytes)

/**
 * Selects inputs, largest first, until they cover the amount and the fee, and returns the draft with its change.
 * `rateUnits`: satoshi per 1,000 virtual bytes. Throws `ChainRefused`. Does no I/O.
 */
export function selectInputs(wanted: {
  to: string
  script: Uint8Array
  amountUnits: bigint
  change: ChainAddress
  inputs: SpendableInput[]
  rateUnits: bigint
  network: BitcoinDraft['network']
}): BitcoinDraft {
  const { amountUnits, rateUnits, change } = wanted
  if (amountUnits < smallestPaymentSat)
    throw new ChainRefused('too_small', `the network does not relay payments below ${smallestPaymentSat} satoshi`)
  const sorted = [...wanted.inputs].sort((left, right) =>
    BigInt(right.amountUnits) > BigInt(left.amountUnits) ? 1 : -1,
  )
  const inputs: SpendableInput[] = []
  let taken = 0n
  let vbytes = overheadVbytes + outputVbytes(wanted.script)
  for (const input of sorted) {
    if (taken >= amountUnits + bitcoinFee(rateUnits, vbytes) || inputs.length === maxInputs) break
    inputs.push(input)
    taken += BigInt(input.amountUnits)
    vbytes += inputVbytes
  }
  const without = bitcoinFee(rateUnits, vbytes)
  if (taken < amountUnits + without)
    throw new ChainRefused('not_enough', 'the treasury does not have enough confirmed coins')
  const left = taken - amountUnits - bitcoinFee(rateUnits, vbytes + changeVbytes)
  const hasChange = left >= smallestChangeSat
  const feeUnits = hasChange ? bitcoinFee(rateUnits, vbytes + changeVbytes) : taken - amountUnits
  if (feeUnits > maxFeeSat) throw new ChainRefused('fee_too_high', `the fee would be ${feeUnits} satoshi`)
  return {
    coin: 'BTC',
    network: wanted.network,
    kind: 'payment',
    to: wanted.to,
    amountUnits: String(amountUnits),
    feeUnits: String(feeUnits),
    claims: inputs.map(({ txid, vout }) => `${txid}:${vout}`),
    inputs,
    change: hasChange
      ? { address: change.address, branch: change.branch, index: change.index, amountUnits: String(left) }
      : null,
  }
}

/**
 * Returns the draft with a fee at least a quarter higher. Nodes accept a replacement that pays at least one satoshi
 * more per virtual byte (BIP 125).
 */
export function bumpedDraft(draft: BitcoinDraft, script: Uint8Array, rateUnits: bigint): BitcoinDraft {
  const vbytes = overheadVbytes + inputVbytes * BigInt(draft.inputs.length) + outputVbytes(script) + changeVbytes
  const before = BigInt(draft.feeUnits)
  const least = before + vbytes + before / 4n
  const requested = bitcoinFee(rateUnits, vbytes)
  const fee = requested > least ? requested : least
  const left = BigInt(draft.change?.amountUnits ?? 0) - (fee - before)
  if (!draft.change || left < smallestChangeSat)
    throw new ChainRefused('cannot_bump', 'the change does not cover a higher fee')
  if (fee > maxFeeSat) throw new ChainRefused('fee_too_high', `the fee would be ${fee} satoshi`)
  return { ...draft, feeUnits: String(fee), change: { ...draft.change, amountUnits: String(left) } }
}
