import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeliveryFailure } from '../../../contract/webhook-states.ts'
import { call, type CallOutput, errorText } from '../../data/call.ts'
import { Button } from '../../ui/button.tsx'
import { usePopup } from '../../ui/popup.tsx'
import { Moment } from '../../language/moment.tsx'
import classes from './security.module.css'

type Endpoint = CallOutput<'webhooks'>['endpoints'][number]
type Delivery = Endpoint['deliveries'][number]

const shownAtFirst = 5

const failures = (): Record<DeliveryFailure, string> => ({
  address: t`The server name doesn’t resolve to a public IP address`,
  timeout: t`No response within 10 seconds`,
  connection: t`The connection failed`,
  certificate: t`The certificate isn’t trusted`,
  internal: t`We couldn’t decrypt the signing secret`,
})

/** Shows the newest messages to an endpoint, with their outcomes. */
export function WebhookLog({ endpoint: { id, url, deliveries }, canSend }: { endpoint: Endpoint; canSend: boolean }) {
  const [all, setAll] = useState(false)
  const queries = useQueryClient()
  const popup = usePopup()

  async function sendAgain(event: string) {
    try {
      const { msg } = await call('webhooks.redeliver', { id, event })
      await queries.invalidateQueries({ queryKey: ['webhooks'] })
      void popup({ title: t`WEBHOOKS`, msg, type: 'success' })
    } catch (error) {
      void popup({ title: t`WEBHOOKS`, msg: errorText(error), type: 'warning' })
    }
  }

  if (deliveries.length === 0) {
    return (
      <p className={classes.small}>
        <Trans>Nothing sent yet.</Trans>
      </p>
    )
  }
  return (
    <>
      <table className={classes.table} aria-label={t`Messages to ${url}`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Event</Trans>
            </th>
            <th scope="col">
              <Trans>Time</Trans>
            </th>
            <th scope="col">
              <Trans>Outcome</Trans>
            </th>
            {canSend && (
              <th scope="col">
                <Trans>Action</Trans>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {(all ? deliveries : deliveries.slice(0, shownAtFirst)).map((delivery) => (
            <DeliveryRow
              key={delivery.event}
              delivery={delivery}
              canSend={canSend}
              onSendAgain={() => sendAgain(delivery.event)}
            />
          ))}
        </tbody>
      </table>
      {!all && deliveries.length > shownAtFirst && (
        <div className={classes.buttons}>
          <Button variant="default" size="xs" onClick={() => setAll(true)}>
            <Trans>Show all messages</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

function DeliveryRow({
  delivery,
  canSend,
  onSendAgain,
}: {
  delivery: Delivery
  canSend: boolean
  onSendAgain: () => void
}) {
  const { event, type, at, state } = delivery
  return (
    <tr>
      <td data-label={t`Event`}>
        <code dir="ltr" title={event}>
          {type}
        </code>
      </td>
      <td data-label={t`Time`}>
        <Moment at={at} />
      </td>
      <td data-label={t`Outcome`}>
        <span className={state === 'sent' ? classes.good : state === 'failed' ? classes.bad : undefined}>
          <OutcomeWords delivery={delivery} />
        </span>
      </td>
      {canSend && (
        <td>
          {state !== 'waiting' && (
            <Button variant="default" size="xs" onClick={onSendAgain} aria-label={t`Send again: ${event}`}>
              <Trans>Send again</Trans>
            </Button>
          )}
        </td>
      )}
    </tr>
  )
}

function OutcomeWords({ delivery: { state, failure, attempts, nextAttemptAt, ...delivery } }: { delivery: Delivery }) {
  const status = String(delivery.status)
  if (state === 'sent') return <Trans>Sent, status {status}</Trans>
  if (attempts === 0) return <Trans>Waiting to be sent</Trans>
  const reason = failure === null ? t`Status ${status}` : failures()[failure]
  if (state === 'failed') return <Trans>Failed: {reason}</Trans>
  return nextAttemptAt ? (
    <Trans>
      {reason}. Next attempt <Moment at={nextAttemptAt} />
    </Trans>
  ) : (
    <Trans>{reason}. Waiting until the endpoint is switched on</Trans>
  )
}
