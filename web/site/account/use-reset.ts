import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call, CallRefused, errorText } from '../../data/call.ts'
import { storeSecret } from '../../data/session.ts'
import { path } from '../../paths.ts'
import { emptyBoxes } from '../../ui/fields/code-entry.ts'
import { type FieldFaults, useFieldFaults } from '../../ui/fields/field-faults.ts'
import { usePopup } from '../../ui/popup.tsx'
import { methodsOf, type FactorMethods } from './factor-methods.ts'
import { codeLength, tokenOf } from '../../data/mailed-code.ts'
import { fieldOfResetRefusal, type ResetField, errorsOfMissingResetFields } from './reset-rules.ts'

/** Shows a warning in a popup, then at the fields it concerns. */
function useWarnings() {
  const { form, faults, show, forget } = useFieldFaults<ResetField>()
  const popup = usePopup()
  async function warn(title: string, msg: string, found: FieldFaults<ResetField> = {}) {
    await popup({ title, msg, type: 'warning' })
    show(found)
  }
  function refused(title: string, error: unknown) {
    const field =
      error instanceof CallRefused ? fieldOfResetRefusal[error.code as keyof typeof fieldOfResetRefusal] : undefined
    void warn(title, errorText(error), field ? { [field]: errorText(error) } : {})
  }
  return { form, faults, forget, warn, refused }
}

/** Runs a password reset: the emailed code, the new password and, if the account has one, the second factor. */
export function useReset() {
  const [email, setEmail] = useState('')
  const [boxes, setBoxes] = useState(() => emptyBoxes(codeLength))
  const [pwd, setPwd] = useState('')
  const [cpwd, setCpwd] = useState('')
  const [token, setToken] = useState('')
  const [totp, setTotp] = useState('')
  const [methods, setMethods] = useState<FactorMethods>()
  const [tries, setTries] = useState(0)
  const { form, faults, forget, warn, refused } = useWarnings()
  const [busy, setBusy] = useState<'code' | 'reset'>()
  const popup = usePopup()
  const navigate = useNavigate()
  const vcode = boxes.join('')

  function take<Value>(field: ResetField, set: (value: Value) => void, value: Value) {
    set(value)
    forget(field)
  }

  async function sendCode() {
    forget()
    // The specification's message says that the password is empty, which isn't true here (docs/spec/truth.md
    // section 6).
    if (!email.trim())
      return warn(t`PASSWORD RESET`, t`Enter your email address.`, { email: t`Enter your email address.` })
    setBusy('code')
    try {
      const answer = await call('resetcode', { email })
      const fresh = tokenOf(answer)
      if (fresh) setToken(fresh)
      void popup({
        title: t`PASSWORD RESET`,
        msg: fresh ? t`Code sent to Mail` : answer,
        type: fresh ? 'success' : 'warning',
      })
    } catch (error) {
      refused(t`PASSWORD RESET`, error)
    }
    setBusy(undefined)
  }

  async function reset() {
    forget()
    const missing = errorsOfMissingResetFields({ email, vcode, pwd, cpwd })
    if (missing) return warn(t`RESET`, missing.msg, missing.faults)
    setBusy('reset')
    try {
      const answer = await call('reset', { email, pwd, cpwd, vcode, totp }, { headers: { resetcode: token } })
      void popup({ title: t`RESET`, msg: answer.msg, type: 'success' })
      storeSecret(answer.secrete)
      await navigate(path('dashboard'))
    } catch (error) {
      if (error instanceof CallRefused && error.code === 'second_factor_needed') setMethods(methodsOf(error.details))
      else if (methods) setTries(tries + 1)
      refused(t`RESET`, error)
    }
    setBusy(undefined)
  }

  return {
    form,
    faults,
    busy,
    email,
    boxes,
    pwd,
    cpwd,
    token,
    methods,
    tries,
    sendCode,
    reset,
    setEmail: (typed: string) => take('email', setEmail, typed),
    setBoxes: (typed: string[]) => take('vcode', setBoxes, typed),
    setPwd: (typed: string) => take('pwd', setPwd, typed),
    setCpwd: (typed: string) => take('cpwd', setCpwd, typed),
    setTotp: (typed: string) => take('totp', setTotp, typed),
  }
}
