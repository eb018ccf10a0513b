import { invariant } from '../platform/refused.ts'
import { hashRateWords, miningAlgorithms, minedCoins, type MinedCoin } from '../../contract/mining-coins.ts'
import type { DatacenterId } from '../../contract/mining.ts'

/**
 * The simulated datacenters of the practice pool. Fee and rejected share are what the formula uses; a contract keeps those of its
 * beginning. Source: docs/spec/truth.md section 2, last row of the table.
 */
export const datacenters = [
  { id: 'iceland', name: 'Practice datacenter North', country: 'Iceland', feeBps: 200, rejectedBps: 45 },
  { id: 'sweden', name: 'Practice datacenter East', country: 'Sweden', feeBps: 175, rejectedBps: 80 },
] as const satisfies readonly { id: DatacenterId; [rest: string]: unknown }[]

/** What the pool pretends to run for each hash function: machines made for it, or servers, and the hashes of one in a second. */
const machines: Record<MinedCoin, { kind: 'machines' | 'servers'; hashesPerS: bigint }> = {
  BTC: { kind: 'machines', hashesPerS: 200_000_000_000_000n },
  LTC: { kind: 'machines', hashesPerS: 16_000_000_000n },
  ZEC: { kind: 'machines', hashesPerS: 840_000n },
  XMR: { kind: 'servers', hashesPerS: 20_000n },
}

export const hardware = minedCoins.map((coin) => {
  const { kind, hashesPerS } = machines[coin]
  return { coin, algorithm: miningAlgorithms[coin].algorithm, kind, rate: hashRateWords(hashesPerS, coin) }
})

/** Contracts are spread over the datacenters by their id, evenly and for ever. */
export function datacenterOf(contractId: string): (typeof datacenters)[number] {
  const found = datacenters[Number.parseInt(contractId.slice(-6, -2), 16) % datacenters.length]
  invariant(found, 'a contract has a datacenter')
  return found
}
