import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import classes from './practice-notice.module.css'

/** Shown on every page; cannot be dismissed. Source: docs/spec/truth.md section 1. */
export function PracticeNotice() {
  return (
    <aside className={classes.notice} data-always aria-label={t`Practice notice`}>
      <Trans>
        <strong>Practice money on test networks.</strong> Nothing here can be cashed out.
      </Trans>
    </aside>
  )
}
