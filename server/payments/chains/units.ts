import { assets } from '../../../api/money.ts'
import type { ChainCoin } from './address.ts'

/** Decimals of the chain's smallest unit: satoshi, wei. */
export const unitScale: Record<ChainCoin, number> = { BTC: 8, ETH: 18 }

const unitsPerMinor = (coin: ChainCoin) => 10n ** BigInt(unitScale[coin] - assets[coin].scale)

/**
 * Converts to the ledger's minor units (satoshi, gwei), rounded down, and returns the remainder that the ledger can't
 * hold, in the chain's units (docs/spec/money.md).
 */
export function toMinor(coin: ChainCoin, amountUnits: bigint): { minor: bigint; restUnits: bigint } {
  const per = unitsPerMinor(coin)
  return { minor: amountUnits / per, restUnits: amountUnits % per }
}

/** Converts the ledger's minor units to the chain's units. */
export function toUnits(coin: ChainCoin, amountMinor: bigint): bigint {
  return amountMinor * unitsPerMinor(coin)
}
