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
  const [link, setLink] = useState('')
  const [busy, setBusy] = useState(false)
  const popup = usePopup()

  async function make() {
    setBusy(true)
    try {
      const { code } = await call('handover', {})
      setLink(location.origin + prefixOf(currentLanguage()) + path('dashboard', { query: { s: code } }))
    } catch (error) {
      void popup({ title: t`LOGIN`, msg: errorText(error), type: 'warning' })
    }
    setBusy(false)
  }

  return (
    <div className={classes.form}>
      <p className={classes.words}>
        <Trans>A link that signs one other device in, once, within a minute. Send it to nobody: whoever opens it is you.</Trans>
      </p>
      {link && (
        <p className={classes.id} role="status">
          <span dir="ltr">{link}</span>
        </p>
      )}
      <Button variant="default" loading={busy} onClick={make}>
        {link ? t`Make another link` : t`Make a link`}
      </Button>
    </div>
  )
}
