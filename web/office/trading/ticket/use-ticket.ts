import { t } from '@lingui/core/macro'
import { newIdempotencyKey } from '../../../data/idempotency-key.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { TradeRecord, TradeType } from '../../../../api/calls/trading/trading.ts'
import { CallRefused, type CallOutput, ServerUnreachable, call, errorText } from '../../../data/call.ts'
import { live } from '../../../data/live.ts'
import { useCall } from '../../../data/queries.ts'
import { usePopup } from '../../../ui/dialogs/popup.tsx'
import { useMarket } from '../symbols/market.tsx'
import { placeOfRefusal, type RefusalPlace } from './order-refusal.ts'
import { OrderUnanswered, placeOrder } from './place-order.ts'
import { usePreference } from '../preferences.ts'
import { type Preview, previewOrder } from './preview.ts'
import { minorOf, minorText, readStake, stepStake } from './stake.ts'
import { removeSentOrder, type SentOrder, showAcceptedOrder, showSentOrder } from '../trades/trade-cache.ts'
import { startCountdown } from '../trades/use-trades.ts'

/**
 * Used while the terms are loading. The server validates every order. Source: docs/spec/product.md section 5.
 */
const presumedTerms = { minAmount: '10.00', maxAmount: '999999999.00', intervals: [5, 10, 30, 60, 180] }

/**
 * The orders that are being sent, by side. While one is, another click on its side is ignored; the other side works.
 */
type Sending = Partial<Record<TradeType, { resent: number }>>

export type Ticket = {
  amount: string
  setAmount: (text: string) => void
  stepAmount: (direction: 1 | -1) => void
  interval: number
  intervals: readonly number[]
  setInterval: (seconds: number) => void
  limits: { minAmount: string; maxAmount: string }
  user: CallOutput<'user'> | undefined
  /** Text of the rules in force; undefined while loading. */
  rules: string | undefined
  /** Null if the amount is invalid or no symbol is chosen. */
  preview: Preview | null
  /** Error message of each input. */
  problems: Partial<Record<Exclude<RefusalPlace, 'popup'>, string>>
  place: (type: TradeType) => void
  /** The last accepted order of this page or, before the first, the newest trade; null before the first trade. */
  lastOrder: SentOrder | null
  /** Places the last order again, or on the other side. */
  repeat: (reversed: boolean) => void
  /** The sides whose order is being sent, and the number of retries. */
  sending: Sending
  /** Message about the last order. */
  outcome: string
}

/**
 * Returns the state of the order ticket and `place`, which sends an order. Calls `focusAmount` if the amount is
 * invalid. `newest`: the customer's newest own trade.
 */
export function useTicket(focusAmount: () => void, newest: TradeRecord | undefined): Ticket {
  const { chosen, error: symbolsError } = useMarket()
  const { data: user } = useCall('user', {})
  const { data: known } = useCall('trades.terms', {}, { staleTime: Infinity })
  const terms = known ?? presumedTerms
  const [amount, setAmount] = usePreference('amount')
  const [remembered, setInterval] = usePreference('interval')
  const interval = terms.intervals.includes(remembered) ? remembered : terms.intervals[0]!
  const [refusal, setRefusal] = useState<{ place: Exclude<RefusalPlace, 'popup'>; msg: string } | null>(null)
  const stake = useMemo(() => readStake(amount, terms), [amount, terms])
  const refuse = useCallback(
    (place: Exclude<RefusalPlace, 'popup'>, msg: string) => {
      setRefusal({ place, msg })
      if (place === 'amount') focusAmount()
    },
    [focusAmount],
  )
  const order = useOrder(refuse)
  useEffect(() => setRefusal(null), [amount, interval, chosen?.symbol, chosen?.state])

  const preview =
    chosen && stake.minor !== undefined
      ? previewOrder(stake.minor, chosen.payoutBps, user ? minorOf(user.balance) : null)
      : null
  const place = useCallback(
    (type: TradeType) => {
      setRefusal(null)
      if (stake.problem !== undefined) return refuse('amount', stake.problem)
      if (!chosen)
        return refuse('symbol', symbolsError ? t`The symbols could not be loaded.` : t`The symbols are still loading.`)
      void order.send({ symbols: chosen.symbol, amount: minorText(stake.minor), interval, TYPE: type })
    },
    [stake, chosen, symbolsError, interval, order, refuse],
  )
  const lastOrder = order.last ?? (newest ? orderOf(newest) : null)
  const repeat = (reversed: boolean) => {
    if (!lastOrder) return
    setRefusal(null)
    const TYPE = reversed ? otherSide[lastOrder.TYPE] : lastOrder.TYPE
    void order.send({ ...lastOrder, TYPE })
  }
  return {
    amount,
    setAmount,
    stepAmount: (direction) => setAmount(stepStake(amount, direction, terms)),
    interval,
    intervals: terms.intervals,
    setInterval,
    limits: terms,
    user,
    rules: known?.rules,
    preview,
    problems: {
      ...(stake.problem ? { amount: stake.problem } : {}),
      ...(refusal ? { [refusal.place]: refusal.msg } : {}),
    },
    place,
    lastOrder,
    repeat,
    sending: order.sending,
    outcome: order.outcome,
  }
}

const otherSide: Record<TradeType, TradeType> = { BUY: 'SELL', SELL: 'BUY' }
const orderOf = ({ asset, amount, interval, type }: TradeRecord): SentOrder => ({
  symbols: asset,
  amount,
  interval,
  TYPE: type,
})

/** How long the message about an accepted order stays visible. The list of open trades shows the order too. */
const outcomeStaysMs = 8_000

/**
 * Sends one order of each side at a time. Passes a refusal that concerns an input to `refuse`, and shows any other in a
 * popup.
 */
function useOrder(refuse: (place: Exclude<RefusalPlace, 'popup'>, msg: string) => void) {
  const queries = useQueryClient()
  const popup = usePopup()
  const [sending, setSending] = useState<Sending>({})
  const [outcome, setOutcome] = useState('')
  const [last, setLast] = useState<SentOrder | null>(null)
  const isSending = useRef(new Set<TradeType>())
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(''), outcomeStaysMs)
    return () => clearTimeout(timer)
  }, [outcome])
  const send = useCallback(
    async (order: SentOrder) => {
      const { TYPE } = order
      if (isSending.current.has(TYPE)) return
      isSending.current.add(TYPE)
      setOutcome('')
      setSending((held) => ({ ...held, [TYPE]: { resent: 0 } }))
      const idempotencyKey = newIdempotencyKey()
      await showSentOrder(queries, order, { key: idempotencyKey, nowMs: live.serverNowMs() })
      try {
        const answer = await placeOrder({
          send: () => call('trade', order, { idempotencyKey }),
          isUnanswered,
          wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
          onResend: (resent) => setSending((held) => ({ ...held, [TYPE]: { resent } })),
        })
        startCountdown(answer.id, answer.count)
        void showAcceptedOrder(queries, order, idempotencyKey, answer)
        setOutcome(answer.msg)
        setLast(order)
      } catch (error) {
        void removeSentOrder(queries, idempotencyKey)
        const place = error instanceof CallRefused ? placeOfRefusal(error.code, error.fields) : 'popup'
        if (place !== 'popup') refuse(place, errorText(error))
        else
          void popup({
            title: t`TRADE REPORT`,
            msg: error instanceof OrderUnanswered ? error.message : errorText(error),
            type: 'warning',
          })
      } finally {
        isSending.current.delete(TYPE)
        setSending(({ [TYPE]: _sent, ...others }) => others)
      }
    },
    [queries, popup, refuse],
  )
  return useMemo(() => ({ send, sending, outcome, last }), [send, sending, outcome, last])
}

/** Returns whether there was no response, or only one from a proxy that could not reach the server. */
function isUnanswered(error: unknown): boolean {
  return (
    error instanceof ServerUnreachable ||
    (error instanceof CallRefused && error.code === 'unknown' && error.status >= 502)
  )
}
