import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { CallOutput } from '../../../data/call.ts'
import { call } from '../../../data/call.ts'
import { useCallForm, useSend } from '../../../data/call-form.ts'
import { useCall, useRefetch } from '../../../data/queries.ts'
import { momentFormat } from '../../../language/formats.ts'
import { Unanswered } from '../../../shell/answered.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { SelectField, TextField } from '../../../ui/fields/fields.tsx'
import { priceText } from '../../../ui/text/number-text.ts'
import { useMarket, useQuote } from '../symbols/market.tsx'
import classes from './alerts.module.css'
import panel from '../panel.module.css'

type Alerts = CallOutput<'alerts'>

type Props = {
  /** The symbol of the form at first. By default, the one on the chart. */
  symbol?: string
  onClose: () => void
}

/** Shows the customer's price alerts, adds and removes them, and chooses which trades of others are announced. */
export function AlertsDialog({ symbol, onClose }: Props) {
  const alerts = useCall('alerts', {})
  const { data } = alerts
  const hasNew = data?.fired.some(({ isNew }) => isNew) ?? false
  useEffect(() => {
    if (hasNew) void call('alerts.seen', {}).catch(() => {})
  }, [hasNew])
  return (
    <Dialog title={<Trans>Price alerts</Trans>} closeButton coversPhone lightDismiss onClose={onClose}>
      <p className={classes.note}>
        <Trans>
          An alert fires once, at the first published price that reaches it, even while no page is open. It doesn’t
          place a trade.
        </Trans>
      </p>
      <AddAlert first={symbol} />
      {!data && <Unanswered query={alerts} lines={3} label={t`Loading price alerts`} />}
      {data && <Lists alerts={data} />}
      {data && <Notices notices={data.notices} />}
    </Dialog>
  )
}

function AddAlert({ first }: { first: string | undefined }) {
  const { symbols, chosen } = useMarket()
  const refetch = useRefetch('alerts')
  const form = useCallForm({
    title: t`PRICE ALERT`,
    values: () => ({ symbol: first ?? chosen?.symbol ?? '', price: '' }),
    next: ({ symbol }) => ({ symbol, price: '' }),
    send: (values) => call('alerts.add', values),
    refetch,
  })
  const { symbol } = form.values
  const quote = useQuote(symbol)
  const current = quote?.price ?? symbols.find((one) => one.symbol === symbol)?.price ?? ''
  const now = priceText(current)
  return (
    <form ref={form.form} className={classes.add} noValidate onSubmit={form.onSubmit}>
      <SelectField
        label={t`Symbol`}
        data={symbols.map((one) => one.symbol)}
        value={symbol}
        onChange={(event) => form.change({ symbol: event.currentTarget.value })}
      />
      <TextField
        label={current ? t`Price (now ${now})` : t`Price`}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        {...form.field('price')}
      />
      <Button type="submit" loading={form.busy}>
        <Trans>Add alert</Trans>
      </Button>
    </form>
  )
}

const timeText = momentFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

function Lists({ alerts: { open, fired, most } }: { alerts: Alerts }) {
  const { busy, send } = useSend({ title: t`PRICE ALERT`, refetch: useRefetch('alerts') })
  const removeButton = (id: string, symbol: string, price: string) => (
    <Button
      variant="default"
      size="xs"
      disabled={busy}
      aria-label={t`Remove alert for ${symbol} at ${price}`}
      onClick={() => void send(() => call('alerts.remove', { id }))}
    >
      <Trans>Remove</Trans>
    </Button>
  )
  const count = open.length
  return (
    <>
      <section>
        <h3 className={panel.title}>
          <Trans>
            Active ({count} of {most})
          </Trans>
        </h3>
        {count === 0 && (
          <p className={classes.note}>
            <Trans>You have no active alerts.</Trans>
          </p>
        )}
        <ul className={classes.list}>
          {open.map(({ id, symbol, side, price }) => (
            <li key={id}>
              <span>{alertWords(symbol, side, priceText(price))}</span>
              {removeButton(id, symbol, price)}
            </li>
          ))}
        </ul>
      </section>
      {fired.length > 0 && (
        <section>
          <h3 className={panel.title}>
            <Trans>Fired</Trans>
          </h3>
          <ul className={classes.list}>
            {fired.map(({ id, symbol, side, price, firedPrice, firedAt, tick }) => {
              const at = priceText(firedPrice)
              const when = timeText(firedAt)
              return (
                <li key={id}>
                  <span>
                    {alertWords(symbol, side, priceText(price))}
                    <small>{t`Reached ${at}, ${when}, tick ${tick}`}</small>
                  </span>
                  {removeButton(id, symbol, price)}
                </li>
              )
            })}
          </ul>
        </section>
      )}
    </>
  )
}

/** Returns the condition of an alert in words. */
const alertWords = (symbol: string, side: Alerts['open'][number]['side'], price: string): string =>
  side === 'above' ? t`${symbol} at or above ${price}` : t`${symbol} at or below ${price}`

function Notices({ notices }: { notices: Alerts['notices'] }) {
  const { busy, send } = useSend({ title: t`PRICE ALERT`, refetch: useRefetch('alerts') })
  const save = (changed: Partial<Alerts['notices']>) =>
    void send(() => call('alerts.notices', { ...notices, ...changed }))
  return (
    <fieldset className={classes.notices}>
      <legend className={panel.title}>
        <Trans>Notify me when a trade is placed</Trans>
      </legend>
      <Checkbox checked={notices.robot} disabled={busy} onChange={(robot) => save({ robot })}>
        <Trans>by my robot</Trans>
      </Checkbox>
      <Checkbox checked={notices.copies} disabled={busy} onChange={(copies) => save({ copies })}>
        <Trans>by copying an expert</Trans>
      </Checkbox>
    </fieldset>
  )
}
