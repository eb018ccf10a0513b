import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSend } from '../../data/call-form.ts'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { currentLanguage } from '#i18n'
import { call } from '../../data/call.ts'
import { prefixOf } from '../../language/languages.ts'
import { path } from '../../paths.ts'
import classes from './profile.module.css'

/** Creates a link with a one-time code, valid for one minute, that opens the office on another device. */
export function OtherDevice() {
  const [created, setCreated] = useState<{ link: string; number: string }>()
  const { busy, send } = useSend({ title: t`LOGIN` })

  const create = () =>
    send(async () => {
      const { code, number } = await call('handover', {})
      // The fragment never leaves the browser, so no proxy logs it.
      setCreated({ link: `${location.origin}${prefixOf(currentLanguage())}${path('dashboard')}#s=${code}`, number })
    })

  return (
    <div className={classes.form}>
      <p className={classes.words}>
        <Trans>
          This link signs in one other device. It works once and expires after a minute. Don’t send it to anyone: it
          gives access to your account.
        </Trans>
      </p>
      {created && (
        <div role="status">
          <p className={classes.id}>
            <span dir="ltr">{created.link}</span>
          </p>
          <p className={classes.words}>
            <Trans>
              The other device must show the number <strong>{created.number}</strong>.
            </Trans>
          </p>
        </div>
      )}
      <Button variant="default" loading={busy} onClick={create}>
        {created ? t`Create another link` : t`Create a link`}
      </Button>
    </div>
  )
}
