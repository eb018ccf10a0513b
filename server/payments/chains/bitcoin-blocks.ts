import type { ChainAdapter, ChainTransaction, Payment } from './adapter.ts'
import { satoshi } from './bitcoin-outputs.ts'
import { RpcError, type Rpc } from './rpc.ts'

type Output = { n: number; value: number; scriptPubKey: { address?: string } }
type Input = {
  coinbase?: string
  txid?: string
  vout?: number
  prevout?: { value: number; scriptPubKey: { address?: string } }
}
type Transaction = {
  txid: string
  vin: Input[]
  vout: Output[]
  fee?: number
  blockhash?: string
  confirmations?: number
}
type Block = {
  hash: string
  height: number
  previousblockhash?: string
  time: number
  confirmations: number
  nTx: number
  tx: Transaction[]
}

const coinbaseConfirmations = 100
const transactionsPerPage = 25
/** Limits on reading the mempool for display: transactions per pass and transactions in memory. */
const readBatchSize = 500
const rememberedTransactions = 20_000
/** The node's error codes for missing data (Bitcoin Core, rpc/protocol.h). */
const outOfRange = -8
const notFound = -5

type Blocks = Pick<ChainAdapter, 'tip' | 'hashAt' | 'getBlock' | 'pending' | 'describeTransaction' | 'describeBlock'>

/** Creates the functions that read the chain from a Bitcoin node. */
export function createBitcoinBlocks(rpc: Rpc): Blocks {
  const hashAt = (height: number) => rpc<string>('getblockhash', [height]).catch(unless(outOfRange))
  const readBlock = async (height: number, verbosity: 2 | 3) => {
    const hash = await hashAt(height)
    return hash === undefined ? undefined : rpc<Block>('getblock', [hash, verbosity])
  }
  return {
    async tip() {
      const { blocks, bestblockhash } = await rpc<{ blocks: number; bestblockhash: string }>('getblockchaininfo')
      return { height: blocks, hash: bestblockhash }
    },
    hashAt,
    async getBlock(height, watched) {
      const block = await readBlock(height, 2)
      return (
        block && { ...pointOf(block), payments: block.tx.flatMap((transaction) => paymentsOf(transaction, watched)) }
      )
    },
    pending: mempoolReader(rpc),
    async describeTransaction(hash) {
      if (!/^[0-9a-f]{64}$/.test(hash)) return undefined
      const transaction = await rpc<Transaction>('getrawtransaction', [hash, 2]).catch(unless(notFound))
      if (!transaction) return undefined
      // A block that is no longer on the main chain has no confirmations: the transaction is back in the mempool or
      // gone.
      const isMined = transaction.blockhash !== undefined && (transaction.confirmations ?? 0) > 0
      const header = isMined
        ? await rpc<{ height: number; time: number; hash: string }>('getblockheader', [transaction.blockhash])
        : undefined
      return describe(
        transaction,
        header
          ? {
              height: header.height,
              hash: header.hash,
              atMs: header.time * 1000,
              confirmations: transaction.confirmations!,
            }
          : null,
      )
    },
    async describeBlock(height, page) {
      const block = await readBlock(height, 2)
      if (!block) return undefined
      const shown = block.tx.slice((page - 1) * transactionsPerPage, page * transactionsPerPage)
      return {
        ...pointOf(block),
        confirmations: block.confirmations,
        transactionCount: block.nTx,
        transactions: shown.map(({ txid, vout }) => ({
          hash: txid,
          paidUnits: vout.reduce((sum, { value }) => sum + satoshi(value), 0n),
        })),
      }
    },
  }
}

/** Returns an error handler that returns `undefined` for the node's error with this code. */
const unless = (code: number) => (error: Error) => {
  if (error instanceof RpcError && error.code === code) return undefined
  throw error
}

const noParent = '0'.repeat(64)
const pointOf = (block: Block) => ({
  height: block.height,
  hash: block.hash,
  parentHash: block.previousblockhash ?? noParent,
  atMs: block.time * 1000,
})

function paymentsOf({ txid, vin, vout }: Transaction, watched?: ReadonlySet<string>): Payment[] {
  const minConfirmations = vin[0]?.coinbase === undefined ? 1 : coinbaseConfirmations
  return vout.flatMap(({ n, value, scriptPubKey: { address } }) =>
    address === undefined || (watched && !watched.has(address)) || value === 0
      ? []
      : [{ key: `${txid}:${n}`, txid, address, amountUnits: satoshi(value), minConfirmations }],
  )
}

/**
 * Returns a function that lists unconfirmed payments. It reads each transaction once and drops it when it is mined or
 * replaced.
 */
function mempoolReader(rpc: Rpc): ChainAdapter['pending'] {
  let seen = new Map<string, Payment[]>()
  return async (watched) => {
    const waiting = await rpc<string[]>('getrawmempool')
    const now = new Map<string, Payment[]>()
    const unread: string[] = []
    for (const txid of waiting.slice(-rememberedTransactions)) {
      const known = seen.get(txid)
      if (known) now.set(txid, known)
      else if (unread.length < readBatchSize) unread.push(txid)
    }
    for (const txid of unread) {
      const transaction = await rpc<Transaction>('getrawtransaction', [txid, 1]).catch(unless(notFound))
      if (transaction) now.set(txid, paymentsOf(transaction))
    }
    seen = now
    return [...now.values()].flat().filter(({ address }) => watched.has(address))
  }
}

function describe({ txid, vin, vout, fee }: Transaction, block: ChainTransaction['block']): ChainTransaction {
  return {
    hash: txid,
    block,
    succeeded: true,
    feeUnits: fee === undefined ? null : satoshi(fee),
    coinbase: vin[0]?.coinbase !== undefined,
    inputs: vin
      .filter(({ coinbase }) => coinbase === undefined)
      .map(({ prevout }) => ({
        address: prevout?.scriptPubKey.address ?? null,
        amountUnits: prevout ? satoshi(prevout.value) : null,
      })),
    outputs: vout.map(({ n, value, scriptPubKey }) => ({
      key: `${txid}:${n}`,
      address: scriptPubKey.address ?? null,
      amountUnits: satoshi(value),
    })),
  }
}
