import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useAmountsHidden } from '../../../ui/text/amounts.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Glyph } from '../glyphs.tsx'
import { tradeReport } from './settled.ts'
import type { Report } from './use-trades.ts'
import classes from './reports.module.css'
import panel from '../panel.module.css'

/**
 * How long a report stays visible unless the pointer is over it or it has focus. The trade history has the same
 * information.
 */
const staysMs = 12_000
const shownAtOnce = 3

type Props = { reports: readonly Report[]; onClose: (id: string) => void; onReplay: (id: string) => void }

/**
 * Shows reports on settled trades, newest first, without covering the ticket. Screen readers announce each in one
 * sentence.
 */
export function Reports({ reports, onClose, onReplay }: Props) {
  const hidden = useAmountsHidden()
  const newest = reports[0]
  const { headline = '', sentence = '' } = newest ? tradeReport(newest.trade, hidden) : {}
  // The server's message contains the amounts, so it isn't used while they are hidden.
  const spoken = (hidden ? undefined : newest?.msg) ?? sentence
  return (
    <>
      <p className="visually-hidden" role="status">
        {newest ? t`Trade report. ${headline}. ${spoken}` : ''}
      </p>
      <section className={classes.stack} aria-label={t`Trade reports`}>
        {reports.slice(0, shownAtOnce).map((report, index) => (
          <ReportNote
            key={report.trade.id}
            report={report}
            short={index > 0}
            onClose={() => onClose(report.trade.id)}
            onReplay={() => onReplay(report.trade.id)}
          />
        ))}
      </section>
    </>
  )
}

/** Shows the newest report in full, and older ones in one line until they disappear. */
function ReportNote({
  report: { trade, msg },
  short,
  onClose,
  onReplay,
}: {
  report: Report
  short: boolean
  onClose: () => void
  onReplay: () => void
}) {
  const [held, setHeld] = useState(false)
  const hidden = useAmountsHidden()
  // A new function in each render must not restart the timer.
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => close.current(), staysMs)
    return () => clearTimeout(timer)
  }, [held])
  const { headline, sentence, tone } = tradeReport(trade, hidden)
  return (
    <article
      className={classes.note}
      data-tone={tone}
      data-short={short}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <h2 className={short ? 'visually-hidden' : classes.title}>
        <Trans>TRADE REPORT</Trans>
      </h2>
      <button type="button" className={classes.close} aria-label={t`Close report`} onClick={onClose}>
        <Icon name="close" size={16} />
      </button>
      <p className={classes.headline}>
        {headline} {short && <small>{trade.asset}</small>}
      </p>
      {!short && (
        <>
          {msg && !hidden && <p className={classes.sentence}>{msg}</p>}
          <p className={classes.sentence}>{sentence}</p>
          <button type="button" className={panel.action} onClick={onReplay}>
            <Glyph name="replay" size={16} /> <Trans>Replay</Trans>
          </button>
        </>
      )}
    </article>
  )
}
