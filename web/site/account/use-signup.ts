import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call, CallRefused, errorText } from '../../data/call.ts'
import { storeSecret } from '../../data/session.ts'
import { path } from '../../paths.ts'
import { emptyBoxes } from '../../ui/fields/code-entry.ts'
import { type FieldFaults, useFieldFaults } from '../../ui/fields/field-faults.ts'
import { usePopup } from '../../ui/popup.tsx'
import { useReferral } from '../referral.ts'
import { codeLength, tokenOf } from '../../data/mailed-code.ts'
import { type Details, faultOf, type Field, type Step, errorsOfMissingFields } from './signup-rules.ts'

const nothing: Details = {
  name: '',
  email: '',
  pwd: '',
  cpwd: '',
  country: '',
  code: '',
  phone: '',
  cur: 'USD',
  adult: false,
  accept: false,
}

/** The form values, the current step, and the error of each field until it changes. */
function useSignUpForm() {
  const [step, setStep] = useState<Step>(1)
  const [details, setDetails] = useState(nothing)
  const [boxes, setBoxes] = useState(() => emptyBoxes(codeLength))
  const { form, faults, show, forget } = useFieldFaults<Field>()
  return {
    form,
    step,
    details,
    boxes,
    faults,
    setStep,
    show,
    forget,
    setBoxes: (typed: string[]) => {
      setBoxes(typed)
      forget('vcode')
    },
    change: (part: Partial<Details>) => {
      setDetails((held) => ({ ...held, ...part }))
      forget(...Object.keys(part))
    },
  }
}

/** Tracks the running request; passes refusals to `refused`. */
function useBusy(refused: (error: unknown) => Promise<void>, forget: () => void) {
  const [busy, setBusy] = useState<'code' | 'register'>()
  async function inTurn(what: 'code' | 'register', work: () => Promise<unknown>) {
    setBusy(what)
    forget()
    try {
      await work()
    } catch (error) {
      await refused(error)
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, inTurn }
}

/**
 * Runs a sign-up. Values stay when moving between steps. Step 2 requests the emailed code; step 3 registers, stores the
 * secret and opens the office. Source: docs/spec/product.md section 4.
 */
export function useSignUp() {
  const { form, step, details, boxes, faults, setStep, show, forget, setBoxes, change } = useSignUpForm()
  const [token, setToken] = useState('')
  const referral = useReferral()
  const popup = usePopup()
  const navigate = useNavigate()

  const warn = (msg: string) => popup({ title: t`REGISTRATION`, msg, type: 'warning' })
  async function warnOf(msg: string, found: FieldFaults<Field>) {
    forget()
    await warn(msg)
    show(found)
  }

  const { busy, inTurn } = useBusy(refused, forget)

  async function refused(error: unknown) {
    await warn(errorText(error))
    const found = error instanceof CallRefused ? faultOf(error) : undefined
    if (!found) return
    setStep(found.step)
    show({ [found.field]: found.msg })
  }

  async function sendCode() {
    await inTurn('code', async () => {
      const answer = await call('regcode', { email: details.email, name: details.name })
      const fresh = tokenOf(answer)
      if (!fresh) return warn(answer)
      setToken(fresh)
      setBoxes(emptyBoxes(codeLength))
      setStep(3)
      void popup({ title: t`REGISTRATION`, msg: t`Code sent to Mail`, type: 'success' })
    })
  }

  async function register() {
    const vcode = boxes.join('')
    if (vcode.length < codeLength)
      return warnOf(t`Fill all Form Fields`, { vcode: t`Enter the five-digit code from the email.` })
    await inTurn('register', async () => {
      const answer = await call('register', { ...details, vcode, ref: referral.code }, { headers: { code: token } })
      void popup({ title: t`REGISTRATION`, msg: answer.msg, type: 'success' })
      storeSecret(answer.secrete)
      referral.forget()
      await navigate(path('dashboard'))
    })
  }

  /** Lets the server refuse weak passwords before it sends a code. Its list is too long for the page. */
  async function leaveFirstStep() {
    await inTurn('code', async () => {
      await call('password.check', { email: details.email, name: details.name, pwd: details.pwd })
      setStep(2)
    })
  }

  function submit() {
    if (step === 3) return register()
    const missing = errorsOfMissingFields(step, details)
    if (missing) return warnOf(missing.msg, missing.faults)
    return step === 1 ? leaveFirstStep() : sendCode()
  }

  return {
    form,
    step,
    details,
    boxes,
    busy,
    faults,
    referral,
    setBoxes,
    submit,
    sendCode,
    change,
    back: () => setStep((now) => (now === 3 ? 2 : 1)),
  }
}
