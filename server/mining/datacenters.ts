import { invariant } from '../platform/http/refused.ts'
import { hashRateWords, miningAlgorithms, minedCoins, type MinedCoin } from '../../api/mining-coins.ts'
import type { DatacenterId } from '../../api/calls/mining/mining.ts'

/**
 * The simulated datacenters of the practice pool. The formula uses the fee and the rejected share; a contract keeps the
 * values from its start. Source: docs/spec/truth.md section 2, last row of the table.
 */
export const datacenters = [
  { id: 'iceland', name: 'Practice datacenter North', country: 'Iceland', feeBps: 200, rejectedBps: 45 },
  { id: 'sweden', name: 'Practice datacenter East', country: 'Sweden', feeBps: 175, rejectedBps: 80 },
] as const satisfies readonly { id: DatacenterId; [rest: string]: unknown }[]

/** The simulated hardware for each hash function: dedicated machines or servers, and the hash rate of one unit. */
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

/** Returns a contract's datacenter. Contracts are assigned evenly and permanently by their ID. */
export function datacenterOf(contractId: string): (typeof datacenters)[number] {
  const found = datacenters[Number.parseInt(contractId.slice(-6, -2), 16) % datacenters.length]
  invariant(found, 'a contract has a datacenter')
  return found
}
