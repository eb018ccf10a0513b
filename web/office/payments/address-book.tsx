import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallForm, useSend } from '../../data/call-form.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useState } from 'react'
import { withdrawalMethods, type WithdrawalMethod } from '../../../api/states/withdrawal-states.ts'
import { call, type CallOutput } from '../../data/call.ts'
import { useCall, useRefetch } from '../../data/queries.ts'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import { Unanswered } from '../../shell/answered.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { FactorField, useGuards } from '../identity/proof.tsx'
import { dateTimeText } from '../../language/time-text.ts'
import { DestinationFields, emptyDestination } from './destination-fields.tsx'
import { entryLabel, methodText } from './payment-words.ts'
import { Badge } from '../../ui/badge.tsx'
import classes from './withdrawals.module.css'

const title = () => t`ADDRESS BOOK`

/** Manages withdrawal addresses. A new address has a waiting period before its first use. */
export function AddressBook() {
  const [adding, setAdding] = useState(false)
  const book = useCall('addresses', {})
  const { send } = useSend({ title: title(), refetch: useRefetch('addresses') })
  if (!book.isSuccess) return <Unanswered query={book} lines={3} />
  const add = (
    <Button variant="default" size="sm" onClick={() => setAdding(true)}>
      <Trans>Add an address</Trans>
    </Button>
  )
  const isEmpty = book.data.length === 0
  return (
    <>
      {isEmpty && !adding && (
        <Empty title={t`No addresses yet`} icon="list" action={add}>
          <Trans>Your first withdrawal to an address adds it here.</Trans>
        </Empty>
      )}
      <ul className={classes.list}>
        {book.data.map((one) => (
          <Entry key={one.id} entry={one} onRemove={() => void send(() => call('addresses.remove', { id: one.id }))} />
        ))}
      </ul>
      {adding && <NewAddress onDone={() => setAdding(false)} />}
      {!adding && !isEmpty && <ButtonRow spaced>{add}</ButtonRow>}
    </>
  )
}

type EntryProps = { entry: CallOutput<'addresses'>[number]; onRemove: () => void }

function Entry({ entry: { label, method, to, unreadable, usable, usableAt }, onRemove }: EntryProps) {
  const when = dateTimeText(usableAt)
  const name = entryLabel({ label, method })
  return (
    <li className={classes.item}>
      <div className={classes.itemTop}>
        <strong>{name}</strong>
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
        <Button variant="default" size="xs" aria-label={t`Remove ${name}`} onClick={onRemove}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </li>
  )
}

function NewAddress({ onDone }: { onDone: () => void }) {
  const guards = useGuards()
  const { form, values, faults, busy, change, field, onSubmit } = useCallForm({
    title: title(),
    values: { method: 'BTC' as WithdrawalMethod, label: '', totp: '', ...emptyDestination },
    refetch: useRefetch('addresses'),
    send: (address) => call('addresses.add', address),
    onDone,
  })
  return (
    <form ref={form} className={classes.form} method="post" noValidate onSubmit={onSubmit}>
      <SelectField
        label={t`Method`}
        value={values.method}
        data={withdrawalMethods.map((method) => ({ value: method, label: methodText(method) }))}
        onChange={(event) => change({ method: event.currentTarget.value as WithdrawalMethod, ...emptyDestination })}
      />
      <TextField label={t`Label`} maxLength={60} {...field('label')} />
      <DestinationFields method={values.method} value={values} errors={faults} onChange={change} />
      {guards.isSet && <FactorField value={values.totp} onChange={(totp) => change({ totp })} hasApp={guards.hasApp} />}
      <ButtonRow spaced>
        <Button type="submit" loading={busy}>
          <Trans>Save address</Trans>
        </Button>
        <Button variant="default" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </ButtonRow>
    </form>
  )
}
