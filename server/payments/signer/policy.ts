import { writePhrase } from '../../../api/sentences/sentences.ts'
import { addressForms } from '../chains/bitcoin-network.ts'
import { addressOfKey as bitcoinAddressOf, checkBitcoinAddress } from '../chains/bitcoin-address.ts'
import { addressOfKey as ethereumAddressOf, checkEthereumAddress } from '../chains/ethereum-address.ts'
import { testChainIds } from '../chains/ethereum-network.ts'
import type { BitcoinDraft, EthereumDraft, Draft } from '../chains/draft.ts'
import type { Keys } from './keys.ts'

/** The maximum fee for a transaction, whatever the API process requests. */
const maxBitcoinFeeSat = 5_000_000n
const maxEthereumFeeWei = 10n ** 17n

/**
 * Checks a draft before signing, so that a broken or compromised API process can't send change or sweeps to strangers,
 * burn coins as fees, or use a key on mainnet. Returns the reason for a refusal; `undefined` if the draft is allowed.
 */
export function refusalOf(draft: Draft, keys: Pick<Keys, 'publicKey'>): string | undefined {
  return draft.coin === 'BTC' ? refusalOfBitcoin(draft, keys) : refusalOfEthereum(draft, keys)
}

function refusalOfBitcoin(draft: BitcoinDraft, keys: Pick<Keys, 'publicKey'>): string | undefined {
  const form = addressForms[draft.network]
  if (!form) return 'only test networks are allowed'
  const to = checkBitcoinAddress(draft.to, form)
  if (!to.ok) return writePhrase(to.reason)
  const { change } = draft
  if (
    change &&
    (change.branch !== 'change' ||
      bitcoinAddressOf(keys.publicKey('BTC', change.branch, change.index), form) !== change.address)
  )
    return 'the change does not return to our address'
  if (BigInt(draft.amountUnits) <= 0n) return 'there is nothing to pay'
  const taken = draft.inputs.reduce((sum, input) => sum + BigInt(input.amountUnits), 0n)
  if (taken !== BigInt(draft.amountUnits) + BigInt(draft.feeUnits) + BigInt(change?.amountUnits ?? 0))
    return 'inputs and outputs do not add up'
  if (BigInt(draft.feeUnits) > maxBitcoinFeeSat) return 'the fee is too high'
  const spent = draft.inputs.map((input) => `${input.txid}:${input.vout}`)
  if (new Set(spent).size !== spent.length || spent.join() !== draft.claims.join())
    return 'the claims do not match the inputs'
  return undefined
}

function refusalOfEthereum(draft: EthereumDraft, keys: Pick<Keys, 'publicKey'>): string | undefined {
  if (!testChainIds[draft.chainId]) return 'only test networks are allowed'
  const to = checkEthereumAddress(draft.to)
  if (!to.ok) return writePhrase(to.reason)
  const { from } = draft
  if (ethereumAddressOf(keys.publicKey('ETH', from.branch, from.index)) !== from.address)
    return 'the sender is not one of our addresses'
  const treasury = ethereumAddressOf(keys.publicKey('ETH', 'change', 0))
  if (draft.kind === 'sweep' && to.address !== treasury) return 'sweeps may only go to the treasury'
  if (draft.kind === 'payment' && from.address !== treasury) return 'payments may only come from the treasury'
  if (BigInt(draft.amountUnits) <= 0n) return 'there is nothing to pay'
  const fee = BigInt(draft.gasLimit) * BigInt(draft.maxFeePerGas)
  if (fee > maxEthereumFeeWei || fee !== BigInt(draft.feeUnits)) return 'the fee is too high or does not add up'
  if (draft.claims.join() !== `${from.address}:${draft.nonce}`) return 'the claim does not match the nonce'
  return undefined
}
