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
import { fieldOfResetRefusal, errorsOfMissingResetFields } from './reset-rules.ts'

const empty = { email: '', boxes: emptyBoxes(codeLength), pwd: '', cpwd: '', totp: '' }

/** Runs a password reset: the emailed code, the new password and, if the account has one, the second factor. */
export function useReset() {
  const [token, setToken] = useState('')
  const [methods, setMethods] = useState<FactorMethods>()
  const [tries, setTries] = useState(0)
  const popup = usePopup()
  const navigate = useNavigate()

  async function sendCode(email: string) {
    const answer = await call('resetcode', { email })
    const fresh = tokenOf(answer)
    if (fresh) setToken(fresh)
    void popup({
      title: t`PASSWORD RESET`,
      msg: fresh ? t`Code sent to Mail` : answer,
      type: fresh ? 'success' : 'warning',
    })
  }

  const form = useCallForm({
    title: (way: 'code' | undefined) => (way === 'code' ? t`PASSWORD RESET` : t`RESET`),
    values: empty,
    async send({ boxes, ...values }, _key, way: 'code' | undefined) {
      if (way === 'code') return sendCode(values.email)
      const answer = await call('reset', { ...values, vcode: boxes.join('') }, { headers: { resetcode: token } })
      storeSecret(answer.secrete)
      await navigate(path('dashboard'))
      return answer
    },
    check({ email, boxes, pwd, cpwd }, way) {
      if (way !== 'code') return errorsOfMissingResetFields({ email, vcode: boxes.join(''), pwd, cpwd })
      // The specification's message says that the password is empty, which isn't true here (docs/spec/truth.md
      // section 6).
      const msg = t`Enter your email address.`
      return email.trim() ? undefined : { msg, faults: { email: msg } }
    },
    faultsOf({ code, msg }) {
      const field = fieldOfResetRefusal[code as keyof typeof fieldOfResetRefusal]
      return field ? { [field]: msg } : {}
    },
    onFailure(error, way) {
      if (error instanceof CallRefused && error.code === 'second_factor_needed') setMethods(methodsOf(error.details))
      else if (methods && !way) setTries(tries + 1)
    },
  })
  return {
    ...form,
    token,
    methods,
    tries,
    setBoxes(boxes: string[]) {
      form.change({ boxes })
      form.forget('vcode')
    },
  }
}
