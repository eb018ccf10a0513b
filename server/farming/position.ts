import { stressFalls } from '../../contract/farming-rules.ts'

/**
 * What a position is worth, without IO. It is `lever` times the deposit in the coin, of which all but the deposit is borrowed; the
 * coin's price in dollars alone moves it, whatever currency the deposit is in. Levers count in halves (3 is 1.5), prices in the symbol's
 * smallest steps. Source: the published rule in contract/farming-rules.ts "liquidationWords".
 */
export type Position = { principalMinor: bigint; leverHalves: number; marginBps: number; entryPrice: bigint }

const bps = 10_000n
const least = (a: bigint, b: bigint) => (a < b ? a : b)

/** The whole position at a price in minor units, and what is owed for it, both rounded down. */
export function positionMinor({ principalMinor, leverHalves, entryPrice }: Position, price: bigint): bigint {
  return (principalMinor * BigInt(leverHalves) * price) / (2n * entryPrice)
}
export function borrowedMinor({
  principalMinor,
  leverHalves,
}: Pick<Position, 'principalMinor' | 'leverHalves'>): bigint {
  return (principalMinor * BigInt(leverHalves - 2)) / 2n
}

/** The customer's own part at a price in minor units, rounded down and never below zero; at the entry price exactly the deposit. */
export function ownMinor({ principalMinor, leverHalves, entryPrice }: Position, price: bigint): bigint {
  const own = principalMinor * (BigInt(leverHalves) * price - BigInt(leverHalves - 2) * entryPrice)
  return own <= 0n ? 0n : own / (2n * entryPrice)
}

/**
 * The highest price at which the own part is `marginBps` of the position or less: the contract is closed at the first published price
 * at or below it. own / position <= margin is lever x price x (1 - margin) <= (lever - 1) x entry.
 */
export function liquidationPrice({ leverHalves, marginBps, entryPrice }: Omit<Position, 'principalMinor'>): bigint {
  return (BigInt(leverHalves - 2) * entryPrice * bps) / (BigInt(leverHalves) * (bps - BigInt(marginBps)))
}

/** How far the position is from its liquidation, in hundredths, rounded down: 100 or less is closed. Position x (1 - margin) / borrowed. */
export function healthHundredths(
  { leverHalves, marginBps, entryPrice }: Omit<Position, 'principalMinor'>,
  price: bigint,
): bigint {
  return (100n * BigInt(leverHalves) * price * (bps - BigInt(marginBps))) / (BigInt(leverHalves - 2) * entryPrice * bps)
}

/** The fee of an early end: a share of the deposit, never more than is left. */
export function earlyFeeMinor(principalMinor: bigint, feeBps: number, ownLeftMinor: bigint): bigint {
  return least((principalMinor * BigInt(feeBps)) / bps, ownLeftMinor)
}

export type Stress = { fall: number; price: bigint; leftMinor: bigint; holdingMinor: bigint; closed: boolean }

/** What is left of the deposit when the coin falls: with the lever, and of the same deposit in the coin without one. */
export function stressTable(position: Position): Stress[] {
  const closesAt = liquidationPrice(position)
  return stressFalls.map((fall) => {
    const price = (position.entryPrice * BigInt(100 - fall)) / 100n
    const closed = price <= closesAt
    // On its way down the price passes the one at which the contract is closed, and what was left there stays.
    return {
      fall,
      price,
      closed,
      leftMinor: ownMinor(position, closed ? closesAt : price),
      holdingMinor: (position.principalMinor * BigInt(100 - fall)) / 100n,
    }
  })
}
