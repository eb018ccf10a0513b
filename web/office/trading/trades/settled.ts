import { t } from '@lingui/core/macro'
import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import type { TradeState } from '../../../../api/states/trade-states.ts'
import { hiddenAmountText } from '../../../ui/text/amounts.tsx'
import { moneyText, priceText } from '../../../ui/text/number-text.ts'
import { minorOf, minorText } from '../ticket/stake.ts'

/**
 * Returns the label of each trade state. Source: docs/spec/product.md section 4, "History rows show OPEN, Won or Lost";
 * docs/spec/truth.md section 3.
 */
export const stateWords = (): Record<TradeState, string> => ({
  OPEN: t({ message: 'OPEN', comment: 'state of a trade' }),
  WON: t({ message: 'Won', comment: 'state of a trade' }),
  LOST: t({ message: 'Lost', comment: 'state of a trade' }),
  TIE: t({ message: 'Tie', comment: 'state of a trade: it ended at its strike' }),
  VOID: t({ message: 'Void', comment: 'state of a trade: it was declared void' }),
})

export type Tone = 'up' | 'down' | 'flat'
export const stateTones: Record<TradeState, Tone> = { OPEN: 'flat', WON: 'up', LOST: 'down', TIE: 'flat', VOID: 'flat' }

/**
 * Returns which trades last seen open (or named by a live message) have settled since, and which are open now. Returns
 * each settled trade once, even if both a message and a poll report it.
 */
export function settledSince(
  awaited: ReadonlySet<string>,
  trades: readonly TradeRecord[],
): { settled: TradeRecord[]; awaited: Set<string> } {
  const still = new Set(awaited)
  const settled: TradeRecord[] = []
  for (const trade of trades) {
    if (trade.status === 'OPEN') still.add(trade.id)
    else if (still.delete(trade.id)) settled.push(trade)
  }
  return { settled, awaited: still }
}

/** Formats the net result of a trade: `+$8.50`, `−$10.00`, `$0.00`; empty while it is open. */
export function netText(trade: Pick<TradeRecord, 'amount' | 'returned' | 'cur'>): string {
  if (trade.returned === null) return ''
  const net = minorOf(trade.returned) - minorOf(trade.amount)
  return `${net > 0n ? '+' : ''}${moneyText(minorText(net), trade.cur)}`
}

/** Returns the report on a settled trade: a headline and a detailed sentence. `hidden` masks the amounts. */
export function tradeReport(trade: TradeRecord, hidden = false): { headline: string; sentence: string; tone: Tone } {
  const strike = trade.strike && priceText(trade.strike)
  const exit = trade.exit && priceText(trade.exit)
  const net = hidden ? hiddenAmountText : netText(trade)
  const amount = hidden ? hiddenAmountText : moneyText(trade.amount, trade.cur)
  const returned = hidden ? hiddenAmountText : moneyText(trade.returned ?? '0.00', trade.cur)
  const headline = {
    OPEN: t`Still open`,
    WON: t`Won ${net}`,
    LOST: t`Lost ${net}`,
    TIE: t`Tie: stake returned`,
    VOID: t`Void: stake returned`,
  }[trade.status]
  const sentences = [
    `${trade.type} ${trade.asset}, ${trade.interval} s.`,
    strike !== null && exit !== null && t`Strike ${strike}, exit ${exit}.`,
    trade.status === 'VOID' && trade.reason && trade.reason.replace(/\.?$/, '.'),
    t`${amount} staked, ${returned} returned.`,
  ]
  return { headline, sentence: sentences.filter(Boolean).join(' '), tone: stateTones[trade.status] }
}
