import { Trans } from '@lingui/react/macro'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { FactorDemand } from '../../../api/calls/identity/factor-demand.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import classes from './terms-notice.module.css'

/**
 * Shown to a customer who lacks the second factor that the operator requires. If every account needs one, redirects to
 * the security page, because the server refuses the calls of all other pages.
 */
export function FactorDemandNotice() {
  const missing = useMissingFactor()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const mustLeave = missing === 'always' && pathname !== path('security')

  useEffect(() => {
    if (mustLeave) void navigate(path('security'), { replace: true })
  }, [mustLeave, navigate])

  if (
    !missing ||
    (missing === 'before_money_leaves' && pathname !== path('security') && pathname !== path('withdrawals'))
  )
    return null
  return (
    <section className={classes.notice} aria-labelledby="factor-demand" data-screen-only>
      <h2 id="factor-demand">
        <Trans>Set up a second factor</Trans>
      </h2>
      <p>
        {missing === 'always' ? (
          <Trans>Every account here needs an authenticator app or a passkey. Set one up to use the other pages.</Trans>
        ) : (
          <Trans>
            You need an authenticator app or a passkey to withdraw, to add withdrawal addresses and to create API keys
            that can withdraw.
          </Trans>
        )}
      </p>
      <ButtonRow>
        <a href={`${path('security')}#app`}>
          <Trans>Set up an authenticator app</Trans>
        </a>
        <a href={`${path('security')}#passkeys`}>
          <Trans>Add a passkey</Trans>
        </a>
      </ButtonRow>
    </section>
  )
}

/**
 * Returns the operator's requirement if the customer has no second factor yet; undefined otherwise and while loading.
 */
function useMissingFactor(): Exclude<FactorDemand, 'optional'> | undefined {
  const demand = useCall('security.rules', {}).data?.secondFactor
  const isDemanded = demand !== undefined && demand !== 'optional'
  const { data: security } = useCall('security', {}, { enabled: isDemanded })
  return isDemanded && security && !security.totp && security.passkeys.length === 0 ? demand : undefined
}
