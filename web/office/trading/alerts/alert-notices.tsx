import { plural, t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { LiveFromServer } from '../../../../api/live.ts'
import { live } from '../../../data/live.ts'
import { useCall } from '../../../data/queries.ts'
import { usePopup } from '../../../ui/dialogs/popup.tsx'
import { moneyText, priceText } from '../../../ui/text/number-text.ts'
import { usePreference } from '../preferences.ts'
import { signalResult } from '../results/settle-signal.ts'
import { isSending } from '../trades/trade-cache.ts'
import { placedForMe } from './placed-for-me.ts'

/** Announces price alerts as they fire, those that fired while no page was open, and trades of the robot and copies. */
export function AlertNotices() {
  const { data: alerts } = useCall('alerts', {})
  const queries = useQueryClient()
  const popup = usePopup()
  const [sounds] = usePreference('settleSignal')
  const announce = useEffectEvent((title: string, msg: string) => {
    if (sounds) signalResult('flat')
    void popup({ title, msg, type: 'success' })
  })
  const onMessage = useEffectEvent((message: LiveFromServer) => {
    if (message.kind !== 'alert') return
    const { symbol } = message
    const price = priceText(message.firedPrice)
    announce(t`PRICE ALERT`, t`${symbol} reached ${price}.`)
    void queries.invalidateQueries({ queryKey: ['alerts'] })
  })
  useEffect(() => live.onMessage((message) => onMessage(message)), [])

  const missed = alerts?.fired.filter(({ isNew }) => isNew).length
  const isFirst = useRef(true)
  useEffect(() => {
    if (missed === undefined || !isFirst.current) return
    isFirst.current = false
    if (missed > 0)
      announce(
        t`PRICE ALERT`,
        plural(missed, {
          one: '# price alert fired while you were away. Open your price alerts to see it.',
          other: '# price alerts fired while you were away. Open your price alerts to see them.',
        }),
      )
  }, [missed])

  const { notices } = alerts ?? {}
  const wantsTrades = notices !== undefined && (notices.robot || notices.copies)
  const { data: trades } = useCall('trades', {}, { enabled: wantsTrades })
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (!trades || !notices) return
    const placed = trades.filter((trade) => !isSending(trade))
    const before = last.current
    last.current = placed.at(-1)?.id ?? before ?? ''
    if (before === undefined) return
    for (const { by, type, asset, amount, cur } of placedForMe(placed, before, notices)) {
      const money = moneyText(amount, cur)
      announce(
        by === 'robot' ? t`ROBOT` : t`COPYING`,
        by === 'robot'
          ? t`Your robot placed ${type} ${asset}, ${money}.`
          : t`An expert’s trade was copied: ${type} ${asset}, ${money}.`,
      )
    }
  }, [trades, notices])
  return null
}
