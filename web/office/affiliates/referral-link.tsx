import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useRef, useState } from 'react'
import { useOrigin } from '../../document/use-origin.ts'
import { TextField } from '../../ui/fields/fields.tsx'
import classes from './affiliates.module.css'

/** Shows the referral link with a copy button. */
export function ReferralLink({ code, link }: { code: string; link: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [isSelected, setSelected] = useState(false)
  const origin = useOrigin()

  function selectLink() {
    field.current?.select()
    setSelected(true)
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
          value={origin + link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton label={t`Copy`} text={origin + link} size="md" variant="filled" onRefused={selectLink} />
      </div>
      <p className={classes.small} role="status">
        {isSelected && t`Link selected. Copy it with your keyboard.`}
      </p>
    </>
  )
}
