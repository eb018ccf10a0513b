import type { CoinAsset } from './money.ts'

/**
 * Coins that can be mined, with the number of hashes that a block at difficulty 1 takes on average. Sources: Bitcoin
 * and Litecoin Core, `GetDifficulty` (2^32); Zcash protocol specification section 7.7.4 with powLimit 2^243 (2^13
 * solutions); Monero, where the difficulty is the number of hashes.
 */
export const miningAlgorithms = {
  BTC: { algorithm: 'SHA-256d', work: 4_294_967_296n, unit: 'H/s' },
  LTC: { algorithm: 'Scrypt', work: 4_294_967_296n, unit: 'H/s' },
  ZEC: { algorithm: 'Equihash', work: 8_192n, unit: 'Sol/s' },
  XMR: { algorithm: 'RandomX', work: 1n, unit: 'H/s' },
} as const
export const minedCoins = ['BTC', 'LTC', 'ZEC', 'XMR'] as const
export type MinedCoin = (typeof minedCoins)[number]

/** Blocks per day at each network's target interval: 600, 150, 75 and 120 seconds. */
export const blocksOfDay: Record<MinedCoin, number> = { BTC: 144, LTC: 576, ZEC: 1_152, XMR: 720 }

/** The coin that a plan mines. Ether and XRP can't be mined, so their plans mine bitcoin and convert the output. */
export function minedFor(coin: CoinAsset): MinedCoin {
  return coin === 'ETH' || coin === 'XRP' ? 'BTC' : coin
}

/** Time from the purchase to the first output; outputs are daily. Source: docs/spec/product.md section 9. */
export const firstOutputAfterMs = 48 * 3_600_000
export const dayMs = 86_400_000
/** Length of a contract. */
export const contractDays = 365

const prefixes = ['', 'k', 'M', 'G', 'T', 'P', 'E']

/** Returns a hash rate in the unit that miners use, such as 15 TH/s or 60 kSol/s. */
export function hashRateWords(hashesPerS: bigint, coin: MinedCoin): string {
  let prefix = 0
  let scaled = Number(hashesPerS)
  while (scaled >= 1_000 && prefix < prefixes.length - 1) {
    scaled /= 1_000
    prefix++
  }
  return `${Number(scaled.toPrecision(4))} ${prefixes[prefix]}${miningAlgorithms[coin].unit}`
}
