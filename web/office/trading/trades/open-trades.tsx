import { priceText } from '../../../ui/text/number-text.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import { errorText } from '../../../data/call.ts'
import { Money } from '../../../ui/text/money.tsx'
import { Failed } from '../../../ui/page-state.tsx'
import { countdownText, countdownWords } from './countdown.ts'
import { useMarket, useQuote, useServerNow } from '../symbols/market.tsx'
import { strikeAmong } from '../symbols/price-board.ts'
import { leaningOf } from '../chart/marks/trade-marks.ts'
import { isSending } from './trade-cache.ts'
import { minorOf, minorText } from '../ticket/stake.ts'
import { leftMsOf } from './use-trades.ts'
import { Badge } from '../../../ui/badge.tsx'
import classes from './open-trades.module.css'
import panel from '../panel.module.css'

/** How many trades fit without scrolling. */
const shownAtOnce = 3

/** `trades` is undefined while loading. If `error` is set, `trades` may be out of date. */
type Props = { trades: readonly TradeRecord[] | undefined; error: unknown; retry: () => void }

/** Lists open trades with their time left, next to expire first. Reports an empty list only after a successful load. */
export function OpenTrades({ trades, error, retry }: Props) {
  const open = (trades ?? []).filter((trade) => trade.status === 'OPEN').toSorted((a, b) => a.expiresAt - b.expiresAt)
  return (
    <section className={`${panel.panel} ${classes.open}`} data-failed={Boolean(error)} aria-labelledby="open-title">
      <div className={panel.head}>
        <h2 id="open-title" className={panel.title}>
          <Trans>Open trades</Trans>
        </h2>
        {trades && !error && (
          <span className={panel.count}>
            {open.length > 0 ? open.length : t({ message: 'none', context: 'open trades' })}
          </span>
        )}
        {open.length > 0 && <Totals open={open} />}
      </div>
      {error ? (
        <Failed message={`${t`We couldn’t load your open trades.`} ${errorText(error)}`} onRetry={retry} />
      ) : null}
      {trades && !error && open.length === 0 && (
        <p className={classes.none}>
          <Trans>Place a trade with BUY or SELL. You can watch it here until it settles.</Trans>
        </p>
      )}
      {open.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- people scroll the list with the keyboard
        <ul className={classes.list} tabIndex={open.length > shownAtOnce ? 0 : undefined}>
          {open.map((trade) => (
            <OpenTrade key={trade.id} trade={trade} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Shows the stakes of all open trades, and the profit if each of them wins. */
function Totals({ open }: { open: readonly TradeRecord[] }) {
  const cur = open[0]!.cur
  const sum = (amounts: bigint[]) => minorText(amounts.reduce((total, amount) => total + amount, 0n))
  const stakes = sum(open.map(({ amount }) => minorOf(amount)))
  const profit = sum(open.map(({ amount, payoutBps }) => (minorOf(amount) * BigInt(payoutBps)) / 10_000n))
  return (
    <span className={classes.totals}>
      <span>
        <Trans>At stake</Trans> <Money amount={stakes} unit={cur} />
      </span>
      <span>
        <Trans>To win</Trans> <Money amount={profit} unit={cur} />
      </span>
    </span>
  )
}

const leaningWords = () => ({
  up: t({ message: 'ahead', comment: 'an open trade that would win at the current price' }),
  down: t({ message: 'behind', comment: 'an open trade that would lose at the current price' }),
  flat: t({ message: 'level', comment: 'an open trade that would tie at the current price' }),
})

function OpenTrade({ trade }: { trade: TradeRecord }) {
  const { board, choose } = useMarket()
  const quote = useQuote(trade.asset)
  // The first render has no clock, so that the server's page and hydration show the same text.
  const leftMs = useServerNow(250) === 0 ? trade.interval * 1000 : leftMsOf(trade)
  const timeLeft = countdownWords(leftMs)
  const strike = trade.strike ?? strikeAmong(board.recent(trade.asset), trade.acceptedAt)
  const leaning = strike === undefined ? 'flat' : leaningOf(trade.type, strike, quote?.price)
  return (
    <li className={classes.trade}>
      <Badge tone={trade.type === 'BUY' ? 'good' : 'bad'}>{trade.type}</Badge>
      <button type="button" className={classes.asset} onClick={() => choose(trade.asset)}>
        {trade.asset}
      </button>
      <Money amount={trade.amount} unit={trade.cur} />
      <span className={classes.prices}>
        {isSending(trade) ? (
          t`Sending`
        ) : strike === undefined ? (
          <Trans>waiting for the first price</Trans>
        ) : (
          <span dir="ltr">
            {strike && priceText(strike)}
            {strike && quote && <> → {priceText(quote.price)}</>}
          </span>
        )}
      </span>
      <span className={classes.leaning} data-tone={leaning}>
        {leftMs > 0 && strike ? leaningWords()[leaning] : ''}
      </span>
      <span className={classes.left} role="timer" aria-label={leftMs > 0 ? t`${timeLeft} left` : t`Settling`}>
        {leftMs > 0 ? countdownText(leftMs) : t`Settling`}
      </span>
      <span className={classes.bar} aria-hidden="true" data-directed>
        <span
          style={{ transform: `scaleX(${Math.min(1, Math.max(0, leftMs / (trade.interval * 1000)))})` }}
          data-tone={leaning}
        />
      </span>
    </li>
  )
}
