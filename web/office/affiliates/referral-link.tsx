import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useRef, useState } from 'react'
import { TextField } from '../../ui/fields/fields.tsx'
import classes from './affiliates.module.css'

/** Shows the referral link with a copy button. */
export function ReferralLink({ code, link }: { code: string; link: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState('')

  async function copy() {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(location.origin + link)
      setWords(t`Copied.`)
    } catch {
      // Browsers allow clipboard access only in secure contexts.
      setWords(t`Link selected. Copy it with your keyboard.`)
    }
  }

  return (
    <>
      <p className={classes.words}>
        <Trans>
          People who follow this link and register in the same browser within 30 days count as your referrals. Your
          code: {code}.
        </Trans>
      </p>
      <div className={classes.link}>
        <TextField
          ref={field}
          label={t`Referral link`}
          dir="ltr"
          readOnly
          value={location.origin + link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button onClick={copy} size="md">
          <Trans>Copy</Trans>
        </Button>
      </div>
      <p className={classes.small} role="status">
        {words}
      </p>
    </>
  )
}
