import type { explorerCalls } from '../../api/calls/payments/explorer.ts'
import { assets, formatScaled } from '../../api/money.ts'
import type { InputOf, OutputOf } from '../../api/call.ts'
import type { Clock } from '../platform/time/clock.ts'
import { Refused } from '../platform/http/refused.ts'
import { ChainAway, type ChainAdapter, type ChainCoin } from './chains/adapter.ts'
import { RpcError } from './chains/rpc.ts'
import { unitScale } from './chains/units.ts'

const maxListed = 100
const transactionsPerPage = 25

type Calls = typeof explorerCalls

/** Dependencies of the explorer: the nodes of the test chains. */
export type ExplorerContext = { clock: Clock; adapters: Record<ChainCoin, ChainAdapter> }

/** `explorer.tx`: returns a transaction of a test chain. Throws `not_found`, `chain_away`. */
export async function showTransaction(
  { adapters }: ExplorerContext,
  { coin, hash }: InputOf<Calls['explorer.tx']>,
): Promise<OutputOf<Calls['explorer.tx']>> {
  const { found, network } = await read(adapters[coin], (chain) => chain.describeTransaction(hash.toLowerCase()))
  if (!found) throw new Refused('not_found', { coin })
  return {
    id: found.hash,
    coin,
    unit: assets[coin].symbol,
    network,
    hash: found.hash,
    state: found.block === null ? 'waiting' : found.succeeded ? 'confirmed' : 'failed',
    block: found.block && {
      height: found.block.height,
      hash: found.block.hash,
      at: found.block.atMs,
      confirmations: found.block.confirmations,
    },
    fee: found.feeUnits === null ? null : amountText(coin, found.feeUnits),
    coinbase: found.coinbase,
    inputs: found.inputs.slice(0, maxListed).map(({ address, amountUnits }) => ({
      address,
      amount: amountUnits === null ? null : amountText(coin, amountUnits),
    })),
    outputs: found.outputs
      .slice(0, maxListed)
      .map(({ key, address, amountUnits }) => ({ id: key, address, amount: amountText(coin, amountUnits) })),
    inputCount: found.inputs.length,
    outputCount: found.outputs.length,
  }
}

/** `explorer.block`: returns a block of a test chain. Throws `not_found`, `chain_away`. */
export async function showBlock(
  { adapters }: ExplorerContext,
  { coin, height, p }: InputOf<Calls['explorer.block']>,
): Promise<OutputOf<Calls['explorer.block']>> {
  const { found, network } = await read(adapters[coin], async (chain) => {
    const [block, tip] = await Promise.all([chain.describeBlock(height, p), chain.tip()])
    return block && { ...block, tipHeight: tip.height }
  })
  if (!found) throw new Refused('not_found', { coin })
  return {
    id: found.hash,
    coin,
    unit: assets[coin].symbol,
    network,
    height: found.height,
    hash: found.hash,
    parentHash: found.parentHash,
    at: found.atMs,
    confirmations: found.confirmations,
    tipHeight: found.tipHeight,
    transactionCount: found.transactionCount,
    pages: Math.max(1, Math.ceil(found.transactionCount / transactionsPerPage)),
    transactions: found.transactions.map(({ hash, paidUnits }) => ({
      id: hash,
      hash,
      amount: amountText(coin, paidUnits),
    })),
  }
}

async function read<Found>(
  chain: ChainAdapter,
  ask: (chain: ChainAdapter) => Promise<Found>,
): Promise<{ found: Found; network: string }> {
  try {
    return { found: await ask(chain), network: chain.network().name }
  } catch (error) {
    if (error instanceof ChainAway || error instanceof RpcError) throw new Refused('chain_away', { coin: chain.coin })
    throw error
  }
}

/** Formats an amount in whole coins without trailing zeros. */
function amountText(coin: ChainCoin, amountUnits: bigint): string {
  return formatScaled(amountUnits, unitScale[coin]).replace(/\.?0+$/, '')
}
