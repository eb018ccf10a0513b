import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { LiveFromServer } from '../../../../api/live.ts'
import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import { live } from '../../../data/live.ts'
import { useCall } from '../../../data/queries.ts'
import { settledSince } from './settled.ts'
import { isSending, refetchTrades, settledMessageOf } from './trade-cache.ts'

/** A settled trade, with the server's message if a live message reported it. */
export type Report = { trade: TradeRecord; msg: string | undefined }

/** Polling intervals in milliseconds for open trades, so that results appear even without a live connection. */
const pollMs = { due: 1000, open: 5000 }
/** How long after expiry a result is polled for: with a live connection, only if its message fails to arrive. */
const graceMs = { live: 3000, other: 300 }

/**
 * When the countdown of each order placed on this page ends, on the page's clock. Computed from the response's `count`.
 */
const deadlines = new Map<string, number>()

/** Starts the countdown of a new trade, which expires in `countSeconds`. */
export function startCountdown(id: string, countSeconds: number): void {
  deadlines.set(id, performance.now() + countSeconds * 1000)
}

/** Returns the milliseconds until a trade's expiry; zero or negative once it is over. */
export function leftMsOf(trade: Pick<TradeRecord, 'id' | 'expiresAt'>): number {
  const deadline = deadlines.get(trade.id)
  return deadline === undefined ? trade.expiresAt - live.serverNowMs() : deadline - performance.now()
}

/** Returns the newest 100 trades and polls while some are open. Calls `onSettled` once for each trade that settles. */
export function useTrades(onSettled: (reports: Report[]) => void) {
  const queries = useQueryClient()
  const query = useCall('trades', {}, { refetchInterval: ({ state }) => pollInterval(state.data ?? []) })
  const awaited = useRef<Set<string>>(new Set())
  useEffect(() => {
    const onMessage = (message: LiveFromServer) => {
      // The shell completes the trade's rows on every page (shell/live-refresh.ts).
      if (message.kind === 'trade') awaited.current.add(message.id)
    }
    return live.onMessage(onMessage)
  }, [])
  useEffect(() => {
    if (!query.data) return
    const placed = query.data.filter((trade) => !isSending(trade))
    const news = settledSince(awaited.current, placed)
    awaited.current = news.awaited
    if (news.settled.length === 0) return
    if (news.settled.some(({ id }) => settledMessageOf(id) === undefined)) refetchTrades(queries)
    onSettled(news.settled.map((trade) => ({ trade, msg: settledMessageOf(trade.id) })))
    for (const trade of news.settled) deadlines.delete(trade.id)
  }, [query.data, queries, onSettled])
  return query
}

function pollInterval(trades: readonly TradeRecord[]): number | false {
  const open = trades.filter((trade) => trade.status === 'OPEN')
  if (open.length === 0) return false
  const nextMs = Math.min(...open.map(leftMsOf))
  if (live.status() === 'live') return Math.max(pollMs.due, nextMs + graceMs.live)
  if (nextMs <= 0) return pollMs.due
  return Math.min(pollMs.open, nextMs + graceMs.other)
}
