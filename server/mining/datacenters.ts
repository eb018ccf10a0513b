import { invariant } from '../platform/refused.ts'
import { miningAlgorithms, minedCoins, type MinedCoin } from '../../contract/mining-coins.ts'

/**
 * The simulated datacenters of the practice pool. Fee and rejected share are what the formula uses; a contract keeps those of its
 * beginning. Source: truth.md section 2, last row of the table.
 */
export const datacenters = [
  { id: 'iceland', name: 'Practice datacenter North', country: 'Iceland', feeBps: 200, rejectedBps: 45 },
  { id: 'sweden', name: 'Practice datacenter East', country: 'Sweden', feeBps: 175, rejectedBps: 80 },
] as const

/** What the pool pretends to run, a line for each hash function. */
const machines: Record<MinedCoin, string> = {
  BTC: 'SHA-256 machines of 200 TH/s',
  LTC: 'Scrypt machines of 16 GH/s',
  ZEC: 'Equihash machines of 840 kSol/s',
  XMR: 'Servers of 20 kH/s',
}

export const hardware = minedCoins.map((coin) => ({ coin, algorithm: miningAlgorithms[coin].algorithm, machine: machines[coin] }))

/** Contracts are spread over the datacenters by their id, evenly and for ever. */
export function datacenterOf(contractId: string): (typeof datacenters)[number] {
  const found = datacenters[Number.parseInt(contractId.slice(-6, -2), 16) % datacenters.length]
  invariant(found, 'a contract has a datacenter')
  return found
}
