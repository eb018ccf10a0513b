import type { Address } from 'viem'
import { getAddress, toHex } from './ethereum-library.ts'
import { ChainAway, type ChainAdapter, type ChainBlock, type ChainTransaction, type Payment } from './adapter.ts'
import { contractPayments } from './ethereum-traces.ts'
import { RpcError, type Rpc } from './rpc.ts'

type RpcTransaction = {
  hash: string
  from: Address
  to: Address | null
  value: string
  blockNumber: string | null
  blockHash: string | null
}
type RpcBlock = { hash: string; parentHash: string; number: string; timestamp: string; transactions: RpcTransaction[] }
type TransactionReceipt = {
  transactionHash: string
  status: string
  blockHash: string
  gasUsed: string
  effectiveGasPrice: string
  contractAddress: Address | null
}

const transactionsPerPage = 25
/** A transaction that used more gas ran code, which may have made payments. */
const plainGas = 21_000n

type Blocks = Pick<ChainAdapter, 'tip' | 'hashAt' | 'getBlock' | 'pending' | 'describeTransaction' | 'describeBlock'>

/** Creates the functions that read the chain from an Ethereum node. */
export function createEthereumBlocks(rpc: Rpc): Blocks {
  const readBlock = (height: number, full: boolean) =>
    rpc<RpcBlock | null>('eth_getBlockByNumber', [toHex(height), full])
  const tip = async () => {
    const block = await rpc<RpcBlock>('eth_getBlockByNumber', ['latest', false])
    return { height: Number(block.number), hash: block.hash }
  }
  const getBlock = async (height: number, watched?: ReadonlySet<string>): Promise<ChainBlock | undefined> => {
    const block = await readBlock(height, true)
    if (!block) return undefined
    const payments = block.transactions.length === 0 ? [] : await paymentsIn(rpc, block)
    return { ...pointOf(block), payments: watched ? payments.filter(({ address }) => watched.has(address)) : payments }
  }
  return {
    tip,
    hashAt: async (height) => (await readBlock(height, false))?.hash,
    getBlock,
    async pending(watched) {
      const block = await rpc<RpcBlock | null>('eth_getBlockByNumber', ['pending', true])
      return (block?.transactions ?? [])
        .flatMap((transaction) => directPayment(transaction))
        .filter(({ address }) => watched.has(address))
    },
    async describeTransaction(hash) {
      if (!/^0x[0-9a-f]{64}$/i.test(hash)) return undefined
      const transaction = await rpc<RpcTransaction | null>('eth_getTransactionByHash', [hash.toLowerCase()])
      if (!transaction) return undefined
      const receipt = await rpc<TransactionReceipt | null>('eth_getTransactionReceipt', [transaction.hash])
      const block = receipt && (await getBlock(Number(transaction.blockNumber)))
      if (!receipt || block?.hash !== receipt.blockHash)
        return describe(transaction, null, null, directPayment(transaction))
      const confirmations = (await tip()).height - block.height + 1
      return describe(
        transaction,
        receipt,
        { height: block.height, hash: block.hash, atMs: block.atMs, confirmations },
        block.payments.filter(({ txid }) => txid === transaction.hash),
      )
    },
    async describeBlock(height, page) {
      const block = await readBlock(height, true)
      if (!block) return undefined
      const shown = block.transactions.slice((page - 1) * transactionsPerPage, page * transactionsPerPage)
      return {
        ...pointOf(block),
        confirmations: (await tip()).height - height + 1,
        transactionCount: block.transactions.length,
        transactions: shown.map(({ hash, value }) => ({ hash, paidUnits: BigInt(value) })),
      }
    },
  }
}

const pointOf = (block: RpcBlock) => ({
  height: Number(block.number),
  hash: block.hash,
  parentHash: block.parentHash,
  atMs: Number(block.timestamp) * 1000,
})

const payment = (txid: string, path: string, to: Address, amountUnits: bigint): Payment => ({
  key: `${txid}:${path}`,
  txid,
  address: getAddress(to),
  amountUnits,
  minConfirmations: 1,
})

/** Returns the payment that the transaction itself makes; its path is `0`. */
const directPayment = ({ hash, to, value }: RpcTransaction): Payment[] =>
  to && BigInt(value) > 0n ? [payment(hash, '0', to, BigInt(value))] : []

/** Returns every payment in a block: those made by successful transactions and by the contracts that these ran. */
async function paymentsIn(rpc: Rpc, block: RpcBlock): Promise<Payment[]> {
  const receipts = await transactionReceiptsOf(rpc, block)
  // The node may have switched to another block at this height between the two requests.
  if (receipts.some(({ blockHash }) => blockHash !== block.hash))
    throw new ChainAway('ETH', 'the block was replaced while it was being read')
  const succeeded = new Map(
    receipts.filter(({ status }) => status === '0x1').map((receipt) => [receipt.transactionHash, receipt]),
  )
  const ranCode = [...succeeded.values()].some(({ gasUsed }) => BigInt(gasUsed) > plainGas)
  const inside = ranCode ? await contractPayments(rpc, block.hash, block.number) : []
  const direct = block.transactions.filter(({ hash }) => succeeded.has(hash)).flatMap(directPayment)
  return [
    ...direct,
    ...inside
      .filter(({ txid }) => succeeded.has(txid))
      .map(({ txid, path, to, amountUnits }) => payment(txid, path, to, amountUnits)),
  ]
}

async function transactionReceiptsOf(rpc: Rpc, block: RpcBlock): Promise<TransactionReceipt[]> {
  try {
    return await rpc<TransactionReceipt[]>('eth_getBlockReceipts', [block.number])
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    // Older nodes return receipts one at a time.
    const receipts = await Promise.all(
      block.transactions.map(({ hash }) => rpc<TransactionReceipt | null>('eth_getTransactionReceipt', [hash])),
    )
    if (receipts.some((receipt) => receipt === null))
      throw new ChainAway('ETH', 'the block was replaced while it was being read')
    return receipts as TransactionReceipt[]
  }
}

function describe(
  transaction: RpcTransaction,
  receipt: TransactionReceipt | null,
  block: ChainTransaction['block'],
  payments: Payment[],
): ChainTransaction {
  const amountUnits = BigInt(transaction.value)
  return {
    hash: transaction.hash,
    block,
    succeeded: receipt === null || receipt.status === '0x1',
    feeUnits: receipt && BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice),
    coinbase: false,
    inputs: [{ address: getAddress(transaction.from), amountUnits }],
    outputs: payments.map(({ key, address, amountUnits: paid }) => ({ key, address, amountUnits: paid })),
  }
}
