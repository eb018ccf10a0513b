import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call, errorText } from '../../data/call.ts'
import { storeSecret, useSecret } from '../../data/session.ts'
import { afterSignIn, path } from '../../paths.ts'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { usePopup } from '../../ui/popup.tsx'
import { AccountForm, AccountFrame } from './frame.tsx'
import classes from './frame.module.css'

export const meta = () => [{ title: 'Login · Tallystick' }]

export default function SignIn() {
  const [email, setEmail] = useState('')
  const [pwd, setPwd] = useState('')
  const [busy, setBusy] = useState(false)
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
    if (!email.trim() || !pwd) return popup({ title: 'LOGIN', msg: 'Fill all Form Fields', type: 'warning' })
    setBusy(true)
    try {
      const answer = await call('login', { email, pwd })
      void popup({ title: 'LOGIN', msg: answer.msg, type: 'success' })
      storeSecret(answer.secrete)
    } catch (error) {
      setBusy(false)
      await popup({ title: 'LOGIN', msg: errorText(error), type: 'warning' })
    }
  }

  return (
    <AccountFrame title="Login" words="Sign in to trade, and to see what you hold.">
      <AccountForm onSubmit={signIn} busy={busy}>
        <TextField label="Email" type="email" name="email" autoComplete="username" value={email} onChange={(event) => setEmail(event.currentTarget.value)} required withAsterisk={false} />
        <PasswordField label="Password" name="pwd" autoComplete="current-password" value={pwd} onChange={(event) => setPwd(event.currentTarget.value)} required withAsterisk={false} />
        <Button type="submit" size="md" loading={busy}>
          Login
        </Button>
        <p className={classes.links}>
          <span>
            New here? <Link to={path('signUp')}>Register</Link>
          </span>
          <Link to={path('reset')}>Forgot the password?</Link>
        </p>
      </AccountForm>
    </AccountFrame>
  )
}
