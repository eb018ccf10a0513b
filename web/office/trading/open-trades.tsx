import { Trans } from '@lingui/react/macro'
import type { TradeRecord } from '../../../contract/trading.ts'
import { Money } from '../../ui/money.tsx'
import { countdownText, countdownWords } from './countdown.ts'
import { useMarket, useQuote, useServerNow } from './market.tsx'
import { strikeAmong } from './price-board.ts'
import { leaningOf } from './trade-marks.ts'
import { leftMsOf } from './use-trades.ts'
import classes from './open-trades.module.css'
import panel from './panel.module.css'

/** The trades under way, the next to end first, each with the time it has left. */
export function OpenTrades({ trades }: { trades: readonly TradeRecord[] }) {
  const open = trades.filter((trade) => trade.status === 'OPEN').toSorted((a, b) => a.expiresAt - b.expiresAt)
  return (
    <section className={panel.panel} aria-labelledby="open-title">
      <div className={panel.head}>
        <h2 id="open-title" className={panel.title}>
          <Trans>Open trades</Trans>
        </h2>
        <span className={panel.count}>{open.length > 0 ? open.length : 'none'}</span>
      </div>
      {open.length > 0 && (
        <ul className={classes.list}>
          {open.map((trade) => (
            <OpenTrade key={trade.id} trade={trade} />
          ))}
        </ul>
      )}
    </section>
  )
}

const leaningWords = { up: 'winning', down: 'losing', flat: 'even' }

function OpenTrade({ trade }: { trade: TradeRecord }) {
  const { board, choose } = useMarket()
  const quote = useQuote(trade.asset)
  useServerNow(250)
  const leftMs = leftMsOf(trade)
  const strike = trade.strike ?? strikeAmong(board.recent(trade.asset), trade.acceptedAt)
  const leaning = strike === undefined ? 'flat' : leaningOf(trade.type, strike, quote?.price)
  return (
    <li className={classes.trade}>
      <span className={panel.chip} data-tone={trade.type === 'BUY' ? 'up' : 'down'}>
        {trade.type}
      </span>
      <button type="button" className={classes.asset} onClick={() => choose(trade.asset)}>
        {trade.asset}
      </button>
      <Money amount={trade.amount} unit={trade.cur} />
      <span className={classes.prices}>
        {strike ?? 'waiting for the first price'}
        {strike && quote && <> → {quote.price}</>}
      </span>
      <span className={classes.leaning} data-tone={leaning}>
        {leftMs > 0 && strike ? leaningWords[leaning] : ''}
      </span>
      <span className={classes.left} role="timer" aria-label={leftMs > 0 ? `${countdownWords(leftMs)} left` : 'Settling'}>
        {leftMs > 0 ? countdownText(leftMs) : 'Settling'}
      </span>
      <span className={classes.bar} aria-hidden="true">
        <span style={{ transform: `scaleX(${Math.min(1, Math.max(0, leftMs / (trade.interval * 1000)))})` }} data-tone={leaning} />
      </span>
    </li>
  )
}
