import { tradeMakers, type TradeMaker } from '../../contract/trading.ts'

/**
 * Orders from inside of the product carry keys that begin with their maker's word and a space. A client's Idempotency-Key has no
 * spaces (http.ts refuses them), so that nobody can sign as a robot; and who made a trade costs the order path nothing.
 */
export const makerKeyPattern = new RegExp(`^(${tradeMakers.slice(1).join('|')}) [\\x20-\\x7d]{1,90}$`)

/** Who placed the trade with this key. */
export function makerOf(key: string | null): TradeMaker {
  const word = key?.includes(' ') ? key.slice(0, key.indexOf(' ')) : undefined
  return tradeMakers.find((maker) => maker === word) ?? 'customer'
}
