import { tradeMakers, type TradeMaker } from '../../../api/calls/trading/trading.ts'

/**
 * Orders placed by the product itself carry keys that start with the maker's name and a space. A client's
 * Idempotency-Key can't contain spaces (http.ts refuses them), so no client can pose as a robot, and the order path
 * needs no extra column.
 */
export const makerKeyPattern = new RegExp(`^(${tradeMakers.slice(1).join('|')}) [\\x20-\\x7d]{1,90}$`)

/** Returns who placed the trade with this key. */
export function makerOf(key: string | null): TradeMaker {
  const word = key?.includes(' ') ? key.slice(0, key.indexOf(' ')) : undefined
  return tradeMakers.find((maker) => maker === word) ?? 'customer'
}
