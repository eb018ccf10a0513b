import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import { i18n } from '#i18n'
import { useSend } from '../../data/call-form.ts'
import { call } from '../../data/call.ts'
import { useCall, useRefetch } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { longDayText } from '../../language/formats.ts'
import { changesOf } from './terms-changes.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import classes from './terms-notice.module.css'

/** Shown to a customer who hasn't accepted the current terms. Until then, the customer can still use all pages. */
export function TermsNotice() {
  const { data: terms } = useCall('terms', {})
  const [later, setLater] = useState(false)
  const { busy, send } = useSend({ title: t`Terms of Service`, refetch: useRefetch('terms') })
  if (!terms || terms.accepted === terms.current || later) return null
  const day = longDayText(terms.current)
  const changed = changesOf(terms.current)

  return (
    <section className={classes.notice} aria-labelledby="terms-notice" data-screen-only>
      <h2 id="terms-notice">
        <Trans>Our terms changed on {day}</Trans>
      </h2>
      {changed && <p>{i18n._(changed)}</p>}
      <p>
        <Trans>
          Until you accept the new terms, the ones that you last accepted apply. If you disagree, you can withdraw your
          balance and close your account.
        </Trans>
      </p>
      <ButtonRow>
        <Button
          size="sm"
          loading={busy}
          onClick={() => void send(async () => void (await call('terms.accept', { version: terms.current })))}
        >
          <Trans>Accept the terms</Trans>
        </Button>
        <Button size="sm" variant="default" onClick={() => setLater(true)}>
          <Trans>Not now</Trans>
        </Button>
        <Link to={path('terms')}>
          <Trans>Read the terms</Trans>
        </Link>
      </ButtonRow>
    </section>
  )
}
