import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useCallForm } from '../../data/call-form.ts'
import { call, CallRefused } from '../../data/call.ts'
import { passkeyErrorText, passkeyObstacle, signInWithPasskey } from '../../data/passkeys.ts'
import { storeSecret, useSecret } from '../../data/session.ts'
import { afterSignIn } from '../../paths.ts'
import { methodsOf, type FactorMethods } from './factor-methods.ts'
import { emptySignInFields, fieldOfSignInRefusal } from './signin-rules.ts'

/** Opens the office after sign-in, or at once if the visitor is already signed in. */
function useOfficeOnceSignedIn() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const secret = useSecret()
  const next = afterSignIn(query.get('next'))
  useEffect(() => {
    if (secret) void navigate(next, { replace: true })
  }, [secret, next, navigate])
}

/** Runs a sign-in: a password and, if the account has one, a second factor; or a passkey. */
export function useSignIn() {
  const [methods, setMethods] = useState<FactorMethods>()
  // Clears the boxes after a wrong code.
  const [tries, setTries] = useState(0)
  useOfficeOnceSignedIn()
  const form = useCallForm({
    title: t`LOGIN`,
    values: { email: '', pwd: '', totp: '' },
    spent: { totp: '' },
    leaves: true,
    textOf: passkeyErrorText,
    async send(values, _key, way: 'passkey' | undefined) {
      const answer = way ? await signInWithPasskey() : await call('login', values)
      storeSecret(answer.secrete)
      return answer
    },
    check({ email, pwd, totp }, way) {
      const obstacle = way && passkeyObstacle()
      if (obstacle) return { msg: obstacle, faults: {} }
      const faults = way ? {} : emptySignInFields({ email, pwd, totp: methods ? totp : undefined })
      return Object.keys(faults).length > 0 ? { notice: t`Fill all Form Fields`, faults } : undefined
    },
    faultsOf({ code, msg }) {
      const field = fieldOfSignInRefusal[code as keyof typeof fieldOfSignInRefusal]
      return field ? { [field]: msg } : {}
    },
    onFailure(error, way) {
      const needed = error instanceof CallRefused && error.code === 'second_factor_needed'
      if (needed) setMethods(methodsOf(error.details))
      else if (!way) setTries(tries + 1)
      return needed
    },
  })
  return { ...form, methods, tries, back: () => setMethods(undefined) }
}
