import { p2wpkh, Transaction } from '@scure/btc-signer'
import type { Address } from 'viem'
import { addressForms } from '../chains/bitcoin-network.ts'
import { keccak256, privateKeyToAccount, toHex } from '../chains/ethereum-library.ts'
import type { BitcoinPlan, EthereumPlan, Plan, SignedPlan } from '../chains/plan.ts'
import type { Keys } from './keys.ts'

/** Marks the transaction as replaceable by one with a higher fee (BIP 125). */
const replaceable = 0xfffffffd

/**
 * Signs a plan that the policy allowed. Deterministic (RFC 6979): the same plan always gives the same transaction.
 */
export async function signPlan(plan: Plan, keys: Keys): Promise<SignedPlan> {
  return plan.coin === 'BTC' ? signBitcoin(plan, keys) : signEthereum(plan, keys)
}

function signBitcoin(plan: BitcoinPlan, keys: Keys): SignedPlan {
  const form = addressForms[plan.network]
  const transaction = new Transaction()
  for (const { txid, vout, amountUnits, branch, index } of plan.inputs) {
    // The signature covers the amount (BIP 143): a wrong amount makes the transaction invalid instead of burning it
    // as a fee.
    const witnessUtxo = {
      script: p2wpkh(keys.publicKey('BTC', branch, index), form).script,
      amount: BigInt(amountUnits),
    }
    transaction.addInput({ txid, index: vout, sequence: replaceable, witnessUtxo })
  }
  transaction.addOutputAddress(plan.to, BigInt(plan.amountUnits), form)
  if (plan.change) transaction.addOutputAddress(plan.change.address, BigInt(plan.change.amountUnits), form)
  plan.inputs.forEach(({ branch, index }, position) =>
    transaction.signIdx(keys.privateKey('BTC', branch, index), position),
  )
  transaction.finalize()
  return { raw: transaction.hex, txid: transaction.id }
}

async function signEthereum(plan: EthereumPlan, keys: Keys): Promise<SignedPlan> {
  const account = privateKeyToAccount(toHex(keys.privateKey('ETH', plan.from.branch, plan.from.index)))
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: plan.chainId,
    nonce: plan.nonce,
    to: plan.to as Address,
    value: BigInt(plan.amountUnits),
    gas: BigInt(plan.gasLimit),
    maxFeePerGas: BigInt(plan.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(plan.maxPriorityFeePerGas),
  })
  return { raw, txid: keccak256(raw) }
}
