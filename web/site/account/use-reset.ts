import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCallForm } from '../../data/call-form.ts'
import { call, CallRefused } from '../../data/call.ts'
import { storeSecret } from '../../data/session.ts'
import { path } from '../../paths.ts'
import { emptyBoxes } from '../../ui/fields/code-entry.ts'
import { usePopup } from '../../ui/dialogs/popup.tsx'
import { methodsOf, type FactorMethods } from './factor-methods.ts'
import { codeLength, tokenOf } from '../../data/mailed-code.ts'
import { fieldOfResetRefusal, errorsOfMissingResetFields, errorOfEmail } from './reset-rules.ts'

const empty = { email: '', boxes: emptyBoxes(codeLength), pwd: '', cpwd: '', totp: '' }

/**
 * Runs a password reset. Step 1 emails a code; step 2 takes it with the new password and, if the account has one, the
 * second factor. Source: docs/spec/product.md section 2.
 */
export function useReset() {
  const [step, setStep] = useState<1 | 2>(1)
  const [token, setToken] = useState('')
  const [methods, setMethods] = useState<FactorMethods>()
  const [tries, setTries] = useState(0)
  const popup = usePopup()
  const navigate = useNavigate()
  const asksForCode = (way: 'code' | undefined) => way === 'code' || step === 1

  async function sendCode(email: string) {
    const answer = await call('resetcode', { email })
    const fresh = tokenOf(answer)
    if (fresh) {
      setToken(fresh)
      setStep(2)
    }
    void popup({
      title: t`PASSWORD RESET`,
      msg: fresh ? t`Code sent to Mail` : answer,
      type: fresh ? 'success' : 'warning',
    })
  }

  const form = useCallForm({
    title: (way: 'code' | undefined) => (asksForCode(way) ? t`PASSWORD RESET` : t`RESET`),
    values: empty,
    next: (sent, way) => (asksForCode(way) ? { ...sent, boxes: empty.boxes } : sent),
    async send({ boxes, ...values }, _key, way) {
      if (asksForCode(way)) return sendCode(values.email)
      const answer = await call('reset', { ...values, vcode: boxes.join('') }, { headers: { resetcode: token } })
      storeSecret(answer.secrete)
      await navigate(path('dashboard'))
      return answer
    },
    check: ({ boxes, ...values }, way) =>
      asksForCode(way) ? errorOfEmail(values) : errorsOfMissingResetFields({ ...values, vcode: boxes.join('') }),
    faultsOf({ code, msg }) {
      const field = fieldOfResetRefusal[code as keyof typeof fieldOfResetRefusal]
      if (field === 'email') setStep(1)
      return field ? { [field]: msg } : {}
    },
    onFailure(error, way) {
      if (error instanceof CallRefused && error.code === 'second_factor_needed') setMethods(methodsOf(error.details))
      else if (methods && !way) setTries(tries + 1)
    },
  })
  return {
    ...form,
    step,
    methods,
    tries,
    setBoxes(boxes: string[]) {
      form.change({ boxes })
      form.forget('vcode')
    },
    back() {
      setStep(1)
      setMethods(undefined)
      form.forget()
    },
  }
}
