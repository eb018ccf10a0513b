import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { LiveFromServer } from '../../../contract/live.ts'
import type { TradeRecord } from '../../../contract/trading.ts'
import { live } from '../../data/live.ts'
import { useCall } from '../../data/queries.ts'
import { settledSince } from './settled.ts'

/** A trade that has settled, with the message of the server where it came live. */
export type Report = { trade: TradeRecord; msg: string | undefined }

/** How often open trades are asked for, so that a result shows even where the live connection brings none. */
const pollMs = { due: 1000, open: 5000 }

/** Countdown ends of orders placed in this page, from `count` of their answers, on the page's own clock. */
const deadlines = new Map<string, number>()

/** Notes that a trade just placed runs for `countSeconds` from now. */
export function startCountdown(id: string, countSeconds: number): void {
  deadlines.set(id, performance.now() + countSeconds * 1000)
}

/** Milliseconds until a trade's expiry; zero and less when it is over. */
export function leftMsOf(trade: Pick<TradeRecord, 'id' | 'expiresAt'>): number {
  const deadline = deadlines.get(trade.id)
  return deadline === undefined ? trade.expiresAt - live.serverNowMs() : deadline - performance.now()
}

/** The newest 100 trades, kept fresh while some are open. `onSettled` hears once of each that settles. */
export function useTrades(onSettled: (reports: Report[]) => void) {
  const queries = useQueryClient()
  const query = useCall('trades', {}, { refetchInterval: ({ state }) => pollInterval(state.data ?? []) })
  const awaited = useRef<Set<string>>(new Set())
  const messages = useRef(new Map<string, string>())
  useEffect(() => {
    const hear = (message: LiveFromServer) => {
      if (message.kind !== 'trade') return
      awaited.current.add(message.id)
      // The shell asks for the trades again on this message, on whichever page (shell/live-refresh.ts).
      messages.current.set(message.id, message.msg)
    }
    return live.onMessage(hear)
  }, [])
  useEffect(() => {
    if (!query.data) return
    const news = settledSince(awaited.current, query.data)
    awaited.current = news.awaited
    if (news.settled.length === 0) return
    for (const name of ['user', 'totalbalance', 'trades', 'trades.count'])
      void queries.invalidateQueries({ queryKey: [name] })
    onSettled(news.settled.map((trade) => ({ trade, msg: messages.current.get(trade.id) })))
    for (const trade of news.settled) deadlines.delete(trade.id)
  }, [query.data, queries, onSettled])
  return query
}

function pollInterval(trades: readonly TradeRecord[]): number | false {
  const open = trades.filter((trade) => trade.status === 'OPEN')
  if (open.length === 0) return false
  const nextMs = Math.min(...open.map(leftMsOf))
  if (nextMs <= 0 || open.some((trade) => trade.strike === null)) return pollMs.due
  return Math.min(pollMs.open, nextMs + 300)
}
