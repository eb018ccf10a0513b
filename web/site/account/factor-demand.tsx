import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { FactorDemand } from '../../../api/calls/identity/factor-demand.ts'
import { call } from '../../data/call.ts'
import classes from './frame.module.css'

/**
 * Shows at sign-up whether the account will need a second factor. Renders nothing while loading or if it is optional.
 */
export function FactorDemandWords() {
  const [demand, setDemand] = useState<FactorDemand>()
  useEffect(() => {
    const abort = new AbortController()
    // The security page repeats this, so a failure here shows no error.
    call('security.rules', {}, { signal: abort.signal }).then(
      ({ secondFactor }) => setDemand(secondFactor),
      () => {},
    )
    return () => abort.abort()
  }, [])
  if (!demand || demand === 'optional') return null
  return (
    <p className={classes.words}>
      {demand === 'always' ? (
        <Trans>After you sign up, you’ll set up a second factor: an authenticator app or a passkey.</Trans>
      ) : (
        <Trans>
          You can trade with a password. To withdraw, you also need a second factor: an authenticator app or a passkey.
        </Trans>
      )}
    </p>
  )
}
