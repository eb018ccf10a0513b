import { writePhrase } from '../../../contract/sentences/sentences.ts'
import { addressForms } from '../chains/bitcoin-network.ts'
import { addressOfKey as bitcoinAddressOf, checkBitcoinAddress } from '../chains/bitcoin-address.ts'
import { addressOfKey as ethereumAddressOf, checkEthereumAddress } from '../chains/ethereum-address.ts'
import { testChainIds } from '../chains/ethereum-network.ts'
import type { BitcoinPlan, EthereumPlan, Plan } from '../chains/plan.ts'
import type { Keys } from './keys.ts'

/** The maximum fee for a transaction, whatever the API process requests. */
const maxBitcoinFeeSat = 5_000_000n
const maxEthereumFeeWei = 10n ** 17n

/**
 * Checks a plan before signing, so that a broken or compromised API process can't send change or sweeps to strangers,
 * burn coins as fees, or use a key on mainnet. Returns the reason for a refusal; `undefined` if the plan is allowed.
 */
export function refusalOf(plan: Plan, keys: Pick<Keys, 'publicKey'>): string | undefined {
  return plan.coin === 'BTC' ? refusalOfBitcoin(plan, keys) : refusalOfEthereum(plan, keys)
}

function refusalOfBitcoin(plan: BitcoinPlan, keys: Pick<Keys, 'publicKey'>): string | undefined {
  const form = addressForms[plan.network]
  if (!form) return 'only test networks are allowed'
  const to = checkBitcoinAddress(plan.to, form)
  if (!to.ok) return writePhrase(to.reason)
  const { change } = plan
  if (
    change &&
    (change.branch !== 'change' ||
      bitcoinAddressOf(keys.publicKey('BTC', change.branch, change.index), form) !== change.address)
  )
    return 'the change does not return to our address'
  if (BigInt(plan.amountUnits) <= 0n) return 'there is nothing to pay'
  const taken = plan.inputs.reduce((sum, input) => sum + BigInt(input.amountUnits), 0n)
  if (taken !== BigInt(plan.amountUnits) + BigInt(plan.feeUnits) + BigInt(change?.amountUnits ?? 0))
    return 'inputs and outputs do not add up'
  if (BigInt(plan.feeUnits) > maxBitcoinFeeSat) return 'the fee is too high'
  const spent = plan.inputs.map((input) => `${input.txid}:${input.vout}`)
  if (new Set(spent).size !== spent.length || spent.join() !== plan.claims.join())
    return 'the claims do not match the inputs'
  return undefined
}

function refusalOfEthereum(plan: EthereumPlan, keys: Pick<Keys, 'publicKey'>): string | undefined {
  if (!testChainIds[plan.chainId]) return 'only test networks are allowed'
  const to = checkEthereumAddress(plan.to)
  if (!to.ok) return writePhrase(to.reason)
  const { from } = plan
  if (ethereumAddressOf(keys.publicKey('ETH', from.branch, from.index)) !== from.address)
    return 'the sender is not one of our addresses'
  const treasury = ethereumAddressOf(keys.publicKey('ETH', 'change', 0))
  if (plan.kind === 'sweep' && to.address !== treasury) return 'sweeps may only go to the treasury'
  if (plan.kind === 'payment' && from.address !== treasury) return 'payments may only come from the treasury'
  if (BigInt(plan.amountUnits) <= 0n) return 'there is nothing to pay'
  const fee = BigInt(plan.gasLimit) * BigInt(plan.maxFeePerGas)
  if (fee > maxEthereumFeeWei || fee !== BigInt(plan.feeUnits)) return 'the fee is too high or does not add up'
  if (plan.claims.join() !== `${from.address}:${plan.nonce}`) return 'the claim does not match the nonce'
  return undefined
}
