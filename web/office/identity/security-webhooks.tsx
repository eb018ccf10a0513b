import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { maxEndpoints } from '../../../api/states/webhook-states.ts'
import { call, CallRefused, type CallOutput } from '../../data/call.ts'
import { useSend } from '../../data/call-form.ts'
import { useCall, useRefetch } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { TextField } from '../../ui/fields/fields.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { Unanswered } from '../../shell/answered.tsx'
import { usePopup } from '../../ui/dialogs/popup.tsx'
import { Panel } from '../../shell/page.tsx'
import { Time } from '../../language/time.tsx'
import { useProof } from './proof.tsx'
import { WebhookLog } from './security-webhook-log.tsx'
import { NewSecret } from './new-secret.tsx'
import classes from './security.module.css'

type Endpoint = CallOutput<'webhooks'>['endpoints'][number]

/**
 * Manages webhook endpoints: adds, tests, switches on and removes them, replaces their secrets and shows their logs.
 */
export function Webhooks() {
  const webhooks = useCall('webhooks', {})
  const [fresh, setFresh] = useState<{ url: string; secret: string }>()
  const endpoints = webhooks.data?.endpoints ?? []
  const available = webhooks.data?.available === true
  return (
    <Panel title={t`Webhooks`} id="webhooks">
      <div className={classes.stack}>
        <p className={classes.words}>
          <Trans>
            A webhook sends each change to your balances to your program, signed according to Standard Webhooks.{' '}
            <a href="/api/docs#webhook-messages">The API documentation</a> describes the messages.
          </Trans>
        </p>
        {fresh && <FreshSecret {...fresh} onDone={() => setFresh(undefined)} />}
        <Unanswered query={webhooks} lines={2} />
        {webhooks.data && !available && (
          <p className={classes.words}>
            <Trans>Webhooks are switched off on this installation. Nothing is sent.</Trans>
          </p>
        )}
        {available && endpoints.length === 0 && (
          <Empty title={t`No endpoints yet`} icon="share">
            <Trans>Add one when a program needs it.</Trans>
          </Empty>
        )}
        {endpoints.length > 0 && (
          <ul className={classes.list}>
            {endpoints.map((endpoint) => (
              <EndpointRow
                key={endpoint.id}
                endpoint={endpoint}
                available={available}
                onSecret={(secret) => setFresh({ url: endpoint.url, secret })}
              />
            ))}
          </ul>
        )}
        {available && endpoints.length < maxEndpoints && <AddEndpoint onAdded={setFresh} />}
      </div>
    </Panel>
  )
}

type RowProps = { endpoint: Endpoint; available: boolean; onSecret: (secret: string) => void }

function EndpointRow({ endpoint, available, onSecret }: RowProps) {
  const { id, url, off } = endpoint
  const popup = usePopup()
  const [dialog, ask] = useProof()
  const refresh = useRefetch('webhooks')
  const { send } = useSend({ title: t`WEBHOOKS`, refetch: refresh })

  const rotate = () =>
    ask({
      title: t`Replace secret`,
      words: t`You’ll get a new signing secret. For 24 hours, we also sign with the old one.`,
      action: t`Replace secret`,
      async run(proof) {
        onSecret((await call('webhooks.rotate', { id, ...proof })).secret)
        await refresh()
      },
    })

  const switchOn = () =>
    ask({
      title: t`Switch on the endpoint`,
      words: t`We’ll send changes to your balances to ${url} again, including those that it missed.`,
      action: t`Switch on`,
      async run(proof) {
        const { msg } = await call('webhooks.enable', { id, ...proof })
        await refresh()
        void popup({ title: t`WEBHOOKS`, msg, type: 'success' })
      },
    })

  return (
    <li>
      <div className={classes.stack}>
        <div className={classes.item}>
          <div>
            <strong dir="ltr">{url}</strong>
            <EndpointFacts endpoint={endpoint} />
          </div>
          <ButtonRow>
            {available && !off && (
              <Button
                variant="default"
                size="xs"
                onClick={() => void send(() => call('webhooks.test', { id }))}
                aria-label={t`Send a test event to ${url}`}
              >
                <Trans>Send a test event</Trans>
              </Button>
            )}
            {available && off && (
              <Button size="xs" onClick={switchOn} aria-label={t`Switch on ${url}`}>
                <Trans>Switch on</Trans>
              </Button>
            )}
            <Button variant="default" size="xs" onClick={rotate} aria-label={t`Replace secret for ${url}`}>
              <Trans>Replace secret</Trans>
            </Button>
            <Button
              variant="default"
              size="xs"
              onClick={() => void send(() => call('webhooks.remove', { id }))}
              aria-label={t`Remove ${url}`}
            >
              <Trans>Remove</Trans>
            </Button>
          </ButtonRow>
        </div>
        <WebhookLog endpoint={endpoint} canSend={available && !off} />
      </div>
      {dialog}
    </li>
  )
}

function EndpointFacts({ endpoint: { createdAt, lastSuccessAt, off, oldSecretUntil } }: { endpoint: Endpoint }) {
  return (
    <>
      <p className={classes.small}>
        {lastSuccessAt ? (
          <Trans>
            Added <Time at={createdAt} />, last successful delivery <Time at={lastSuccessAt} />
          </Trans>
        ) : (
          <Trans>
            Added <Time at={createdAt} />, no successful delivery yet
          </Trans>
        )}
      </p>
      {oldSecretUntil && (
        <p className={classes.small}>
          <Trans>
            We also sign with the old secret until <Time at={oldSecretUntil} />.
          </Trans>
        </p>
      )}
      {off && (
        <p className={classes.bad}>
          {off.reason === 'gone' ? (
            <Trans>
              Switched off <Time at={off.since} /> because it returned 410 Gone.
            </Trans>
          ) : off.reason === 'password' ? (
            <Trans>
              Switched off <Time at={off.since} /> because your password was changed. Switch it on if it’s yours.
            </Trans>
          ) : (
            <Trans>
              Switched off <Time at={off.since} /> because it kept failing. Switch it on to receive the messages it
              missed.
            </Trans>
          )}
        </p>
      )}
    </>
  )
}

type FreshProps = { url: string; secret: string; onDone: () => void }

function FreshSecret({ url, secret, onDone }: FreshProps) {
  return (
    <NewSecret value={secret} onDone={onDone}>
      <Trans>
        <strong>
          Signing secret for <bdi dir="ltr">{url}</bdi>.
        </strong>{' '}
        Copy it now. We won’t show it again.
      </Trans>
    </NewSecret>
  )
}

/** The proof dialog makes the call, so this form only holds its input and its error. */
function AddEndpoint({ onAdded }: { onAdded: (added: { url: string; secret: string }) => void }) {
  const [url, setUrl] = useState('')
  const [fault, setFault] = useState('')
  const [dialog, ask] = useProof()
  const refresh = useRefetch('webhooks')
  const add = () =>
    ask({
      title: t`Add a webhook endpoint`,
      words: t`Anyone who controls this URL can see every change to your balances.`,
      action: t`Add endpoint`,
      async run(proof) {
        try {
          const { secret } = await call('webhooks.add', { url, ...proof })
          onAdded({ url, secret })
        } catch (error) {
          if (error instanceof CallRefused && error.fields?.['url']) setFault(error.fields['url'])
          throw error
        }
        setUrl('')
        await refresh()
      },
    })
  return (
    <>
      <form
        className={classes.inline}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setFault('')
          add()
        }}
      >
        <TextField
          label={t`Endpoint URL`}
          placeholder="https://hooks.example.org/tallystick"
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={500}
          dir="ltr"
          value={url}
          error={fault}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Button type="submit">
          <Trans>Add an endpoint</Trans>
        </Button>
      </form>
      {dialog}
    </>
  )
}
