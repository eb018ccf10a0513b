import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Ref } from 'react'
import type { TradeType } from '../../../../api/calls/trading/trading.ts'
import { useLiveStatus } from '../../../data/live.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SuggestedValues } from '../../../ui/fields/suggested-values.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { moneyText, percentText, priceText } from '../../../ui/text/number-text.ts'
import { Icon } from '../../../ui/icons.tsx'
import { useOfficeActions } from '../../shell/office-actions.ts'
import { AlertsButton } from '../alerts/alerts-button.tsx'
import { Glyph } from '../glyphs.tsx'
import { useMarket, useQuote } from '../symbols/market.tsx'
import { useKeyName } from '../keys/shortcuts.ts'
import { usePreference } from '../preferences.ts'
import { signalResult } from '../results/settle-signal.ts'
import { minorText } from './stake.ts'
import { SymbolState } from '../symbols/symbol-list.tsx'
import type { Ticket as TicketState } from './use-ticket.ts'
import { Fact, Facts } from '../../../ui/lists/facts.tsx'
import classes from './ticket.module.css'
import panel from '../panel.module.css'

const quickAmounts = ['10', '25', '50', '100', '250']

type Props = { ticket: TicketState; amountRef: Ref<HTMLInputElement>; onPickSymbol: () => void }

/** Shows the order ticket: symbol, amount, interval, a preview of the order, BUY and SELL. */
export function Ticket({ ticket, amountRef, onPickSymbol }: Props) {
  const { showKeys } = useOfficeActions()
  return (
    <section className={`${panel.panel} ${classes.ticket}`} aria-labelledby="ticket-title">
      <div className={classes.head}>
        <h2 id="ticket-title" className={panel.title}>
          <Trans>New trade</Trans>
        </h2>
        <span className={classes.headButtons}>
          <AlertsButton />
          <SignalSwitch />
          <IconButton label={t`Keyboard shortcuts`} aria-keyshortcuts="?" onClick={showKeys}>
            <Glyph name="keyboard" size={20} />
          </IconButton>
        </span>
      </div>
      <form
        className={classes.form}
        noValidate
        // Pressing Enter in a field must not choose a side, so only the BUY and SELL buttons place orders.
        onSubmit={(event) => event.preventDefault()}
      >
        <SymbolField problem={ticket.problems.symbol} onPickSymbol={onPickSymbol} />
        <AmountField ticket={ticket} amountRef={amountRef} />
        <IntervalField ticket={ticket} />
        <PreviewTable ticket={ticket} />
        <div className={classes.sides}>
          <SideButton ticket={ticket} type="BUY" />
          <SideButton ticket={ticket} type="SELL" />
        </div>
        <RepeatButtons ticket={ticket} />
        <OrderOutcome ticket={ticket} />
        {ticket.rules && (
          <details className={classes.rules}>
            <summary>
              <Trans>How a result is decided</Trans>
            </summary>
            <p>{ticket.rules}</p>
          </details>
        )}
      </form>
    </section>
  )
}

/** Switches sound and vibration for results. */
function SignalSwitch() {
  const [on, setOn] = usePreference('settleSignal')
  return (
    <IconButton
      label={t`Sound and vibration for results`}
      aria-pressed={on}
      onClick={() => {
        setOn(!on)
        if (!on) signalResult('flat')
      }}
    >
      <Glyph name={on ? 'sound' : 'soundOff'} size={20} />
    </IconButton>
  )
}

function SymbolField({ problem, onPickSymbol }: { problem: string | undefined; onPickSymbol: () => void }) {
  const { chosen, error } = useMarket()
  const quote = useQuote(chosen?.symbol)
  const hours = chosen?.hours ?? ''
  // Until the connection has delivered prices, nothing is known about how current they are.
  const connected = useLiveStatus() === 'live'
  const stale = connected && chosen?.state === 'stale'
  return (
    <div className={classes.field}>
      <button
        type="button"
        className={classes.symbol}
        onClick={onPickSymbol}
        aria-haspopup="dialog"
        aria-describedby={problem ? 'symbol-problem' : undefined}
      >
        <span className={classes.symbolName}>
          <span className="visually-hidden">
            <Trans>Symbol:</Trans>{' '}
          </span>
          <strong>{chosen?.symbol ?? (error ? t`No symbols` : t`Loading`)}</strong>
          <small>{stale ? <SymbolState info={chosen} /> : (chosen?.name ?? ' ')}</small>
        </span>
        <span className={panel.figures}>{priceText(quote?.price ?? chosen?.price ?? '')}</span>
        <Icon name="chevron" size={18} />
      </button>
      {chosen?.state === 'closed' && (
        <p className={classes.closed}>
          <Icon name="clock" size={16} />
          <span>
            {chosen.symbol}: <SymbolState info={chosen} />. {t`Trading hours: ${hours}.`}
          </span>
        </p>
      )}
      {problem && (
        <p id="symbol-problem" className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function AmountField({ ticket, amountRef }: { ticket: TicketState; amountRef: Ref<HTMLInputElement> }) {
  const problem = ticket.problems.amount
  const cur = ticket.user?.cur ?? ''
  const minimum = moneyText(ticket.limits.minAmount, cur)
  return (
    <div className={classes.field}>
      <label htmlFor="ticket-amount" className={classes.label}>
        <Trans>
          Amount <small>practice money, minimum {minimum}</small>
        </Trans>
      </label>
      <div className={classes.amount} data-bad={Boolean(problem)}>
        <button type="button" aria-label={t`Lower the amount`} onClick={() => ticket.stepAmount(-1)}>
          <Glyph name="minus" />
        </button>
        <span aria-hidden="true">{cur}</span>
        <input
          id="ticket-amount"
          ref={amountRef}
          inputMode="decimal"
          autoComplete="off"
          value={ticket.amount}
          aria-invalid={Boolean(problem)}
          aria-describedby="amount-problem"
          onChange={(event) => ticket.setAmount(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            ticket.stepAmount(event.key === 'ArrowUp' ? 1 : -1)
          }}
        />
        <button type="button" aria-label={t`Raise the amount`} onClick={() => ticket.stepAmount(1)}>
          <Glyph name="plus" />
        </button>
      </div>
      <SuggestedValues
        label={t`Quick amounts`}
        look="row"
        options={quickAmounts.map((amount) => ({ value: amount, label: amount }))}
        chosen={ticket.amount}
        onChoose={ticket.setAmount}
      />
      <p id="amount-problem" className={classes.problem} role="alert">
        {problem}
      </p>
    </div>
  )
}

function IntervalField({ ticket }: { ticket: TicketState }) {
  return (
    <fieldset className={classes.intervals}>
      <legend className={classes.label}>
        <Trans>Interval</Trans>
      </legend>
      <div>
        {ticket.intervals.map((seconds) => (
          <label key={seconds}>
            <input
              type="radio"
              name="interval"
              value={seconds}
              checked={ticket.interval === seconds}
              onChange={() => ticket.setInterval(seconds)}
            />
            <span dir="ltr">{seconds}&nbsp;s</span>
          </label>
        ))}
      </div>
      {ticket.problems.interval && (
        <p className={classes.problem} role="alert">
          {ticket.problems.interval}
        </p>
      )}
    </fieldset>
  )
}

function PreviewTable({ ticket }: { ticket: TicketState }) {
  const { preview, user } = ticket
  const cur = user?.cur ?? ''
  const money = (minor: bigint | null | undefined, shown = false) =>
    minor === null || minor === undefined ? '–' : <Money amount={minorText(minor)} unit={cur} shown={shown} />
  const short = preview?.balanceAfterMinor !== null && preview !== null && preview.balanceAfterMinor < 0n
  const rows: [string, React.ReactNode, ('up' | 'down')?][] = [
    [t`Payout rate`, preview ? percentText(preview.payoutBps) : '–'],
    [t`Profit if you win`, money(preview?.profitMinor, true), 'up'],
    [t`Break-even win rate`, preview ? percentText(preview.breakEvenBps, 2) : '–'],
    [t`Average result on a coin flip`, preview ? percentText(preview.expectedValueBps, 2) : '–', 'down'],
    [t`Balance after the order`, money(preview?.balanceAfterMinor), short ? 'down' : undefined],
  ]
  return (
    <Facts layout="compact" className={classes.preview}>
      {rows.map(([name, value, tone]) => (
        <Fact key={name} term={name} tone={preview ? tone : undefined}>
          <span dir="ltr">{value}</span>
        </Fact>
      ))}
    </Facts>
  )
}

/** Shows the BUY or SELL button, which places an order with the current ticket. */
export function SideButton({ ticket, type }: { ticket: TicketState; type: TradeType }) {
  const sending = ticket.sending[type]
  const key = useKeyName(type === 'BUY' ? 'buy' : 'sell')
  const progress = sending && (sending.resent > 0 ? t`Retrying` : t`Sending`)
  return (
    <button
      type="button"
      className={classes.side}
      data-side={type}
      aria-disabled={sending !== undefined}
      aria-keyshortcuts={key}
      onClick={() => ticket.place(type)}
    >
      <span>
        <strong>{type}</strong>
        <Glyph name={type === 'BUY' ? 'up' : 'down'} size={20} />
      </span>
      <small>
        {/* Keeps its place while the order is sent, because it can take two lines. */}
        <span data-covered={sending ? true : undefined}>
          {type === 'BUY' ? t`price ends higher` : t`price ends lower`}
        </span>
        {progress && <span>{progress}</span>}
      </small>
    </button>
  )
}

/** Shows buttons that place the last order again, on the same side or the other. */
function RepeatButtons({ ticket: { lastOrder, repeat, sending, user } }: { ticket: TicketState }) {
  const order = lastOrder && `${lastOrder.symbols} ${moneyText(lastOrder.amount, user?.cur ?? '')}`
  const { TYPE: side = 'BUY' } = lastOrder ?? {}
  const other = side === 'BUY' ? 'SELL' : 'BUY'
  const repeatKey = useKeyName('repeat')
  const reverseKey = useKeyName('reverse')
  return (
    <div className={classes.repeat} role="group" aria-label={t`Repeat the last order`}>
      <button
        type="button"
        className={panel.action}
        disabled={lastOrder === null || sending[side] !== undefined}
        aria-keyshortcuts={repeatKey}
        title={order ? `${side} ${order}` : undefined}
        onClick={() => repeat(false)}
      >
        <Glyph name="replay" size={16} /> <Trans>Repeat {side}</Trans>
      </button>
      <button
        type="button"
        className={panel.action}
        disabled={lastOrder === null || sending[other] !== undefined}
        aria-keyshortcuts={reverseKey}
        title={order ? `${other} ${order}` : undefined}
        onClick={() => repeat(true)}
      >
        <Glyph name="swap" size={16} /> <Trans>Reverse to {other}</Trans>
      </button>
    </div>
  )
}

function OrderOutcome({ ticket }: { ticket: TicketState }) {
  const resent = Object.values(ticket.sending).some((order) => order.resent > 0)
  return (
    <p className={classes.outcome} role="status">
      {resent
        ? t`The response was lost. Sending the same order again. It can be accepted only once.`
        : ticket.outcome || t`Ties refund your stake. Results come only from published prices.`}
    </p>
  )
}
