import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { withdrawalMethods, type WithdrawalMethod } from '../../../contract/withdrawal-states.ts'
import { call, type CallOutput, CallRefused, errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import { Empty, Failed, Loading } from '../../ui/page-state.tsx'
import { usePopup } from '../../ui/popup.tsx'
import { FactorField, useGuards } from '../identity/proof.tsx'
import { dateTimeText } from './date-text.ts'
import { DestinationFields, emptyDestination } from './destination-fields.tsx'
import { methodText } from './payment-words.ts'
import { Badge } from '../../ui/badge.tsx'
import classes from './withdrawals.module.css'

const title = () => t`ADDRESS BOOK`

/** Manages withdrawal addresses. A new address has a waiting period before its first use. */
export function AddressBook() {
  const [adding, setAdding] = useState(false)
  const book = useCall('addresses', {})
  const popup = usePopup()
  const queries = useQueryClient()
  async function remove(id: string) {
    try {
      const { msg } = await call('addresses.remove', { id })
      void popup({ title: title(), msg, type: 'success' })
    } catch (error) {
      void popup({ title: title(), msg: errorText(error), type: 'warning' })
    }
    void queries.invalidateQueries({ queryKey: ['addresses'] })
  }
  if (book.isPending) return <Loading lines={3} />
  if (book.isError) return <Failed message={errorText(book.error)} onRetry={() => book.refetch()} />
  return (
    <>
      {book.data.length === 0 && !adding && (
        <Empty title={t`No addresses yet`} icon="list">
          <Trans>Your first withdrawal to an address adds it here.</Trans>
        </Empty>
      )}
      <ul className={classes.list}>
        {book.data.map((one) => (
          <Entry key={one.id} entry={one} onRemove={() => void remove(one.id)} />
        ))}
      </ul>
      {adding ? (
        <NewAddress onDone={() => setAdding(false)} />
      ) : (
        <div className={classes.buttons}>
          <Button variant="default" size="sm" onClick={() => setAdding(true)}>
            <Trans>Add an address</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

type EntryProps = { entry: CallOutput<'addresses'>[number]; onRemove: () => void }

function Entry({ entry: { label, method, to, unreadable, usable, usableAt }, onRemove }: EntryProps) {
  const when = dateTimeText(usableAt)
  return (
    <li className={classes.item}>
      <div className={classes.itemTop}>
        <strong>{label}</strong>
        <Badge tone={usable ? 'good' : 'wait'}>
          {unreadable ? t`Unreadable` : usable ? t`Ready` : t`Ready ${when}`}
        </Badge>
      </div>
      <p className={classes.quiet}>
        {methodText(method)} ·{' '}
        <span className={classes.mono} dir="ltr">
          {to}
        </span>
      </p>
      <div className={classes.actions}>
        <Button variant="default" size="xs" aria-label={t`Remove ${label}`} onClick={onRemove}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </li>
  )
}

function NewAddress({ onDone }: { onDone: () => void }) {
  const [form, setForm] = useState({ method: 'BTC' as WithdrawalMethod, label: '', totp: '', ...emptyDestination })
  const [fields, setFields] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const guards = useGuards()
  const popup = usePopup()
  const queries = useQueryClient()
  const change = (part: Partial<typeof form>) => setForm((held) => ({ ...held, ...part }))
  async function add() {
    setBusy(true)
    setFields({})
    try {
      const { msg } = await call('addresses.add', form)
      void popup({ title: title(), msg, type: 'success' })
      onDone()
    } catch (error) {
      if (error instanceof CallRefused) setFields(error.fields)
      void popup({ title: title(), msg: errorText(error), type: 'warning' })
    }
    setBusy(false)
    void queries.invalidateQueries({ queryKey: ['addresses'] })
  }
  return (
    <form
      className={classes.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void add()
      }}
    >
      <SelectField
        label={t`Method`}
        value={form.method}
        data={withdrawalMethods.map((method) => ({ value: method, label: methodText(method) }))}
        onChange={(event) => change({ method: event.currentTarget.value as WithdrawalMethod, ...emptyDestination })}
      />
      <TextField
        label={t`Label`}
        maxLength={60}
        value={form.label}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <DestinationFields method={form.method} value={form} errors={fields} onChange={change} />
      {guards.isSet && <FactorField value={form.totp} onChange={(totp) => change({ totp })} hasApp={guards.hasApp} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={busy}>
          <Trans>Save address</Trans>
        </Button>
        <Button variant="default" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
