import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { VerificationState } from '../../../api/states/verification-states.ts'
import { live } from '../../data/live.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { IconButton } from '../../ui/icon-button.tsx'
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

const closedKey = 'verification-banner-closed'

/** Pages to which verification matters: there, the banner can't be closed. */
const pagesAbout: readonly string[] = [path('profile'), path('withdrawals')]

/** Returns whether the customer closed the banner about this state, and a function that closes it. */
function useClosed(state: VerificationState | undefined): [boolean, () => void] {
  const [closed, setClosed] = useState<string | null>()
  useEffect(() => setClosed(sessionStorage.getItem(closedKey)), [])
  function close() {
    if (!state) return
    sessionStorage.setItem(closedKey, state)
    setClosed(state)
  }
  return [closed !== undefined && closed === state, close]
}

/**
 * Shown until the account is verified. Outside the pages about it, customers can close it until its text changes or the
 * browser's session ends. Source: docs/spec/product.md section 2, dashboard.
 */
export function VerificationBanner() {
  const { data: user } = useCall('user', {})
  const [open, setOpen] = useState(false)
  const waits = user?.verification === 'submitted'
  // A `/live` message reports the decision, so keep the connection open.
  useEffect(() => (waits ? live.hold() : undefined), [waits])
  const isAbout = pagesAbout.includes(useLocation().pathname)
  const [closed, close] = useClosed(user?.verification)
  if (!user || user.is_verified !== 0 || (closed && !isAbout)) return null
  return (
    <div className={classes.banner} data-screen-only data-verification>
      <Icon name="shield" size={18} />
      <p>
        {isAbout && (
          <>
            <strong>
              <Trans>Inactive account</Trans>
            </strong>{' '}
          </>
        )}
        <span>{words()[user.verification]}</span>
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
      {!isAbout && (
        <IconButton label={t`Close`} onClick={close}>
          <Icon name="close" size={16} />
        </IconButton>
      )}
      {open && <VerificationDialog onClose={() => setOpen(false)} />}
    </div>
  )
}
