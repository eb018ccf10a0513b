import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { call, type CallOutput, errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Money } from '../../ui/text/money.tsx'
import { minutesText } from './limit-words.ts'
import classes from './limits.module.css'

const pollIntervalMs = 60_000

/** Shows the reality check over the current page when it is due. Only confirming closes it. */
export function RealityCheck() {
  const reality = useCall(
    'limits.reality',
    {},
    { refetchInterval: ({ state }) => (state.data?.every ? pollIntervalMs : false) },
  )
  return reality.data?.due ? <Check figures={reality.data} /> : null
}

function Check({ figures }: { figures: CallOutput<'limits.reality'> }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')

  const interval = minutesText(figures.every ?? 0)
  const show = () => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }
  useEffect(show, [])

  async function confirm() {
    setBusy(true)
    setFailed('')
    try {
      await call('limits.reality.confirm', {})
      await queries.invalidateQueries({ queryKey: ['limits.reality'] })
    } catch (error) {
      setFailed(errorText(error))
    }
    setBusy(false)
  }

  return (
    // Some browsers close the dialog on a second Escape even if the cancel event is prevented, so reopen it.
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      onClose={show}
    >
      <h2 id={titleId}>
        <Trans>Reality check</Trans>
      </h2>
      <p>
        <Trans>You asked to see this every {interval}. Since the last check:</Trans>
      </p>
      <dl className={classes.figures}>
        <div>
          <dt>
            <Trans>Time here</Trans>
          </dt>
          <dd>{minutesText(figures.minutes)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Time here today</Trans>
          </dt>
          <dd>{minutesText(figures.minutesToday)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Trades placed</Trans>
          </dt>
          <dd>{figures.trades}</dd>
        </div>
        <div>
          <dt>
            <Trans>Result of settled trades</Trans>
          </dt>
          <dd>
            <Money amount={figures.net} unit={figures.cur} />
          </dd>
        </div>
      </dl>
      {failed && <p role="alert">{failed}</p>}
      <Button onClick={confirm} loading={busy} fullWidth>
        <Trans>I’ve seen this</Trans>
      </Button>
    </dialog>
  )
}
