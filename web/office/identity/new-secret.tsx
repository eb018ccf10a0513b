import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './security.module.css'

/** Shows a secret once, with a button that copies it. */
export function NewSecret({ value, onDone, children }: { value: string; onDone: () => void; children: ReactNode }) {
  return (
    <div className={classes.fresh} role="status">
      <p>{children}</p>
      <code className={classes.secret} dir="ltr">
        {value}
      </code>
      <ButtonRow>
        <CopyButton label={t`Copy`} text={value} />
        <Button variant="default" onClick={onDone}>
          <Trans>I’ve copied it</Trans>
        </Button>
      </ButtonRow>
    </div>
  )
}
