import type { Address } from 'viem'
import { ChainAway } from './adapter.ts'
import { RpcError, type Rpc } from './rpc.ts'

/**
 * A payment that a contract made within a transaction. `path` lists the positions of the calls that lead to it,
 * starting with `0` for the transaction itself.
 */
export type ContractPayment = { txid: string; path: string; to: Address; amountUnits: bigint }

/** A call in the format of the `callTracer` tracer. A failed call reverts its payments and those within it. */
type Frame = { type: string; to?: Address; value?: string; error?: string; calls?: Frame[] }
type Traced = { txHash?: string; result?: Frame; error?: string }
/** The same data in the older format of `trace_block`: `traceAddress` is the path. */
type FlatTrace = {
  type: string
  transactionHash?: string
  traceAddress: number[]
  error?: string
  action: { to?: Address; value?: string; callType?: string; refundAddress?: Address; balance?: string }
  result?: { address?: Address } | null
}

/** Calls that transfer ether to another account. The others run another contract's code in the caller's context. */
const payingCalls = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])

/**
 * Returns the payments that contracts made in a block, which can't be seen from the transactions' recipients. Returns
 * none if the node offers no traces; the comparison with `reserves` then reveals such payments. Throws `ChainAway` if a
 * node that offers traces fails, so that the request is retried.
 */
export async function contractPayments(rpc: Rpc, blockHash: string, blockNumber: string): Promise<ContractPayment[]> {
  const traced = await ask<Traced[]>(rpc, 'debug_traceBlockByNumber', [blockNumber, { tracer: 'callTracer' }])
  if (traced && traced.every(({ error, result, txHash }) => !error && result && txHash)) {
    await requireSameBlock(rpc, blockHash, blockNumber)
    return traced.flatMap(({ txHash, result }) => childPayments(txHash!, result!, '0'))
  }
  // A restarted node may have lost the states that tracing needs but still have older traces.
  const flat = await ask<FlatTrace[]>(rpc, 'trace_block', [blockNumber])
  if (flat) {
    await requireSameBlock(rpc, blockHash, blockNumber)
    return flatPayments(flat)
  }
  if (traced) throw new ChainAway('ETH', 'the node cannot trace a block now')
  return []
}

async function ask<Answer>(rpc: Rpc, method: string, params: unknown[]): Promise<Answer | undefined> {
  try {
    return await rpc<Answer>(method, params)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const isUnknown =
      error.code === -32601 ||
      error.code === -32600 ||
      /not (found|supported|available|exist|allowed|whitelisted)|unknown|unsupported|disabled/i.test(error.message)
    if (isUnknown) return undefined
    throw new ChainAway('ETH', 'the node cannot trace a block now')
  }
}

async function requireSameBlock(rpc: Rpc, hash: string, number: string): Promise<void> {
  const block = await rpc<{ hash: string } | null>('eth_getBlockByNumber', [number, false])
  if (block?.hash !== hash) throw new ChainAway('ETH', 'the block was replaced while it was being read')
}

function childPayments(txid: string, frame: Frame, path: string): ContractPayment[] {
  if (frame.error) return []
  return (frame.calls ?? []).flatMap((call, position) => {
    if (call.error) return []
    const own = `${path}.${position}`
    const amountUnits = BigInt(call.value ?? 0)
    const paid =
      payingCalls.has(call.type) && call.to && amountUnits > 0n ? [{ txid, path: own, to: call.to, amountUnits }] : []
    return [...paid, ...childPayments(txid, call, own)]
  })
}

function flatPayments(traces: FlatTrace[]): ContractPayment[] {
  const failed = traces
    .filter(({ error }) => error)
    .map(({ transactionHash, traceAddress }) => pathOf(transactionHash, traceAddress))
  return traces.flatMap(({ type, transactionHash, traceAddress, action, result }) => {
    if (!transactionHash || traceAddress.length === 0) return []
    const path = pathOf(transactionHash, traceAddress)
    if (failed.some((dead) => path === dead || path.startsWith(`${dead}.`))) return []
    const to =
      type === 'suicide'
        ? action.refundAddress
        : type === 'create'
          ? result?.address
          : action.callType === 'call'
            ? action.to
            : undefined
    const amountUnits = BigInt((type === 'suicide' ? action.balance : action.value) ?? 0)
    return to && amountUnits > 0n
      ? [{ txid: transactionHash, path: path.slice(transactionHash.length + 1), to, amountUnits }]
      : []
  })
}

const pathOf = (txid: string | undefined, traceAddress: number[]) => [`${txid}:0`, ...traceAddress].join('.')
