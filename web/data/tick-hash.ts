import type { CallOutput } from './call.ts'
import { sha256 } from './sha256.ts'

type HashedTick = Pick<CallOutput<'ticks'>[number], 'seq' | 'at' | 'bid' | 'ask' | 'price' | 'source'>

const bytesOfHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** Returns a price as a whole number of the symbol's smallest step. */
export const priceSteps = (price: string) => BigInt(price.replace('.', ''))

/** Returns a tick’s hash, as `tickHash` in server/markets/tick.ts does. */
export function tickHashOf(before: string, symbol: string, tick: HashedTick): string {
  const { seq, at, bid, ask, price, source } = tick
  const fields = [symbol, seq, at, priceSteps(bid), priceSteps(ask), priceSteps(price), source]
  const text = new TextEncoder().encode(fields.join('|'))
  const link = bytesOfHex(before)
  const bytes = new Uint8Array(link.length + text.length)
  bytes.set(link)
  bytes.set(text, link.length)
  return sha256(bytes)
}
