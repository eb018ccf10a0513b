import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallback, useRef, useState } from 'react'
import type { TradeRecord } from '../../../api/calls/trading/trading.ts'
import { ChartPanel } from './chart/chart.tsx'
import { History } from './trades/history.tsx'
import type { Shortcut } from './keyboard-map.ts'
import { MarketProvider, useMarket } from './symbols/market.tsx'
import { OpenTrades } from './trades/open-trades.tsx'
import { QuickBar } from './ticket/quick-bar.tsx'
import { Replay } from './replay/replay.tsx'
import { Results } from './results/results.tsx'
import { Robot } from './robot/robot.tsx'
import { useShortcuts } from './shortcuts.ts'
import { SymbolList } from './symbols/symbol-list.tsx'
import { SymbolPicker } from './symbols/symbol-picker.tsx'
import { Tape } from './symbols/tape.tsx'
import { Ticket } from './ticket/ticket.tsx'
import { useTicket } from './ticket/use-ticket.ts'
import { isSending } from './trades/trade-cache.ts'
import { usePreference } from './preferences.ts'
import { useSettleSignal } from './results/settle-signal.ts'
import { useFullScreen } from './full-screen.ts'
import { type Report, useTrades } from './trades/use-trades.ts'
import classes from './dashboard.module.css'
import panel from './panel.module.css'

/** Shows the trading screen. Source: docs/spec/product.md section 2, "Dashboard". */
export function TradingDashboard() {
  return (
    <MarketProvider>
      <TradingScreen />
    </MarketProvider>
  )
}

const noTrades: TradeRecord[] = []
const maxReports = 10

function TradingScreen() {
  const amountRef = useRef<HTMLInputElement>(null)
  const ticketRef = useRef<HTMLDivElement>(null)
  const listSearch = useRef<HTMLInputElement>(null)
  const [picking, setPicking] = useState(false)
  const [replayed, setReplayed] = useState<TradeRecord | null>(null)
  const [reports, setReports] = useState<Report[]>([])
  const [announcement, setAnnouncement] = useState('')
  const focusAmount = useCallback(() => amountRef.current?.focus(), [])
  const report = useCallback(
    (news: Report[]) => setReports((held) => [...news.toReversed(), ...held].slice(0, maxReports)),
    [],
  )
  const known = useTrades(report)
  const { data: trades = noTrades } = known
  const ticket = useTicket(
    focusAmount,
    trades.findLast((trade) => trade.by === 'customer' && !isSending(trade)),
  )
  const [signals] = usePreference('settleSignal')
  useSettleSignal(reports, signals)
  const desk = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(desk)
  const retryTrades = () => void known.refetch()
  const findSymbol = () => (listSearch.current?.offsetParent ? listSearch.current.focus() : setPicking(true))
  const replayNewest = () => {
    const newest = trades.findLast((trade) => trade.status !== 'OPEN')
    if (newest) setReplayed(newest)
  }
  useScreenShortcuts({
    ticket,
    focusAmount,
    findSymbol,
    replayNewest,
    toggleFullScreen: fullScreen.toggle,
    say: setAnnouncement,
  })
  return (
    <div ref={desk} className={classes.desk}>
      <h1 className="visually-hidden">
        <Trans comment="heading of the trading screen">Trade</Trans>
      </h1>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <div className={classes.tape}>
        <Tape />
      </div>
      <div className={classes.grid}>
        <aside className={`${panel.panel} ${classes.list}`} aria-label={t`Symbols`}>
          <SymbolList searchRef={listSearch} />
        </aside>
        <div className={classes.chart}>
          <ChartPanel trades={trades} fullScreen={fullScreen} />
        </div>
        <div className={classes.results}>
          <Results
            trades={trades}
            reports={reports}
            cur={ticket.user?.cur ?? ''}
            onReplay={(id) => setReplayed(trades.find((trade) => trade.id === id) ?? null)}
          />
        </div>
        <div ref={ticketRef} className={classes.ticket}>
          <Ticket ticket={ticket} amountRef={amountRef} onPickSymbol={findSymbol} />
        </div>
        <div className={classes.open}>
          <OpenTrades trades={known.data} error={known.error} retry={retryTrades} />
        </div>
        <div className={classes.history}>
          <History newest={known.data} error={known.error} retry={retryTrades} onReplay={setReplayed} />
        </div>
        <div className={classes.robot}>
          <Robot />
        </div>
      </div>
      <QuickBar ticket={ticket} ticketRef={ticketRef} />
      <SymbolPicker open={picking} onClose={() => setPicking(false)} />
      {replayed && <Replay trade={replayed} onClose={() => setReplayed(null)} />}
    </div>
  )
}

type ScreenActions = {
  ticket: ReturnType<typeof useTicket>
  focusAmount: () => void
  findSymbol: () => void
  replayNewest: () => void
  toggleFullScreen: () => void
  say: (words: string) => void
}

function useScreenShortcuts(screen: ScreenActions) {
  const { ticket, focusAmount, findSymbol, replayNewest, toggleFullScreen, say } = screen
  const { chosen, board, toggleFavourite } = useMarket()
  const acts: Record<Exclude<Shortcut['action'], 'interval'>, () => void> = {
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
    favourite: () => chosen && toggleFavourite(chosen.symbol),
    say_price: () => say(chosen ? spokenPrice(chosen.symbol, board.quote(chosen.symbol)?.price) : ''),
    history: () => document.getElementById('tradehistory')?.focus(),
  }
  useShortcuts((shortcut) => {
    if (shortcut.action !== 'interval') return acts[shortcut.action]()
    const seconds = ticket.intervals[shortcut.index]
    if (seconds !== undefined) ticket.setInterval(seconds)
  })
}

function spokenPrice(symbol: string, price: string | undefined): string {
  return price === undefined ? t`${symbol} has no price` : `${symbol} ${price}`
}
