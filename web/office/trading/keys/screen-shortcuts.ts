import { t } from '@lingui/core/macro'
import { chartIntervals, type KeyAction } from '../../../../api/workspace.ts'
import { usePreference } from '../preferences.ts'
import { useMarket } from '../symbols/market.tsx'
import type { Ticket } from '../ticket/use-ticket.ts'
import { candleKeys } from './keyboard-map.ts'
import { useShortcuts } from './shortcuts.ts'

type ScreenActions = {
  ticket: Ticket
  focusAmount: () => void
  findSymbol: () => void
  replayNewest: () => void
  toggleFullScreen: () => void
  say: (words: string) => void
}

type ListedAction = Exclude<KeyAction, `interval_${string}` | `candles_${string}`>

/** Runs the actions of the trading screen when their keys are pressed. */
export function useScreenShortcuts(screen: ScreenActions): void {
  const { ticket, focusAmount, findSymbol, replayNewest, toggleFullScreen, say } = screen
  const { chosen, board, toggleFavourite } = useMarket()
  const [candles, setCandles] = usePreference('candles')
  const stepCandles = (step: 1 | -1) => {
    const next = chartIntervals[chartIntervals.indexOf(candles) + step]
    if (next) setCandles(next)
  }
  const acts: Record<ListedAction, () => void> = {
    buy: () => ticket.place('BUY'),
    sell: () => ticket.place('SELL'),
    repeat: () => ticket.repeat(false),
    reverse: () => ticket.repeat(true),
    replay: replayNewest,
    full_screen: toggleFullScreen,
    search: findSymbol,
    amount: focusAmount,
    more: () => ticket.stepAmount(1),
    less: () => ticket.stepAmount(-1),
    shorter_candles: () => stepCandles(-1),
    longer_candles: () => stepCandles(1),
    favourite: () => chosen && toggleFavourite(chosen.symbol),
    say_price: () => say(chosen ? spokenPrice(chosen.symbol, board.quote(chosen.symbol)?.price) : ''),
    history: () => document.getElementById('tradehistory')?.focus(),
  }
  useShortcuts((action) => {
    const length = candleKeys[action]
    if (length) return setCandles(length)
    if (!action.startsWith('interval_')) return acts[action as ListedAction]()
    const seconds = ticket.intervals[Number(action.slice('interval_'.length)) - 1]
    if (seconds !== undefined) ticket.setInterval(seconds)
  })
}

function spokenPrice(symbol: string, price: string | undefined): string {
  return price === undefined ? t`${symbol} has no price` : `${symbol} ${price}`
}
