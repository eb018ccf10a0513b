import { ChainAway } from './adapter.ts'
import { RpcError, type Rpc } from './rpc.ts'

export type UnspentOutput = {
  txid: string
  vout: number
  amountUnits: bigint
  script: string
  coinbase: boolean
  height: number
  /** Path below the descriptor's key, such as `0/5`; empty for a plain address. */ path: string
}

/**
 * Converts an RPC amount to satoshi. Bitcoin's RPC writes floating-point numbers with 8 decimals; below 2^53 satoshi,
 * rounding is exact.
 */
export function satoshi(amount: number): bigint {
  return BigInt(Math.round(amount * 100_000_000))
}

/** A descriptor whose addresses are counted from 0 (Bitcoin Core, doc/descriptors.md). */
export type Descriptor = string | { desc: string; range: number }

type Scan = {
  success: boolean
  height: number
  bestblock: string
  unspents: {
    txid: string
    vout: number
    scriptPubKey: string
    desc: string
    amount: number
    coinbase: boolean
    height: number
  }[]
}

const scans = new WeakMap<Rpc, Promise<unknown>>()

/** Returns whether the node refused because it is running another scan (Bitcoin Core, RPC_INVALID_PARAMETER). */
const isBusy = (error: unknown) =>
  error instanceof RpcError && error.code === -8 && error.message.includes('already in progress')
const retryEveryMs = 50
const maxRetries = 400

/**
 * Runs a scan after any scan in progress has ended: another process may be using the node, or the node may still be
 * running a call that timed out here.
 */
async function scanInTurn(rpc: Rpc, descriptors: Descriptor[]): Promise<Scan> {
  for (let turn = 0; turn < maxRetries; turn += 1) {
    try {
      return await rpc<Scan>('scantxoutset', ['start', descriptors])
    } catch (error) {
      if (!isBusy(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, retryEveryMs))
    }
  }
  throw new ChainAway('BTC', 'the node is busy with another scan')
}

/**
 * Returns the confirmed unspent outputs of the descriptors as of the block `height`, `hash`. The node runs one scan at
 * a time, so scans are queued.
 */
export async function unspentOf(
  rpc: Rpc,
  descriptors: Descriptor[],
): Promise<{ height: number; hash: string; outputs: UnspentOutput[] }> {
  const scan = (scans.get(rpc) ?? Promise.resolve()).then(() => scanInTurn(rpc, descriptors))
  scans.set(
    rpc,
    scan.catch(() => {}),
  )
  const { height, bestblock, unspents } = await scan
  const outputs = unspents.map((one) => ({
    txid: one.txid,
    vout: one.vout,
    amountUnits: satoshi(one.amount),
    script: one.scriptPubKey,
    coinbase: one.coinbase,
    height: one.height,
    path: /^\w+\(\[[0-9a-f]{8}\/([0-9/]+)\]/.exec(one.desc)?.[1] ?? '',
  }))
  return { height, hash: bestblock, outputs }
}

/** Returns the outputs, as `txid:vout`, that a transaction in the mempool spends. */
export async function spentInMempool(rpc: Rpc, outputs: { txid: string; vout: number }[]): Promise<Set<string>> {
  if (outputs.length === 0) return new Set()
  const answers = await rpc<{ txid: string; vout: number; spendingtxid?: string }[]>('gettxspendingprevout', [
    outputs.map(({ txid, vout }) => ({ txid, vout })),
  ])
  return new Set(answers.filter((one) => one.spendingtxid).map((one) => `${one.txid}:${one.vout}`))
}
