import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCallForm } from '../../data/call-form.ts'
import { call } from '../../data/call.ts'
import { storeSecret } from '../../data/session.ts'
import { path } from '../../paths.ts'
import { emptyBoxes } from '../../ui/fields/code-entry.ts'
import { usePopup } from '../../ui/dialogs/popup.tsx'
import { useReferral } from '../referral.ts'
import { codeLength, tokenOf } from '../../data/mailed-code.ts'
import { type Details, faultOf, type Step, errorsOfMissingFields } from './signup-rules.ts'

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

/**
 * Runs a sign-up. The values are kept between steps. Step 2 requests the emailed code; step 3 registers, stores the
 * secret and opens the office. Source: docs/spec/product.md section 4.
 */
export function useSignUp() {
  const [step, setStep] = useState<Step>(1)
  const [laterSteps, setLaterSteps] = useState<typeof import('./signup-later-steps.tsx')>()
  const [boxes, setBoxes] = useState(() => emptyBoxes(codeLength))
  const [token, setToken] = useState('')
  const referral = useReferral()
  const popup = usePopup()
  const navigate = useNavigate()
  const vcode = boxes.join('')

  async function sendCode({ email, name }: Details) {
    const answer = await call('regcode', { email, name })
    const fresh = tokenOf(answer)
    if (!fresh) return popup({ title: t`REGISTRATION`, msg: answer, type: 'warning' })
    setToken(fresh)
    setBoxes(emptyBoxes(codeLength))
    setStep(3)
    void popup({ title: t`REGISTRATION`, msg: t`Code sent to Mail`, type: 'success' })
  }

  /** Lets the server refuse weak passwords before it sends a code. The server's list is too long for the page. */
  async function leaveFirstStep({ email, name, pwd }: Details) {
    const [{ ContactStep, CodeStep }] = await Promise.all([
      import('./signup-later-steps.tsx'),
      call('password.check', { email, name, pwd }),
    ])
    setLaterSteps({ ContactStep, CodeStep })
    setStep(2)
  }

  async function register(details: Details) {
    const answer = await call('register', { ...details, vcode, ref: referral.code }, { headers: { code: token } })
    storeSecret(answer.secrete)
    referral.forget()
    await navigate(path('dashboard'))
    return answer
  }

  const form = useCallForm({
    title: t`REGISTRATION`,
    values: nothing,
    async send(details, _key, way: 'code' | undefined) {
      if (way === 'code' || step === 2) return sendCode(details)
      return step === 1 ? leaveFirstStep(details) : register(details)
    },
    check(details, way) {
      if (way === 'code') return undefined
      if (step !== 3) return errorsOfMissingFields(step, details)
      if (vcode.length === codeLength) return undefined
      return { notice: t`Fill all Form Fields`, faults: { vcode: t`Enter the five-digit code from the email.` } }
    },
    faultsOf(refusal) {
      const found = faultOf(refusal)
      if (!found) return {}
      setStep(found.step)
      return { [found.field]: found.msg }
    },
  })
  return {
    ...form,
    step,
    laterSteps,
    boxes,
    referral,
    setBoxes(typed: string[]) {
      setBoxes(typed)
      form.forget('vcode')
    },
    back: () => setStep((now) => (now === 3 ? 2 : 1)),
  }
}
