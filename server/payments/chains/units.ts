import { assets } from '../../../contract/money.ts'
import type { ChainCoin } from './address.ts'

/** Decimals of the chain's smallest unit: satoshi, wei. */
export const unitScale: Record<ChainCoin, number> = { BTC: 8, ETH: 18 }

const unitsPerMinor = (coin: ChainCoin) => 10n ** BigInt(unitScale[coin] - assets[coin].scale)

/**
 * The ledger's minor units (satoshi, gwei), rounded down, and the rest that the ledger cannot hold, in the chain's
 * units (docs/spec/money.md).
 */
export function toMinor(coin: ChainCoin, amountUnits: bigint): { minor: bigint; restUnits: bigint } {
  const per = unitsPerMinor(coin)
  return { minor: amountUnits / per, restUnits: amountUnits % per }
}

/** The chain's units of an amount in the ledger's minor units. */
export function toUnits(coin: ChainCoin, amountMinor: bigint): bigint {
  return amountMinor * unitsPerMinor(coin)
}
