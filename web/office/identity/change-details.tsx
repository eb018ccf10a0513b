import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomerField } from '../../../contract/calls/customers.ts'
import { call, CallRefused, errorText, type CallOutput } from '../../data/call.ts'
import { DevelopmentMailbox } from '../../document/development-mailbox.tsx'
import { codeLength } from '../../data/mailed-code.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBoxes } from '../../ui/fields/code-boxes.tsx'
import { emptyBoxes } from '../../ui/fields/code-entry.ts'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import { usePopup } from '../../ui/dialogs/popup.tsx'
import classes from './profile.module.css'
import { type Proof, useProof } from './proof.tsx'

type User = Pick<CallOutput<'user'>, CustomerField>
type Fault = { at: 'value' | 'code'; msg: string }

/** Refusals shown at the code's field. All others, except those about the proof, are shown at the value's field. */
const codeRefusals = ['code_missing', 'code_expired', 'code_wrong']
const proofRefusals = ['wrong_password', 'second_factor_needed', 'second_factor_wrong', 'locked_out']

/** Holds the input for changing one detail, and the server's refusal. */
function useDetailForm(user: User) {
  const [field, setField] = useState<CustomerField>('name')
  const [value, setValue] = useState(user.name)
  const [boxes, setBoxes] = useState(() => emptyBoxes(codeLength))
  const [token, setToken] = useState('')
  const [fault, setFault] = useState<Fault>()
  const forgetCode = () => {
    setToken('')
    setBoxes(emptyBoxes(codeLength))
    setFault(undefined)
  }
  return {
    field,
    value,
    boxes,
    token,
    fault,
    setToken,
    setFault,
    choose(chosen: CustomerField) {
      setField(chosen)
      setValue(chosen === 'email' ? '' : user[chosen])
      forgetCode()
    },
    typeValue(typed: string) {
      setValue(typed)
      forgetCode()
    },
    typeCode(typed: string[]) {
      setBoxes(typed)
      setFault(undefined)
    },
  }
}

/**
 * Returns functions that send a code to a new email address and save a detail with a proof. A refusal of the value or
 * the code is shown at its field.
 */
function useDetailCalls(form: ReturnType<typeof useDetailForm>) {
  const { field, value, boxes, token } = form
  const [sending, setSending] = useState(false)
  const queries = useQueryClient()
  const popup = usePopup()

  async function sendCode() {
    setSending(true)
    form.setFault(undefined)
    try {
      const answer = await call('details.code', { email: value })
      form.setToken(answer.token)
      void popup({ title: t`PROFILE`, msg: t`Code sent to Mail`, type: 'success' })
    } catch (error) {
      form.setFault({ at: 'value', msg: errorText(error) })
    }
    setSending(false)
  }

  async function save(proof: Proof) {
    try {
      const answer = await call('details.change', { ...proof, field, value, vcode: boxes.join(''), token })
      await queries.invalidateQueries({ queryKey: ['user'] })
      if (field === 'email') form.typeValue('')
      void popup({ title: t`PROFILE`, msg: answer.msg, type: 'success' })
    } catch (error) {
      if (!(error instanceof CallRefused) || proofRefusals.includes(error.code)) throw error
      form.setFault({ at: codeRefusals.includes(error.code) ? 'code' : 'value', msg: errorText(error) })
    }
  }

  return { sending, sendCode, save }
}

/** Changes the customer's name, phone number or email. A code sent to the new email address confirms it. */
export function ChangeDetails({ user }: { user: User }) {
  const form = useDetailForm(user)
  const { field, value, boxes, token } = form
  const { sending, sendCode, save } = useDetailCalls(form)
  const [dialog, ask] = useProof()

  function submit() {
    if (!value.trim()) return form.setFault({ at: 'value', msg: t`Enter the new value.` })
    if (field === 'email' && !token) return void sendCode()
    if (field === 'email' && boxes.join('').length < codeLength)
      return form.setFault({ at: 'code', msg: t`Enter the five digits from the email.` })
    ask({
      title: t`Change your details`,
      words:
        field === 'email' ? (
          <Trans>
            This signs out every other session and revokes every API key. We notify both email addresses, and you can’t
            withdraw for 3 days.
          </Trans>
        ) : (
          t`We’ll email you about the change.`
        ),
      action: t`Save`,
      run: save,
    })
  }

  return (
    <>
      <form
        className={classes.form}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!sending) submit()
        }}
      >
        <DetailFields form={form} />
        <Button type="submit" loading={sending}>
          {field === 'email' && !token ? t`Send a code to the new email` : t`Save`}
        </Button>
        {token && (
          <Button variant="default" loading={sending} onClick={sendCode}>
            <Trans>RESEND CODE</Trans>
          </Button>
        )}
      </form>
      {dialog}
    </>
  )
}

function DetailFields({ form }: { form: ReturnType<typeof useDetailForm> }) {
  const { field, value, boxes, token, fault } = form
  const labels: Record<CustomerField, string> = { name: t`Name`, phone: t`Phone`, email: t`New email` }
  const wrongCode = fault?.at === 'code' ? fault.msg : undefined
  return (
    <>
      <SelectField
        label={t`Detail to change`}
        value={field}
        onChange={(event) => form.choose(event.currentTarget.value as CustomerField)}
        data={(['name', 'phone', 'email'] as const).map((one) => ({
          value: one,
          label: one === 'email' ? t`Email` : labels[one],
        }))}
      />
      <TextField
        label={labels[field]}
        type={field === 'email' ? 'email' : field === 'phone' ? 'tel' : 'text'}
        autoComplete={field === 'phone' ? 'tel' : field}
        dir={field === 'name' ? undefined : 'ltr'}
        value={value}
        error={fault?.at === 'value' && fault.msg}
        onChange={(event) => form.typeValue(event.currentTarget.value)}
      />
      {token && (
        <>
          <CodeBoxes
            label={t`Code from the email`}
            value={boxes}
            onChange={form.typeCode}
            invalid={Boolean(wrongCode)}
            describedBy="details-code-problem"
            autoFocus
          />
          <p id="details-code-problem" role="alert" className={classes.problem}>
            {wrongCode}
          </p>
          <DevelopmentMailbox shown />
        </>
      )}
    </>
  )
}
