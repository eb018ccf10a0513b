import { translated } from '../../../data/call.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { LiveFromServer } from '../../../../contract/live.ts'
import type { TradeRecord } from '../../../../contract/calls/trading.ts'
import { live } from '../../../data/live.ts'
import { useCall } from '../../../data/queries.ts'
import { settledSince } from './settled.ts'

/** A settled trade, with the server's message if a live message reported it. */
export type Report = { trade: TradeRecord; msg: string | undefined }

/** Polling intervals in milliseconds for open trades, so that results appear even without a live connection. */
const pollMs = { due: 1000, open: 5000 }

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
  const messages = useRef(new Map<string, string>())
  useEffect(() => {
    const onMessage = (message: LiveFromServer) => {
      if (message.kind !== 'trade') return
      awaited.current.add(message.id)
      // On this message, the shell refetches the trades on every page (shell/live-refresh.ts).
      void translated(message).then(({ id, msg }) => messages.current.set(id, msg))
    }
    return live.onMessage(onMessage)
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
