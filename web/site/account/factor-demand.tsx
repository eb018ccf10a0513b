import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { FactorDemand } from '../../../contract/factor-demand.ts'
import { call } from '../../data/call.ts'
import classes from './frame.module.css'

/** Says at sign-up whether the account will need a second factor. Says nothing while it isn't known, and where it is optional. */
export function FactorDemandWords() {
  const [demand, setDemand] = useState<FactorDemand>()
  useEffect(() => {
    const abort = new AbortController()
    // The security page says it again, so a failure here needs no words.
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
        <Trans>After signing up you set up a second factor: an authenticator app or a passkey.</Trans>
      ) : (
        <Trans>
          You can trade with a password. To withdraw, you also need a second factor: an authenticator app or a passkey.
        </Trans>
      )}
    </p>
  )
}
