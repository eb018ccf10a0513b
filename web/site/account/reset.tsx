import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, CallRefused, errorText } from '../../data/call.ts'
import { storeSecret } from '../../data/session.ts'
import { path } from '../../paths.ts'
import { CodeBoxes } from '../../ui/code-boxes.tsx'
import { emptyBoxes } from '../../ui/code-entry.ts'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { PasswordMeter } from '../../ui/password-meter.tsx'
import { usePopup } from '../../ui/popup.tsx'
import { DevelopmentMailbox } from './development-mailbox.tsx'
import { FactorStep, methodsOf, type FactorMethods } from './factor-step.tsx'
import { AccountForm, AccountFrame } from './frame.tsx'
import classes from './frame.module.css'
import { codeLength, tokenOf } from './mailed-code.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/reset'

export const meta = (args: Route.MetaArgs) => pageMeta(t`Password reset`, t`Choose a new password for your practice account with a code from your mail.`)(args)

type Field = 'email' | 'pwd'

/** Warns of a field that is empty, and keeps the words for the field itself. */
function useMissing() {
  const [fault, setFault] = useState<{ field: Field; msg: string }>()
  const popup = usePopup()
  return {
    wrongWith: (field: Field) => (fault?.field === field ? fault.msg : undefined),
    forget: () => setFault(undefined),
    missing(field: Field, title: string, msg: string) {
      setFault({ field, msg })
      return popup({ title, msg, type: 'warning' })
    },
  }
}

export default function Reset() {
  const [email, setEmail] = useState('')
  const [boxes, setBoxes] = useState(() => emptyBoxes(codeLength))
  const [pwd, setPwd] = useState('')
  const [cpwd, setCpwd] = useState('')
  const [token, setToken] = useState('')
  const [totp, setTotp] = useState('')
  const [methods, setMethods] = useState<FactorMethods>()
  const [tries, setTries] = useState(0)
  const { missing, wrongWith, forget } = useMissing()
  const [busy, setBusy] = useState<'code' | 'reset'>()
  const popup = usePopup()
  const navigate = useNavigate()
  const vcode = boxes.join('')

  async function sendCode() {
    forget()
    // The specification's words for this say that the password is empty, which isn't true here (truth.md section 6).
    if (!email.trim()) return missing('email', t`PASSWORD RESET`, t`Enter your email address.`)
    setBusy('code')
    try {
      const answer = await call('resetcode', { email })
      const fresh = tokenOf(answer)
      if (fresh) setToken(fresh)
      void popup({ title: t`PASSWORD RESET`, msg: fresh ? t`Code sent to Mail` : answer, type: fresh ? 'success' : 'warning' })
    } catch (error) {
      void popup({ title: t`PASSWORD RESET`, msg: errorText(error), type: 'warning' })
    }
    setBusy(undefined)
  }

  async function reset() {
    forget()
    if (email.trim() && vcode.length === codeLength && !pwd && !cpwd) return missing('pwd', t`RESET`, t`Password Cannot be empty`)
    if (!email.trim() || vcode.length < codeLength || !pwd || !cpwd) return popup({ title: t`RESET`, msg: t`Fill all Form Fields`, type: 'warning' })
    if (pwd !== cpwd) return popup({ title: t`RESET`, msg: t`Passwords do not match`, type: 'warning' })
    setBusy('reset')
    try {
      const answer = await call('reset', { email, pwd, cpwd, vcode, totp }, { headers: { resetcode: token } })
      void popup({ title: t`RESET`, msg: answer.msg, type: 'success' })
      storeSecret(answer.secrete)
      await navigate(path('dashboard'))
    } catch (error) {
      if (error instanceof CallRefused && error.code === 'second_factor_needed') setMethods(methodsOf(error.details))
      else if (methods) setTries(tries + 1)
      void popup({ title: t`RESET`, msg: errorText(error), type: 'warning' })
    }
    setBusy(undefined)
  }

  return (
    <AccountFrame title={t`Password reset`} words={t`We mail you a code. With it you choose a new password, and every device that was signed in is signed out.`}>
      <AccountForm onSubmit={reset} busy={busy !== undefined}>
        <div className={classes.withButton}>
          <TextField label={t`Email`} type="email" name="email" autoComplete="username" value={email} error={wrongWith('email')} onChange={(event) => setEmail(event.currentTarget.value)} />
          <Button variant="default" size="md" loading={busy === 'code'} onClick={sendCode}>
            <Trans>SendCode</Trans>
          </Button>
        </div>
        <DevelopmentMailbox shown={token !== ''} />
        <CodeBoxes label={t`Code from the mail`} value={boxes} onChange={setBoxes} />
        <PasswordField label={t`New password`} name="pwd" autoComplete="new-password" value={pwd} error={wrongWith('pwd')} onChange={(event) => setPwd(event.currentTarget.value)} aria-describedby="strength" />
        <PasswordMeter id="strength" password={pwd} own={[email.split('@')[0]!]} />
        <PasswordField label={t`Confirm new password`} name="cpwd" autoComplete="new-password" value={cpwd} onChange={(event) => setCpwd(event.currentTarget.value)} />
        {methods && <FactorStep key={tries} methods={methods} onChange={setTotp} />}
        <Button type="submit" size="md" loading={busy === 'reset'}>
          <Trans>Reset password</Trans>
        </Button>
        <OtherWays />
      </AccountForm>
    </AccountFrame>
  )
}

function OtherWays() {
  return (
    <p className={classes.links}>
      <Link to={path('signIn')}>
        <Trans>Back to login</Trans>
      </Link>
      <Link to={path('signUp')}>
        <Trans>Register</Trans>
      </Link>
    </p>
  )
}
