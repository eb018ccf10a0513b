import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { VerificationState } from '../../../api/states/verification-states.ts'
import { live } from '../../data/live.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Icon } from '../../ui/icons.tsx'
import { VerificationDialog } from '../identity/profile-verification-dialog.tsx'
import classes from './verification-banner.module.css'

const words = (): Record<VerificationState, string> => ({
  unverified: t`Verify your identity to withdraw. You can trade right away.`,
  submitted: t`We’re checking your documents.`,
  rejected: t`Your document was not accepted.`,
  withdrawn: '',
  verified: '',
})

/** Shown until the account is verified. Source: docs/spec/product.md section 2, dashboard. */
export function VerificationBanner() {
  const { data: user } = useCall('user', {})
  const [open, setOpen] = useState(false)
  const waits = user?.verification === 'submitted'
  // A `/live` message reports the decision, so keep the connection open.
  useEffect(() => (waits ? live.hold() : undefined), [waits])
  if (!user || user.is_verified !== 0) return null
  return (
    <div className={classes.banner} data-screen-only>
      <Icon name="shield" size={18} />
      <p>
        <strong>
          <Trans>Inactive account</Trans>
        </strong>{' '}
        <span data-always={user.verification !== 'unverified' || undefined}>{words()[user.verification]}</span>
      </p>
      {waits ? (
        <Link to={path('profile', { anchor: 'identity' })}>
          <Trans>Details</Trans>
        </Link>
      ) : (
        <button type="button" onClick={() => setOpen(true)}>
          <Trans>Verify now</Trans>
        </button>
      )}
      {open && <VerificationDialog onClose={() => setOpen(false)} />}
    </div>
  )
}
