import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { currentLanguage } from '#i18n'
import { call, errorText } from '../../data/call.ts'
import { prefixOf } from '../../language/languages.ts'
import { path } from '../../paths.ts'
import { usePopup } from '../../ui/popup.tsx'
import classes from './profile.module.css'

/** Makes a link with a one-time code that opens the office elsewhere, good for one minute. */
export function OtherDevice() {
  const [made, setMade] = useState<{ link: string; number: string }>()
  const [busy, setBusy] = useState(false)
  const popup = usePopup()

  async function make() {
    setBusy(true)
    try {
      const { code, number } = await call('handover', {})
      // In the fragment, which the browser keeps to itself: no proxy logs it.
      setMade({ link: `${location.origin}${prefixOf(currentLanguage())}${path('dashboard')}#s=${code}`, number })
    } catch (error) {
      void popup({ title: t`LOGIN`, msg: errorText(error), type: 'warning' })
    }
    setBusy(false)
  }

  return (
    <div className={classes.form}>
      <p className={classes.words}>
        <Trans>
          This link signs in one other device, once, within a minute. Don't send it to anyone: it opens your account.
        </Trans>
      </p>
      {made && (
        <div role="status">
          <p className={classes.id}>
            <span dir="ltr">{made.link}</span>
          </p>
          <p className={classes.words}>
            <Trans>
              The other device must show the number <strong>{made.number}</strong>.
            </Trans>
          </p>
        </div>
      )}
      <Button variant="default" loading={busy} onClick={make}>
        {made ? t`Make another link` : t`Make a link`}
      </Button>
    </div>
  )
}
