import type { TransactionSerialized } from 'viem'
import { parseTransaction, recoverTransactionAddress, toHex } from './ethereum-library.ts'
import type { TxState } from './adapter.ts'
import type { Rpc } from './rpc.ts'

type TransactionReceipt = {
  status: string
  blockNumber: string
  blockHash: string
  gasUsed: string
  effectiveGasPrice: string
}
type RpcBlock = { hash: string; transactions: { hash: string; from: string; nonce: string }[] }

/**
 * Number of blocks searched for a conflicting transaction. A conflict that isn't found there is deeper than any rule
 * requires.
 */
const searchedBlocks = 256

/** Returns a transaction's state. With `raw`, also detects whether another transaction used its nonce. */
export async function ethereumTxState(rpc: Rpc, txid: string, raw?: string): Promise<TxState> {
  const receipt = await rpc<TransactionReceipt | null>('eth_getTransactionReceipt', [txid])
  const tip = Number(await rpc<string>('eth_blockNumber'))
  if (receipt) {
    const height = Number(receipt.blockNumber)
    // The node may still return receipts from blocks that are no longer on the main chain.
    const block = await rpc<{ hash: string } | null>('eth_getBlockByNumber', [receipt.blockNumber, false])
    if (block?.hash === receipt.blockHash && height <= tip) {
      const feeUnits = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
      return {
        state: 'confirmed',
        height,
        hash: receipt.blockHash,
        confirmations: tip - height + 1,
        succeeded: receipt.status === '0x1',
        feeUnits,
      }
    }
  }
  const transaction = await rpc<{ blockHash: string | null } | null>('eth_getTransactionByHash', [txid])
  if (transaction && (transaction.blockHash === null || !receipt)) return { state: 'pending' }
  return raw === undefined ? { state: 'unknown' } : conflictOf(rpc, txid, raw as TransactionSerialized, tip)
}

async function conflictOf(rpc: Rpc, txid: string, raw: TransactionSerialized, tip: number): Promise<TxState> {
  const from = (await recoverTransactionAddress({ serializedTransaction: raw })).toLowerCase()
  const nonce = parseTransaction(raw).nonce ?? 0
  const used = Number(await rpc<string>('eth_getTransactionCount', [from, 'latest']))
  if (used <= nonce) return { state: 'unknown' }
  for (let depth = 1; depth <= Math.min(searchedBlocks, tip); depth += 1) {
    const block = await rpc<RpcBlock>('eth_getBlockByNumber', [toHex(tip - depth + 1), true])
    const user = block.transactions.find((one) => one.from.toLowerCase() === from && Number(one.nonce) === nonce)
    // Our transaction may have been mined in the meantime.
    if (user) return user.hash === txid ? { state: 'pending' } : { state: 'conflicted', confirmations: depth }
  }
  return { state: 'conflicted', confirmations: searchedBlocks }
}
