import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call, CallRefused, errorText } from '../../data/call.ts'
import { passkeyErrorText, passkeyObstacle, signInWithPasskey } from '../../data/passkeys.ts'
import { storeSecret, useSecret } from '../../data/session.ts'
import { afterSignIn } from '../../paths.ts'
import { type FieldFaults, useFieldFaults } from '../../ui/fields/field-faults.ts'
import { usePopup } from '../../ui/popup.tsx'
import { methodsOf, type FactorMethods } from './factor-methods.ts'
import { emptySignInFields, fieldOfSignInRefusal, type SignInField } from './signin-rules.ts'

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
  const [email, setEmail] = useState('')
  const [pwd, setPwd] = useState('')
  const [totp, setTotp] = useState('')
  const [methods, setMethods] = useState<FactorMethods>()
  // Clears the boxes after a wrong code.
  const [tries, setTries] = useState(0)
  const [busy, setBusy] = useState<'password' | 'passkey'>()
  const popup = usePopup()
  const { form, faults, show, forget } = useFieldFaults<SignInField>()
  useOfficeOnceSignedIn()

  async function warn(msg: string, found: FieldFaults<SignInField> = {}) {
    await popup({ title: t`LOGIN`, msg, type: 'warning' })
    show(found)
  }

  async function signIn() {
    const empty = emptySignInFields({ email, pwd, totp: methods ? totp : undefined })
    forget()
    if (Object.keys(empty).length > 0) return warn(t`Fill all Form Fields`, empty)
    setBusy('password')
    try {
      const answer = await call('login', { email, pwd, totp })
      void popup({ title: t`LOGIN`, msg: answer.msg, type: 'success' })
      storeSecret(answer.secrete)
    } catch (error) {
      setBusy(undefined)
      if (error instanceof CallRefused && error.code === 'second_factor_needed')
        return setMethods(methodsOf(error.details))
      setTotp('')
      setTries(tries + 1)
      const field =
        error instanceof CallRefused ? fieldOfSignInRefusal[error.code as keyof typeof fieldOfSignInRefusal] : undefined
      await warn(errorText(error), field ? { [field]: errorText(error) } : {})
    }
  }

  async function usePasskey() {
    const obstacle = passkeyObstacle()
    if (obstacle) return popup({ title: t`LOGIN`, msg: obstacle, type: 'warning' })
    setBusy('passkey')
    try {
      const answer = await signInWithPasskey()
      void popup({ title: t`LOGIN`, msg: answer.msg, type: 'success' })
      storeSecret(answer.secrete)
    } catch (error) {
      const msg = passkeyErrorText(error)
      if (msg) void popup({ title: t`LOGIN`, msg, type: 'warning' })
    }
    setBusy(undefined)
  }

  function take(field: SignInField, set: (typed: string) => void) {
    return (typed: string) => {
      set(typed)
      forget(field)
    }
  }
  return {
    form,
    faults,
    busy,
    email,
    pwd,
    methods,
    tries,
    signIn,
    usePasskey,
    back: () => setMethods(undefined),
    setEmail: take('email', setEmail),
    setPwd: take('pwd', setPwd),
    setTotp: take('totp', setTotp),
  }
}
