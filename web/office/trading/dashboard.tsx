import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { memo, useCallback, useDeferredValue, useRef, useState } from 'react'
import type { TradeRecord } from '../../../api/calls/trading/trading.ts'
import { ChartPanel } from './chart/chart.tsx'
import { History } from './trades/history.tsx'
import { AlertsDialog } from './alerts/alerts-dialog.tsx'
import { PanelBorder, usePanelStyle } from './panel-sizes.tsx'
import { MarketProvider } from './symbols/market.tsx'
import { OpenTrades } from './trades/open-trades.tsx'
import { QuickBar } from './ticket/quick-bar.tsx'
import { Replay } from './replay/replay.tsx'
import { Results } from './results/results.tsx'
import { Robot } from './robot/robot.tsx'
import { useScreenShortcuts } from './keys/screen-shortcuts.ts'
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

// A new order rerenders only the ticket and the open trades at once: see `useDeferredValue` below.
const LaterChart = memo(ChartPanel)
const LaterResults = memo(Results)
const LaterHistory = memo(History)
const StillTape = memo(Tape)
const StillList = memo(SymbolList)
const StillPicker = memo(SymbolPicker)
const StillRobot = memo(Robot)

function TradingScreen() {
  const amountRef = useRef<HTMLInputElement>(null)
  const ticketRef = useRef<HTMLDivElement>(null)
  const listSearch = useRef<HTMLInputElement>(null)
  const [picking, setPicking] = useState(false)
  const [alertSymbol, setAlertSymbol] = useState<string | null>(null)
  const [replayed, setReplayed] = useState<TradeRecord | null>(null)
  const [reports, setReports] = useState<Report[]>([])
  const [announcement, setAnnouncement] = useState('')
  const focusAmount = useCallback(() => amountRef.current?.focus(), [])
  const report = useCallback(
    (news: Report[]) => setReports((held) => [...news.toReversed(), ...held].slice(0, maxReports)),
    [],
  )
  const known = useTrades(report)
  const { data: trades = noTrades, refetch } = known
  // The chart, the results and the history follow in a second render, after the countdown of a new order is painted.
  const later = useDeferredValue(known.data)
  const laterTrades = later ?? noTrades
  const ticket = useTicket(
    focusAmount,
    trades.findLast((trade) => trade.by === 'customer' && !isSending(trade)),
  )
  const [signals] = usePreference('settleSignal')
  useSettleSignal(reports, signals)
  const desk = useRef<HTMLDivElement>(null)
  const panelStyle = usePanelStyle()
  const { isOn, offered, toggle } = useFullScreen(desk)
  const retryTrades = useCallback(() => void refetch(), [refetch])
  const findSymbol = useCallback(
    () => (listSearch.current?.offsetParent ? listSearch.current.focus() : setPicking(true)),
    [],
  )
  const endPicking = useCallback(() => setPicking(false), [])
  const replay = useCallback(
    (id: string) => setReplayed(laterTrades.find((trade) => trade.id === id) ?? null),
    [laterTrades],
  )
  const replayNewest = () => {
    const newest = trades.findLast((trade) => trade.status !== 'OPEN')
    if (newest) setReplayed(newest)
  }
  useScreenShortcuts({ ticket, focusAmount, findSymbol, replayNewest, toggleFullScreen: toggle, say: setAnnouncement })
  return (
    <div ref={desk} className={classes.desk} style={panelStyle} data-panels>
      <h1 className="visually-hidden">
        <Trans comment="heading of the trading screen">Trade</Trans>
      </h1>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <div className={classes.tape}>
        <StillTape />
      </div>
      <div className={classes.grid}>
        <aside id="panel-list" className={`${panel.panel} ${classes.list}`} aria-label={t`Symbols`}>
          <StillList searchRef={listSearch} onAlert={setAlertSymbol} />
        </aside>
        <PanelBorder panel="list" controls="panel-list" />
        <div id="panel-chart" className={classes.chart}>
          <LaterChart trades={laterTrades} isFull={isOn} onFull={offered ? toggle : undefined} />
        </div>
        <PanelBorder panel="chart" controls="panel-chart" />
        <PanelBorder panel="ticket" controls="panel-ticket" after />
        <div className={classes.results}>
          <LaterResults trades={laterTrades} reports={reports} cur={ticket.user?.cur ?? ''} onReplay={replay} />
        </div>
        <div ref={ticketRef} id="panel-ticket" className={classes.ticket}>
          <Ticket ticket={ticket} amountRef={amountRef} onPickSymbol={findSymbol} />
        </div>
        <div id="panel-open" className={classes.open}>
          <OpenTrades trades={known.data} error={known.error} retry={retryTrades} />
        </div>
        <PanelBorder panel="open" controls="panel-open" />
        <div className={classes.history}>
          <LaterHistory newest={later} error={known.error} retry={retryTrades} onReplay={setReplayed} />
        </div>
        <div className={classes.robot}>
          <StillRobot />
        </div>
      </div>
      <QuickBar ticket={ticket} ticketRef={ticketRef} />
      <StillPicker open={picking} onClose={endPicking} onAlert={setAlertSymbol} />
      {alertSymbol !== null && <AlertsDialog symbol={alertSymbol} onClose={() => setAlertSymbol(null)} />}
      {replayed && <Replay trade={replayed} onClose={() => setReplayed(null)} />}
    </div>
  )
}
