import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { CustomerFlag } from '../../../api/customer-flags.ts'
import { unitOf } from '../../../api/assets.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCallForm } from '../../data/call-form.ts'
import { decide } from '../../data/decide.ts'
import { useCall, useRefetch } from '../../data/queries.ts'
import { Money } from '../../ui/text/money.tsx'
import { StatementTable } from '../../shell/statement-table.tsx'
import { accountName } from '../../shell/statement-words.ts'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import classes from '../desk.module.css'
import { useMay } from '../shell/me.ts'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Decision, TextArea, useDecide } from '../parts.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Time } from '../../language/time.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { GiveBonus } from '../payments/give-bonus.tsx'
import { factNames, flagTexts } from '../words.ts'
import { CorrectDetails } from './correct-details.tsx'
import { ProposeCorrection } from './correction.tsx'
import { CustomerActivity } from './customer-activity.tsx'
import own from './customers.module.css'
import { Standing } from './standing.tsx'

export const meta = () => deskMeta(t`Customer`)

type Customer = CallOutput<'customers.show'>
type Balance = Customer['balances'][number]

/** Shows one customer: details, balances, actions on the account, and the full ledger. */
export default function CustomerPage() {
  const { id = '' } = useParams()
  // Each load is logged, so window focus doesn't refetch. Navigating back to this page does.
  const customer = useCall('customers.show', { id }, { staleTime: Infinity, refetchOnMount: 'always' })
  return (
    <Page title={t`Customer`} words={t`Opening this page is logged.`}>
      <Answered query={customer} lines={8}>
        {(data) => (
          <>
            <Details customer={data} />
            <div className={own.columns}>
              <Balances customer={data} />
              <Account customer={data} />
            </div>
          </>
        )}
      </Answered>
      {customer.data && <CustomerActivity id={id} />}
      {customer.data && <Notes customer={customer.data} />}
      {customer.data && <Ledger id={id} />}
    </Page>
  )
}

/** Shows the full ledger on demand, because each load is logged. */
function Ledger({ id }: { id: string }) {
  const [shown, setShown] = useState(false)
  return (
    <Panel title={t`Ledger`}>
      {shown ? (
        <StatementTable call="customers.ledger" customer={id} />
      ) : (
        <div className={classes.itemTop}>
          <p className={classes.quiet}>
            <Trans>Every transfer with running balances. Opening it is logged.</Trans>
          </p>
          <Button size="xs" variant="default" onClick={() => setShown(true)}>
            <Trans>Show ledger</Trans>
          </Button>
        </div>
      )}
    </Panel>
  )
}

function Details({ customer }: { customer: Customer }) {
  const kept = (value: string) => (customer.closed ? t`Erased` : value)
  const facts: [string, string][] = [
    [t`Email`, kept(customer.email)],
    [t`Phone`, kept(customer.phone)],
    [t`Country`, kept(customer.country)],
    ...(customer.proposedEmail ? [[t`Proposed email`, customer.proposedEmail] as [string, string]] : []),
    [t`Currency`, customer.currency],
    ...customer.facts.map(({ label, value }): [string, string] => [factNames()[label] ?? label, value ?? '']),
  ]
  return (
    <Panel title={customer.name || t`Closed account`}>
      <div className={classes.stack}>
        <Standing {...customer} />
        <Facts layout="grid">
          {facts.map(([name, value]) => (
            <Fact key={name} term={name}>
              <bdi>{value || '–'}</bdi>
            </Fact>
          ))}
          {customer.payoutsWaitUntil && (
            <Fact term={t`No withdrawals until`}>
              <Time at={customer.payoutsWaitUntil} />
            </Fact>
          )}
          <Fact term={t`Customer since`}>
            <Time at={customer.since} />
          </Fact>
          <Fact term={t`ID`}>
            <span className={own.id}>
              <span className={classes.mono} title={customer.id}>
                …{customer.id.slice(-8)}
              </span>
              <CopyButton iconOnly text={customer.id} label={t`Copy ID`} />
            </span>
          </Fact>
        </Facts>
      </div>
    </Panel>
  )
}

const balanceColumns = (): Column<Balance>[] => [
  { head: t`Account`, cell: ({ account }) => accountName(account) },
  {
    head: t`Available`,
    end: true,
    cell: ({ available, asset }) => <Money amount={available} unit={unitOf(asset)} />,
  },
  {
    head: t`Reserved`,
    end: true,
    cell: ({ reserved, asset }) => <Money amount={reserved} unit={unitOf(asset)} />,
  },
  {
    head: t`Balance`,
    end: true,
    cell: ({ balance, asset }) => <Money amount={balance} unit={unitOf(asset)} />,
  },
]

function Balances({ customer }: { customer: Customer }) {
  const mayPropose = useMay('corrections.propose')
  const [correcting, setCorrecting] = useState(false)
  const [giving, setGiving] = useState(false)
  return (
    <Panel title={t`Balances`}>
      <div className={classes.stack}>
        <Table
          label={t`Balances`}
          columns={balanceColumns()}
          rows={customer.balances}
          empty={t`No accounts used yet.`}
        />
        {mayPropose && (
          <ButtonRow end>
            <Button size="xs" variant="default" onClick={() => setCorrecting(true)}>
              <Trans>Propose a correction</Trans>
            </Button>
            <Button size="xs" variant="default" onClick={() => setGiving(true)}>
              <Trans>Give a bonus</Trans>
            </Button>
          </ButtonRow>
        )}
      </div>
      {giving && <GiveBonus customer={customer} onClose={() => setGiving(false)} />}
      {correcting && <ProposeCorrection customer={customer} onClose={() => setCorrecting(false)} />}
    </Panel>
  )
}

function Account({ customer }: { customer: Customer }) {
  const { id, freeze } = customer
  const [freezing, setFreezing] = useState(false)
  const [correcting, setCorrecting] = useState(false)
  const [signingOut, setSigningOut] = useState(false)
  const decide = useDecide(t`CUSTOMER`)
  const mayManage = useMay('customers.manage')
  if (!freeze && !mayManage) return null
  return (
    <Panel title={t`Account`}>
      <div className={classes.stack}>
        {freeze && (
          <p>
            <Badge tone="bad">
              <Trans>frozen</Trans>
            </Badge>{' '}
            <FrozenBy freeze={freeze} />
          </p>
        )}
        {mayManage && (
          <>
            <fieldset className={`${classes.checks} ${own.flags}`}>
              <legend>
                <Trans>Flags</Trans>
              </legend>
              {Object.entries(flagTexts()).map(([flag, words]) => (
                <label key={flag}>
                  <input
                    type="checkbox"
                    checked={customer.flags.includes(flag)}
                    onChange={(event) =>
                      void decide(
                        'customers.flag',
                        { id, flag: flag as CustomerFlag, set: event.currentTarget.checked },
                        ['customers.show', 'customers'],
                      )
                    }
                  />
                  {words}
                </label>
              ))}
            </fieldset>
            {!customer.closed && (
              <ButtonRow end>
                <Button size="xs" variant="default" onClick={() => setFreezing(true)}>
                  {customer.frozen === 'operator' ? t`Unfreeze the account` : t`Freeze the account`}
                </Button>
                <Button size="xs" variant="default" onClick={() => setCorrecting(true)}>
                  <Trans>Correct the details</Trans>
                </Button>
                <Button size="xs" variant="default" onClick={() => setSigningOut(true)}>
                  <Trans>Sign out everywhere</Trans>
                </Button>
              </ButtonRow>
            )}
          </>
        )}
      </div>
      {freezing && <Freeze customer={customer} onClose={() => setFreezing(false)} />}
      {correcting && <CorrectDetails customer={customer} onClose={() => setCorrecting(false)} />}
      {signingOut && <SignOutEverywhere id={id} onClose={() => setSigningOut(false)} />}
    </Panel>
  )
}

/** Shows who froze an account, when and why. */
function FrozenBy({ freeze: { by, at, reason } }: { freeze: NonNullable<Customer['freeze']> }) {
  if (by === 'operator') {
    return (
      <Trans>
        by an operator, <Time at={at} />: {reason}
      </Trans>
    )
  }
  return (
    <Trans>
      by the customer, <Time at={at} />: {reason}
    </Trans>
  )
}

function SignOutEverywhere({ id, onClose }: { id: string; onClose: () => void }) {
  const decide = useDecide(t`CUSTOMER`)
  return (
    <Decision
      title={t`Sign this customer out everywhere?`}
      words={t`This ends every session and revokes every API key immediately. We email the customer, who can sign in \
again.`}
      reasonLabel={t`Reason`}
      reasonHint={t`Stored in the audit log.`}
      confirm={t`Sign out everywhere`}
      danger
      onClose={onClose}
      onConfirm={(reason) => decide('customers.signout', { id, reason }, ['customers.show'])}
    />
  )
}

function Freeze({ customer: { id, frozen }, onClose }: { customer: Customer; onClose: () => void }) {
  const decide = useDecide(t`CUSTOMER`)
  const isFrozen = frozen === 'operator'
  return (
    <Decision
      title={isFrozen ? t`Unfreeze this account?` : t`Freeze this account?`}
      words={
        isFrozen
          ? t`The customer can place orders and withdraw again.`
          : t`The customer can’t place orders or withdraw. Open trades settle as usual, and deposits can still arrive.`
      }
      reasonLabel={t`Reason`}
      reasonHint={isFrozen ? t`Stored in the audit log.` : t`Shown to the customer.`}
      confirm={isFrozen ? t`Unfreeze` : t`Freeze`}
      danger={!isFrozen}
      onClose={onClose}
      onConfirm={(reason) =>
        decide(isFrozen ? 'customers.unfreeze' : 'customers.freeze', { id, reason }, ['customers.show', 'customers'])
      }
    />
  )
}

function Notes({ customer: { id, notes } }: { customer: Customer }) {
  const mayManage = useMay('customers.manage')
  const { form, values, busy, change, onSubmit } = useCallForm({
    title: t`NOTE`,
    values: { words: '' },
    next: () => ({ words: '' }),
    refetch: useRefetch('customers.show', 'operators.me'),
    send: ({ words }) => decide('customers.note', { id, words }),
  })
  return (
    <Panel title={t`Notes`}>
      <div className={classes.stack}>
        {notes.length === 0 && (
          <p className={classes.quiet}>
            <Trans>No notes yet. Only operators can see notes, and nobody can delete them.</Trans>
          </p>
        )}
        {notes.map((note) => (
          <div key={note.id}>
            <p className={classes.body}>{note.words}</p>
            <p className={classes.small}>
              {note.by}, <Time at={note.at} />
            </p>
          </div>
        ))}
        {mayManage && (
          <form ref={form} className={classes.form} onSubmit={onSubmit}>
            <TextArea
              label={t`New note`}
              maxLength={2000}
              value={values.words}
              onChange={(words) => change({ words })}
              required
            />
            <div>
              <Button type="submit" size="xs" loading={busy}>
                <Trans>Save note</Trans>
              </Button>
            </div>
          </form>
        )}
      </div>
    </Panel>
  )
}
