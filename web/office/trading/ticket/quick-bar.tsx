import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type RefObject, useEffect, useState } from 'react'
import { percentText } from '../../../ui/text/number-text.ts'
import { useMarket } from '../symbols/market.tsx'
import { useNextSymbol } from '../symbols/next-symbol.ts'
import { useSwipe } from '../use-swipe.ts'
import { SideButton } from './ticket.tsx'
import type { Ticket } from './use-ticket.ts'
import classes from './quick-bar.module.css'

type Props = { ticket: Ticket; ticketRef: RefObject<HTMLElement | null> }

/**
 * Shows BUY and SELL with the order's terms below the chart on phones, while the ticket is off screen. A swipe up opens
 * the ticket, a swipe sideways chooses the next symbol. Hidden if the symbols failed to load.
 */
export function QuickBar({ ticket, ticketRef }: Props) {
  const { chosen, error } = useMarket()
  const away = useIsAway(ticketRef)
  const openTicket = () => ticketRef.current?.scrollIntoView({ block: 'start' })
  const swipe = useSwipe({ onUp: openTicket, onSideways: useNextSymbol() })
  const { preview } = ticket
  const payout = preview && percentText(preview.payoutBps)
  const breakEven = preview && percentText(preview.breakEvenBps, 2)
  const evenOdds = preview && percentText(preview.expectedValueBps, 2)
  return (
    <div
      className={classes.bar}
      hidden={!away || Boolean(error)}
      role="group"
      aria-label={t`Trade without leaving the chart`}
      {...swipe}
    >
      <button type="button" className={classes.terms} onClick={openTicket}>
        <strong>
          {chosen?.symbol} · {ticket.user?.cur}
          {ticket.amount} · {ticket.interval} s
        </strong>
        {preview && (
          <small>
            <Trans>
              pays {payout} · break-even {breakEven} · at even odds {evenOdds}
            </Trans>
          </small>
        )}
      </button>
      <div className={classes.sides}>
        <SideButton ticket={ticket} type="BUY" />
        <SideButton ticket={ticket} type="SELL" />
      </div>
    </div>
  )
}

/** Returns whether at most the top 180 pixels of `element` are on screen. */
function useIsAway(element: RefObject<HTMLElement | null>): boolean {
  const [away, setAway] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => setAway(!entry!.isIntersecting), {
      rootMargin: '0px 0px -180px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return away
}
