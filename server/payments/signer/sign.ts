import { p2wpkh, Transaction } from '@scure/btc-signer'
import type { Address } from 'viem'
import { addressForms } from '../chains/bitcoin-network.ts'
import { keccak256, privateKeyToAccount, toHex } from '../chains/ethereum-library.ts'
import type { BitcoinDraft, EthereumDraft, Draft, SignedDraft } from '../chains/draft.ts'
import type { Keys } from './keys.ts'

/** Marks the transaction as replaceable by one with a higher fee (BIP 125). */
const replaceable = 0xfffffffd

/**
 * Signs a draft that the policy allowed. Deterministic (RFC 6979): the same draft always gives the same transaction.
 */
export async function signDraft(draft: Draft, keys: Keys): Promise<SignedDraft> {
  return draft.coin === 'BTC' ? signBitcoin(draft, keys) : signEthereum(draft, keys)
}

function signBitcoin(draft: BitcoinDraft, keys: Keys): SignedDraft {
  const form = addressForms[draft.network]
  const transaction = new Transaction()
  for (const { txid, vout, amountUnits, branch, index } of draft.inputs) {
    // The signature covers the amount (BIP 143): a wrong amount makes the transaction invalid instead of burning it
    // as a fee.
    const witnessUtxo = {
      script: p2wpkh(keys.publicKey('BTC', branch, index), form).script,
      amount: BigInt(amountUnits),
    }
    transaction.addInput({ txid, index: vout, sequence: replaceable, witnessUtxo })
  }
  transaction.addOutputAddress(draft.to, BigInt(draft.amountUnits), form)
  if (draft.change) transaction.addOutputAddress(draft.change.address, BigInt(draft.change.amountUnits), form)
  draft.inputs.forEach(({ branch, index }, position) =>
    transaction.signIdx(keys.privateKey('BTC', branch, index), position),
  )
  transaction.finalize()
  return { raw: transaction.hex, txid: transaction.id }
}

async function signEthereum(draft: EthereumDraft, keys: Keys): Promise<SignedDraft> {
  const account = privateKeyToAccount(toHex(keys.privateKey('ETH', draft.from.branch, draft.from.index)))
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: draft.chainId,
    nonce: draft.nonce,
    to: draft.to as Address,
    value: BigInt(draft.amountUnits),
    gas: BigInt(draft.gasLimit),
    maxFeePerGas: BigInt(draft.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(draft.maxPriorityFeePerGas),
  })
  return { raw, txid: keccak256(raw) }
}
