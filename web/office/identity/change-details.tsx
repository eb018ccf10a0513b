import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { CustomerField } from '../../../api/calls/identity/customers.ts'
import { call, CallRefused, type CallOutput } from '../../data/call.ts'
import { useCallForm } from '../../data/call-form.ts'
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

/** Refusals shown at the code's field. All others, except those about the proof, are shown at the value's field. */
const codeRefusals = ['code_missing', 'code_expired', 'code_wrong']
const proofRefusals = ['wrong_password', 'second_factor_needed', 'second_factor_wrong', 'locked_out']

const noCode = () => ({ boxes: emptyBoxes(codeLength), token: '' })

/** Holds the input for changing one detail, and sends a code to a new email address. */
function useDetailForm(user: User) {
  const form = useCallForm({
    title: t`PROFILE`,
    values: () => ({ field: 'name' as CustomerField, value: user.name, ...noCode() }),
    async send({ value }) {
      const { token } = await call('details.code', { email: value })
      return { token, msg: t`Code sent to Mail` }
    },
    faultsOf: ({ msg }) => ({ value: msg }),
    // The field shows why it was refused.
    onFailure: (error) => error instanceof CallRefused,
    onDone: ({ token }): void => form.change({ token }),
  })
  return {
    ...form,
    choose: (field: CustomerField) => form.change({ field, value: field === 'email' ? '' : user[field], ...noCode() }),
    typeValue: (value: string) => form.change({ value, ...noCode() }),
  }
}

/** Changes the customer's name, phone number or email. A code sent to the new email address confirms it. */
export function ChangeDetails({ user }: { user: User }) {
  const form = useDetailForm(user)
  const { field, value, boxes, token } = form.values
  const [dialog, ask] = useProof()
  const queries = useQueryClient()
  const popup = usePopup()

  /** Saves the detail. A refusal of the value or the code is shown at its field. */
  async function save(proof: Proof) {
    try {
      const { msg } = await call('details.change', { ...proof, field, value, vcode: boxes.join(''), token })
      await queries.invalidateQueries({ queryKey: ['user'] })
      if (field === 'email') form.typeValue('')
      void popup({ title: t`PROFILE`, msg, type: 'success' })
    } catch (error) {
      if (!(error instanceof CallRefused) || proofRefusals.includes(error.code)) throw error
      form.show({ [codeRefusals.includes(error.code) ? 'boxes' : 'value']: error.msg })
    }
  }

  function submit() {
    if (!value.trim()) return form.show({ value: t`Enter the new value.` })
    if (field === 'email' && !token) return void form.submit()
    if (field === 'email' && boxes.join('').length < codeLength)
      return form.show({ boxes: t`Enter the five digits from the email.` })
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
        ref={form.form}
        className={classes.form}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!form.busy) submit()
        }}
      >
        <DetailFields form={form} />
        <Button type="submit" loading={form.busy}>
          {field === 'email' && !token ? t`Send a code to the new email` : t`Save`}
        </Button>
        {token && (
          <Button variant="default" loading={form.busy} onClick={() => void form.submit()}>
            <Trans>RESEND CODE</Trans>
          </Button>
        )}
      </form>
      {dialog}
    </>
  )
}

function DetailFields({ form }: { form: ReturnType<typeof useDetailForm> }) {
  const { field, value, boxes, token } = form.values
  const { faults } = form
  const labels: Record<CustomerField, string> = { name: t`Name`, phone: t`Phone`, email: t`New email` }
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
        error={faults['value']}
        onChange={(event) => form.typeValue(event.currentTarget.value)}
      />
      {token && (
        <>
          <CodeBoxes
            label={t`Code from the email`}
            value={boxes}
            onChange={(typed) => form.change({ boxes: typed })}
            invalid={faults['boxes'] !== undefined}
            describedBy="details-code-problem"
            autoFocus
          />
          <p id="details-code-problem" role="alert" className={classes.problem}>
            {faults['boxes']}
          </p>
          <DevelopmentMailbox shown />
        </>
      )}
    </>
  )
}
