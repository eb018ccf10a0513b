import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call, type CallOutput, errorText } from '../../data/call.ts'
import { useSend } from '../../data/call-form.ts'
import { readSecret, storeSecret, useSecret } from '../../data/session.ts'
import { path } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Failed, Loading } from '../../ui/page-state.tsx'
import classes from './hand-over-consent.module.css'

type Look = CallOutput<'handover.look'>

/**
 * Requires confirmation before a hand-over link opens an account on this device. Without it, a link from someone else
 * would silently sign the reader in to the sender's account.
 */
export function HandOverConsent({ code, onDone }: { code: string; onDone: () => void }) {
  const [look, setLook] = useState<Look>()
  const [failure, setFailure] = useState<string>()

  useEffect(() => {
    call('handover.look', { s: code }).then(setLook, (error) => setFailure(errorText(error)))
  }, [code])

  return (
    <section className={classes.consent}>
      {failure !== undefined && (
        <>
          <Failed message={failure} />
          <div className={classes.center}>
            <Button variant="default" onClick={onDone}>
              <Trans>Continue without the link</Trans>
            </Button>
          </div>
        </>
      )}
      {failure === undefined && !look && <Loading lines={4} label={t`Checking the link`} />}
      {look && failure === undefined && <Question code={code} look={look} onDone={onDone} onFailure={setFailure} />}
    </section>
  )
}

type QuestionProps = { code: string; look: Look; onDone: () => void; onFailure: (message: string) => void }

function Question({ code, look, onDone, onFailure }: QuestionProps) {
  const { email, number } = look
  const { busy, send } = useSend({
    title: '',
    leaves: true,
    onFailure: (error) => (onFailure(errorText(error)), true),
  })
  const secret = useSecret()
  const heading = useRef<HTMLHeadingElement>(null)
  const words = useId()
  const navigate = useNavigate()
  useEffect(() => heading.current?.focus(), [])

  async function open() {
    await send(async () => {
      const { secrete } = await call('handover.take', { s: code, replace: readSecret() !== null })
      storeSecret(secrete)
      onDone()
      await navigate(path('dashboard'), { replace: true })
    })
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1} aria-describedby={words}>
        {look.same ? (
          <Trans>You’re already signed in to this account</Trans>
        ) : (
          <Trans>Open this account on this device?</Trans>
        )}
      </h1>
      <div id={words} className={classes.words}>
        <p>
          <Trans>
            The link opens the account <bdi dir="ltr">{email}</bdi>. The device that created the link shows this number:
          </Trans>
        </p>
        <p className={classes.number}>{number}</p>
        {!look.same && (
          <p>
            <Trans>
              Open it only if you created the link yourself a moment ago and the numbers match. Anything you deposit or
              upload afterwards goes to that account.
            </Trans>
          </p>
        )}
        {secret && !look.same && <SignedInAs />}
      </div>
      <ButtonRow>
        <Button variant={look.same ? 'filled' : 'default'} onClick={onDone}>
          {secret ? <Trans>Keep my session</Trans> : <Trans>Cancel</Trans>}
        </Button>
        {!look.same && (
          <Button loading={busy} onClick={open}>
            <Trans>Open {email}</Trans>
          </Button>
        )}
      </ButtonRow>
    </>
  )
}

function SignedInAs() {
  const [email, setEmail] = useState<string>()
  useEffect(() => {
    call('user', {}).then(
      (user) => setEmail(user.email),
      () => {},
    )
  }, [])
  if (!email) return null
  return (
    <p className={classes.warning}>
      <Trans>
        You’re signed in as <bdi dir="ltr">{email}</bdi>. Opening the other account ends that session on this device.
      </Trans>
    </p>
  )
}
