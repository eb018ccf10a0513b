import type { LiveTick } from '../../api/live.ts'
import type { SymbolInfo } from './catalogue.ts'
import { priceText } from './price-text.ts'
import type { Tick } from './tick.ts'

/** Serialises a tick for `/live`. */
export function liveTickText(tick: Tick, info: SymbolInfo): string {
  const { symbol, seq, atMs: at, bid, ask, price } = tick
  const message: LiveTick = {
    symbol,
    seq,
    at,
    bid: priceText(info, bid),
    ask: priceText(info, ask),
    price: priceText(info, price),
  }
  return JSON.stringify(message)
}
