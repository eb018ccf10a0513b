import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeliveryFailure } from '../../../api/states/webhook-states.ts'
import { call, type CallOutput } from '../../data/call.ts'
import { useSend } from '../../data/call-form.ts'
import { useRefetch } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Time } from '../../language/time.tsx'
import { Table } from '../../ui/lists/table.tsx'
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
  const { send } = useSend({ title: t`WEBHOOKS`, refetch: useRefetch('webhooks') })

  if (deliveries.length === 0) {
    return (
      <p className={classes.small}>
        <Trans>Nothing sent yet.</Trans>
      </p>
    )
  }
  const shown = all ? deliveries : deliveries.slice(0, shownAtFirst)
  const sendButton = ({ event, state }: Delivery) =>
    state !== 'waiting' && (
      <Button
        variant="default"
        size="xs"
        onClick={() => void send(() => call('webhooks.redeliver', { id, event }))}
        aria-label={t`Send again: ${event}`}
      >
        <Trans>Send again</Trans>
      </Button>
    )
  return (
    <>
      <Table
        label={t`Messages to ${url}`}
        rows={shown.map((delivery) => ({ id: delivery.event, ...delivery }))}
        columns={[
          {
            head: t`Event`,
            cell: ({ event, type }) => (
              <code dir="ltr" title={event}>
                {type}
              </code>
            ),
          },
          { head: t`Time`, cell: ({ at }) => <Time at={at} /> },
          {
            head: t`Outcome`,
            cell: (delivery) => (
              <span className={outcomeClass(delivery.state)}>
                <OutcomeWords delivery={delivery} />
              </span>
            ),
          },
          ...(canSend ? [{ head: t`Action`, cell: sendButton }] : []),
        ]}
      />
      {!all && deliveries.length > shownAtFirst && (
        <ButtonRow>
          <Button variant="default" size="xs" onClick={() => setAll(true)}>
            <Trans>Show all messages</Trans>
          </Button>
        </ButtonRow>
      )}
    </>
  )
}

const outcomeClass = (state: Delivery['state']) =>
  state === 'sent' ? classes.good : state === 'failed' ? classes.bad : undefined

function OutcomeWords({ delivery: { state, failure, attempts, nextAttemptAt, ...delivery } }: { delivery: Delivery }) {
  const status = String(delivery.status)
  if (state === 'sent') return <Trans>Sent, status {status}</Trans>
  if (attempts === 0) return <Trans>Waiting to be sent</Trans>
  const reason = failure === null ? t`Status ${status}` : failures()[failure]
  if (state === 'failed') return <Trans>Failed: {reason}</Trans>
  return nextAttemptAt ? (
    <Trans>
      {reason}. Next attempt <Time at={nextAttemptAt} />
    </Trans>
  ) : (
    <Trans>{reason}. Waiting until the endpoint is switched on</Trans>
  )
}
