import { p2wpkh, Transaction } from '@scure/btc-signer'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { satoshi, spentInMempool, unspentOf } from '../chains/bitcoin-outputs.ts'
import { addressForms } from '../chains/bitcoin-network.ts'
import type { Rpc } from '../chains/rpc.ts'

const form = addressForms.regtest
const coinbaseMaturity = 100
const feePerInputSat = 700n
const feePerOutputSat = 350n

/** Creates the faucet that pays test bitcoin during development, from the block rewards of our own chain. */
export function createBitcoinFaucet(rpc: Rpc, key: Uint8Array) {
  const own = p2wpkh(secp256k1.getPublicKey(key, true), form)
  let turn: Promise<unknown> = Promise.resolve()

  const pay = async (payments: { address: string; amountUnits: bigint }[]): Promise<string> => {
    const wanted = payments.reduce((sum, { amountUnits }) => sum + amountUnits, 0n)
    const transaction = new Transaction()
    let fee = feePerOutputSat * BigInt(payments.length + 1)
    let taken = 0n
    for (const output of await spendable(rpc, own.address)) {
      if (taken >= wanted + fee) break
      transaction.addInput({
        txid: output.txid,
        index: output.vout,
        witnessUtxo: { script: own.script, amount: output.amountUnits },
      })
      taken += output.amountUnits
      fee += feePerInputSat
    }
    if (taken < wanted + fee) throw new Error('the Bitcoin faucet is empty; create more blocks')
    for (const { address, amountUnits } of payments) transaction.addOutputAddress(address, amountUnits, form)
    transaction.addOutputAddress(own.address, taken - wanted - fee, form)
    transaction.sign(key)
    transaction.finalize()
    return rpc<string>('sendrawtransaction', [transaction.hex, 0])
  }

  return {
    address: own.address,
    /** Sends payments one at a time, so that no two use the same output. */
    pay(payments: { address: string; amountUnits: bigint }[]): Promise<string> {
      const paid = turn.then(() => pay(payments))
      turn = paid.catch(() => {})
      return paid
    },
  }
}

/** Blocks rarely arrive between two reads. After this many attempts, the last read is used anyway. */
const mostReads = 5

/**
 * Returns the outputs that the faucet can spend in the next block, largest first. Reads again if a block arrived
 * meanwhile: an output that was spent in it is still in the list, but its spender is no longer in the mempool.
 */
async function spendable(rpc: Rpc, address: string) {
  for (let read = 1; ; read++) {
    const { height, outputs } = await unspentOf(rpc, [`addr(${address})`])
    const mature = outputs.filter((output) => !output.coinbase || height + 1 - output.height >= coinbaseMaturity)
    mature.sort((left, right) => Number(right.amountUnits - left.amountUnits))
    const candidates = mature.slice(0, 200)
    const spent = await spentInMempool(rpc, candidates)
    if (read < mostReads && (await rpc<number>('getblockcount', [])) !== height) continue
    return candidates.filter(
      (output) => !spent.has(`${output.txid}:${output.vout}`) && output.amountUnits > satoshi(0.0001),
    )
  }
}
