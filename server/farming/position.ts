import { stressFalls } from '../../api/farming-rules.ts'

/**
 * The value of a position. Does no I/O. A position is the deposit times the leverage, invested in the coin; everything
 * except the deposit is borrowed. Only the coin's dollar price changes its value, whatever the currency of the deposit.
 * Leverage is in halves (3 is 1.5), and prices are in the symbol's smallest steps. Source: the published rule in
 * api/sentences/phrases-money.ts "yield_liquidation".
 */
export type Position = { principalMinor: bigint; leverageHalves: number; marginBps: number; entryPrice: bigint }

const bps = 10_000n
const least = (a: bigint, b: bigint) => (a < b ? a : b)

/** Returns the value of the whole position at a price, in minor units, rounded down. */
export function positionMinor({ principalMinor, leverageHalves, entryPrice }: Position, price: bigint): bigint {
  return (principalMinor * BigInt(leverageHalves) * price) / (2n * entryPrice)
}

/** Returns the borrowed part of a position in minor units, rounded down. */
export function borrowedMinor({
  principalMinor,
  leverageHalves,
}: Pick<Position, 'principalMinor' | 'leverageHalves'>): bigint {
  return (principalMinor * BigInt(leverageHalves - 2)) / 2n
}

/**
 * Returns the customer's own part at a price in minor units, rounded down and never below zero. At the entry price it
 * equals the deposit.
 */
export function ownMinor({ principalMinor, leverageHalves, entryPrice }: Position, price: bigint): bigint {
  const own = principalMinor * (BigInt(leverageHalves) * price - BigInt(leverageHalves - 2) * entryPrice)
  return own <= 0n ? 0n : own / (2n * entryPrice)
}

/**
 * Returns the highest price at which the own part is at most `marginBps` of the position. The contract closes at the
 * first published price at or below it. own / position <= margin is equivalent to leverage x price x (1 - margin) <=
 * (leverage - 1) x entry.
 */
export function liquidationPrice({ leverageHalves, marginBps, entryPrice }: Omit<Position, 'principalMinor'>): bigint {
  return (BigInt(leverageHalves - 2) * entryPrice * bps) / (BigInt(leverageHalves) * (bps - BigInt(marginBps)))
}

/**
 * Returns the distance to liquidation in hundredths, rounded down; at 100 or less, the contract is closed. The distance
 * is position x (1 - margin) / borrowed.
 */
export function healthHundredths(
  { leverageHalves, marginBps, entryPrice }: Omit<Position, 'principalMinor'>,
  price: bigint,
): bigint {
  return (
    (100n * BigInt(leverageHalves) * price * (bps - BigInt(marginBps))) /
    (BigInt(leverageHalves - 2) * entryPrice * bps)
  )
}

/** Returns the fee for an early end: a share of the deposit, at most the remaining amount. */
export function earlyFeeMinor(principalMinor: bigint, feeBps: number, ownLeftMinor: bigint): bigint {
  return least((principalMinor * BigInt(feeBps)) / bps, ownLeftMinor)
}

export type Stress = { fall: number; price: bigint; leftMinor: bigint; holdingMinor: bigint; closed: boolean }

/** Returns what is left of the deposit after drops in the coin's price, with and without the leverage. */
export function stressTable(position: Position): Stress[] {
  const closesAt = liquidationPrice(position)
  return stressFalls.map((fall) => {
    const price = (position.entryPrice * BigInt(100 - fall)) / 100n
    const closed = price <= closesAt
    // A falling price reaches the liquidation price first. The contract closes there, and the customer keeps the rest.
    return {
      fall,
      price,
      closed,
      leftMinor: ownMinor(position, closed ? closesAt : price),
      holdingMinor: (position.principalMinor * BigInt(100 - fall)) / 100n,
    }
  })
}
