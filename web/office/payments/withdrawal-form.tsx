import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallForm } from '../../data/call-form.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { WithdrawalMethod } from '../../../api/states/withdrawal-states.ts'
import { path } from '../../paths.ts'
import { call, type CallOutput, errorText } from '../../data/call.ts'
import { passkeyProof } from '../../data/passkeys.ts'
import { useCall, useRefetch } from '../../data/queries.ts'
import { hiddenAmountText, useAmountsHidden } from '../../ui/text/amounts.tsx'
import type { FieldFaults } from '../../ui/fields/field-faults.ts'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Money } from '../../ui/text/money.tsx'
import { moneyText } from '../../ui/text/number-text.ts'
import { FactorField, useGuards } from '../identity/proof.tsx'
import { DestinationFields, type Destination, emptyDestination } from './destination-fields.tsx'
import { cashAccountText, entryLabel, refundText } from './payment-words.ts'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import classes from './withdrawals.module.css'

type Terms = CallOutput<'withdrawals.terms'>
type Form = { method: WithdrawalMethod | ''; account: string; amount: string; book: string; totp: string } & Destination

const empty: Form = { method: '', account: 'Trading', amount: '', book: '', totp: '', ...emptyDestination }
const title = () => t`WITHDRAWAL`
const quoteAfterMs = 300

/** Returns the initial form, with the account and method that another page preselected, such as a refund. */
function initialForm({ accounts, methods }: Terms, query: URLSearchParams): Form {
  const account = accounts.find((one) => one.account === query.get('account'))
  const method = methods.find((one) => one.method === query.get('method'))
  return {
    ...empty,
    ...(account && { account: account.account, amount: account.available }),
    ...(method?.active && { method: method.method }),
  }
}

/** Returns an error for each required field that is empty. The server validates the rest. */
const missingFields = ({ method, amount }: Form): FieldFaults<string> => ({
  ...(!method && { method: t`Choose a method.` }),
  ...(!amount && { amount: t`Enter an amount.` }),
})

/** Holds the input, the server's refusals and its confirmation, and sends the request. */
function useWithdrawal(terms: Terms) {
  const [query] = useSearchParams()
  const [confirmation, setConfirmation] = useState('')
  const form = useCallForm({
    title: title(),
    values: () => initialForm(terms, query),
    next: ({ method, account }) => ({ ...empty, method, account }),
    refetch: useRefetch('withdrawals', 'withdrawals.terms', 'addresses', 'user', 'totalbalance'),
    check(form) {
      const missing = missingFields(form)
      return Object.keys(missing).length > 0 ? { faults: missing } : undefined
    },
    keyedBy: ({ totp: _, ...order }) => order,
    async send(form, idempotencyKey, way: 'passkey' | undefined) {
      const { book: id, address, bname, aname, anumber, rnumber, totp, ...order } = form
      const passkey = way ? await passkeyProof() : ''
      const { msg } = await call(
        'withdraw',
        {
          ...order,
          ...(id ? { book: id } : { address, bname, aname, anumber, rnumber }),
          totp: passkey ? '' : totp,
          passkey,
        },
        { idempotencyKey },
      )
      // The form shows it, because a popup would cover the list with the new withdrawal.
      return { confirmation: msg }
    },
    onDone: (answer) => setConfirmation(answer.confirmation),
  })
  return {
    ...form,
    confirmation,
    change(part: Partial<Form>) {
      setConfirmation('')
      form.change(part)
    },
  }
}

/** Shows the withdrawal form. The fields depend on the method. Source: docs/spec/product.md section 5. */
export function WithdrawalForm({ terms }: { terms: Terms }) {
  const { form: ref, values: form, faults, busy, way, confirmation, change, submit, onSubmit } = useWithdrawal(terms)
  const guards = useGuards()
  const mayWithdraw = terms.verified && !terms.frozen
  const book = useCall('addresses', {})
  const entries = book.data?.filter(({ method }) => method === form.method) ?? []
  return (
    <form ref={ref} className={classes.form} method="post" noValidate onSubmit={onSubmit}>
      <OrderFields terms={terms} form={form} fields={faults} onChange={change} />
      {form.method && entries.length > 0 && (
        <SelectField
          label={t`Pay to`}
          value={form.book}
          onChange={(event) => change({ book: event.currentTarget.value })}
          data={[
            { value: '', label: t`New address` },
            ...entries.map((entry) => ({ value: entry.id, label: entryOption(entry) })),
          ]}
        />
      )}
      {form.method && !form.book && (
        <DestinationFields method={form.method} value={form} errors={faults} onChange={change} />
      )}
      {form.method && <Quote method={form.method} account={form.account} amount={form.amount} />}
      {terms.secondFactor && (
        <FactorField value={form.totp} onChange={(totp) => change({ totp })} hasApp={guards.hasApp} />
      )}
      <ButtonRow spaced>
        <Button type="submit" loading={busy && !way} disabled={!mayWithdraw}>
          <Trans context="action">Withdraw</Trans>
        </Button>
        {guards.hasPasskey && (
          <Button
            variant="default"
            disabled={!mayWithdraw}
            loading={way === 'passkey'}
            onClick={() => void submit('passkey')}
          >
            <Trans>Withdraw with a passkey</Trans>
          </Button>
        )}
        {!terms.verified && (
          <p className={classes.why}>
            <Trans>
              Only verified customers can withdraw.{' '}
              <Link to={path('profile', { anchor: 'identity' })}>Verify your identity</Link> first. You can trade right
              away.
            </Trans>
          </p>
        )}
      </ButtonRow>
      <Confirmation words={confirmation} />
    </form>
  )
}

/** Confirms the request below the form. The status exists before, so that screen readers announce its text. */
function Confirmation({ words }: { words: string }) {
  return (
    <div role="status" className={classes.confirmation}>
      {words && (
        <>
          <Icon name="check" size={18} />
          <p>
            {words}{' '}
            <Link to={path('withdrawals', { anchor: 'requested' })}>
              <Trans>View your withdrawals</Trans>
            </Link>
          </p>
        </>
      )}
    </div>
  )
}

function entryOption({ to, usable, ...entry }: CallOutput<'addresses'>[number]): string {
  const label = entryLabel(entry)
  return usable ? `${label} · ${to}` : t`${label} · ${to} (not usable yet)`
}

type OrderFieldsProps = {
  terms: Terms
  form: Form
  fields: FieldFaults<string>
  onChange: (part: Partial<Form>) => void
}

/** Fields for method, account and amount. */
function OrderFields({ terms, form, fields, onChange: change }: OrderFieldsProps) {
  const hidden = useAmountsHidden()
  const account = terms.accounts.find((one) => one.account === form.account)
  return (
    <>
      <SelectField
        label={t`Method`}
        value={form.method}
        error={fields['method']}
        onChange={(event) =>
          change({ method: event.currentTarget.value as Form['method'], book: '', ...emptyDestination })
        }
        data={[
          { value: '', label: t`Choose a method` },
          ...terms.methods.map(({ method, active }) => ({
            value: method,
            label: methodOption(method, active),
            disabled: !active,
          })),
        ]}
      />
      <SelectField
        label={t`Account`}
        value={form.account}
        error={fields['account']}
        onChange={(event) => change({ account: event.currentTarget.value })}
        data={terms.accounts.map((one) => ({
          value: one.account,
          label: accountOption(one, hidden),
          disabled: one.locked,
        }))}
      />
      <AmountField
        account={account}
        value={form.amount}
        error={fields['amount']}
        onChange={(amount) => change({ amount })}
      />
    </>
  )
}

type AmountFieldProps = {
  account: Terms['accounts'][number] | undefined
  value: string
  error: string | undefined
  onChange: (amount: string) => void
}

function AmountField({ account, value, error, onChange }: AmountFieldProps) {
  const cur = account?.cur
  const hidden = useAmountsHidden()
  const available = !account ? '' : hidden ? hiddenAmountText : moneyText(account.available, account.cur)
  return (
    <div>
      <TextField
        label={cur ? t`Amount in ${cur}` : t`Amount`}
        type="number"
        inputMode="decimal"
        step="0.00001"
        min="0"
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {account && (
        <p className={classes.below}>
          <button type="button" className={classes.all} onClick={() => onChange(account.available)}>
            <Trans>Max {available}</Trans>
          </button>
        </p>
      )}
    </div>
  )
}

const methodLabels = (): Record<WithdrawalMethod, string> => ({
  BTC: 'Bitcoin (tBTC)',
  ETH: 'Ethereum (tETH)',
  PayPal: t`PayPal (simulated)`,
  Bank: t`Bank (simulated)`,
})

function methodOption(method: WithdrawalMethod, active: boolean): string {
  const label = methodLabels()[method]
  return active ? label : t`${label}: No Active ${method} Wallet.`
}

function accountOption({ account, available, cur, locked }: Terms['accounts'][number], hidden: boolean): string {
  const name = cashAccountText(account) ?? refundText(account) ?? t`${account} mining balance`
  const sum = hidden ? hiddenAmountText : moneyText(available, cur)
  return locked ? t`${name} · ${sum} (locked)` : `${name} · ${sum}`
}

/** Shows the fee and the amount that arrives, at the current rate. */
function Quote({ method, account, amount }: { method: WithdrawalMethod; account: string; amount: string }) {
  const settled = useDebounced(amount, quoteAfterMs)
  const asked = Number(settled) > 0
  const quote = useCall('withdrawals.quote', { method, account, amount: settled || '0' }, { enabled: asked })
  if (!asked) return null
  if (quote.error) return <p className={classes.quoteError}>{errorText(quote.error)}</p>
  const answer = quote.data
  return (
    <Facts layout="compact" className={classes.quote} aria-live="polite" aria-busy={quote.isPending}>
      <Fact term={t`You receive`}>
        {answer ? (
          <strong>
            <Money shown {...answer.arrives} />
          </strong>
        ) : (
          '…'
        )}
      </Fact>
      <Fact term={t`Network fee`}>{answer ? <Money shown {...answer.fee} /> : '…'}</Fact>
      <Fact term={t`Principal`}>{answer ? <Money shown amount={answer.principal} unit={answer.cur} /> : '…'}</Fact>
      <Fact term={t`Interest`}>{answer ? <Money shown amount={answer.interest} unit={answer.cur} /> : '…'}</Fact>
      {answer?.rate && (
        <Fact term={t`Rate`}>
          <span dir="ltr">{answer.rate}</span>
        </Fact>
      )}
    </Facts>
  )
}
