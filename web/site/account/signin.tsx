import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call, CallRefused, errorText } from '../../data/call.ts'
import { passkeyErrorText, passkeyObstacle, signInWithPasskey } from '../../data/passkeys.ts'
import { storeSecret, useSecret } from '../../data/session.ts'
import { afterSignIn, path } from '../../paths.ts'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icons.tsx'
import { usePopup } from '../../ui/popup.tsx'
import { FactorStep, methodsOf, type FactorMethods } from './factor-step.tsx'
import { AccountForm, AccountFrame } from './frame.tsx'
import classes from './frame.module.css'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/signin'

export const meta = (args: Route.MetaArgs) => pageMeta(t`Login`, t`Sign in to your practice account with a password, a second factor or a passkey.`)(args)

export default function SignIn() {
  const [email, setEmail] = useState('')
  const [pwd, setPwd] = useState('')
  const [totp, setTotp] = useState('')
  const [methods, setMethods] = useState<FactorMethods>()
  // A wrong code is typed anew into empty boxes.
  const [tries, setTries] = useState(0)
  const [busy, setBusy] = useState<'password' | 'passkey'>()
  const [query] = useSearchParams()
  const popup = usePopup()
  const navigate = useNavigate()
  const secret = useSecret()
  const next = afterSignIn(query.get('next'))

  // Also for who comes here signed in: the office is one step away.
  useEffect(() => {
    if (secret) void navigate(next, { replace: true })
  }, [secret, next, navigate])

  async function signIn() {
    if (!email.trim() || !pwd || (methods && !totp)) return popup({ title: t`LOGIN`, msg: t`Fill all Form Fields`, type: 'warning' })
    setBusy('password')
    try {
      const answer = await call('login', { email, pwd, totp })
      void popup({ title: t`LOGIN`, msg: answer.msg, type: 'success' })
      storeSecret(answer.secrete)
    } catch (error) {
      setBusy(undefined)
      if (error instanceof CallRefused && error.code === 'second_factor_needed') return setMethods(methodsOf(error.details))
      setTotp('')
      setTries(tries + 1)
      await popup({ title: t`LOGIN`, msg: errorText(error), type: 'warning' })
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

  const passkeyButton = (
    <Button variant="default" size="md" leftSection={<Icon name="lock" size={18} />} loading={busy === 'passkey'} onClick={usePasskey}>
      <Trans>Sign in with a passkey</Trans>
    </Button>
  )

  if (methods) {
    return (
      <SecondStep email={email} methods={methods} busy={busy !== undefined} onSubmit={signIn} onBack={() => setMethods(undefined)} passkeyButton={passkeyButton}>
        <FactorStep key={tries} methods={methods} onChange={setTotp} />
      </SecondStep>
    )
  }
  return (
    <AccountFrame title={t`Login`} words={t`Sign in to trade, and to see what you hold.`}>
      <AccountForm onSubmit={signIn} busy={busy !== undefined}>
        <TextField label={t`Email`} type="email" name="email" autoComplete="username" value={email} onChange={(event) => setEmail(event.currentTarget.value)} required />
        <PasswordField label={t`Password`} name="pwd" autoComplete="current-password" value={pwd} onChange={(event) => setPwd(event.currentTarget.value)} required />
        <Button type="submit" size="md" loading={busy === 'password'}>
          <Trans>Login</Trans>
        </Button>
        {passkeyButton}
        <OtherWays />
      </AccountForm>
    </AccountFrame>
  )
}

function OtherWays() {
  return (
    <p className={classes.links}>
      <span>
        <Trans>
          New here? <Link to={path('signUp')}>Register</Link>
        </Trans>
      </span>
      <Link to={path('reset')}>
        <Trans>Forgot the password?</Trans>
      </Link>
    </p>
  )
}

type SecondStepProps = { email: string; methods: FactorMethods; busy: boolean; onSubmit: () => void; onBack: () => void; passkeyButton: ReactNode; children: ReactNode }

/** After the right password: a code, a recovery code or a passkey, whatever the account has. */
function SecondStep({ email, methods, busy, onSubmit, onBack, passkeyButton, children }: SecondStepProps) {
  const takesCode = methods.some((method) => method !== 'passkey')
  return (
    <AccountFrame title={t`One more step`} words={t`The password of ${email} is right. This account asks for a second factor.`}>
      <AccountForm onSubmit={onSubmit} busy={busy}>
        {takesCode && children}
        {takesCode && (
          <Button type="submit" size="md" loading={busy}>
            <Trans>Login</Trans>
          </Button>
        )}
        {methods.includes('passkey') && passkeyButton}
        <p className={classes.links}>
          <Button variant="subtle" size="compact-sm" onClick={onBack}>
            <Trans>Back</Trans>
          </Button>
        </p>
      </AccountForm>
    </AccountFrame>
  )
}
