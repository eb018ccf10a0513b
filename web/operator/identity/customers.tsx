import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { CustomerFlag } from '../../../api/customer-flags.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { TextField } from '../../ui/fields/fields.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import classes from '../desk.module.css'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Time } from '../../language/time.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { flagTexts } from '../words.ts'

export const meta = () => deskMeta(t`Customers`)

type Customer = CallOutput<'customers'>[number]
type Shown = 'all' | 'frozen' | 'flagged' | 'unverified'
const customersPerPage = 50

const columns = (): Column<Customer>[] => [
  {
    head: t`Customer`,
    cell: ({ id, name }) => <Link to={path('operatorCustomer', { params: { id } })}>{name || t`Closed account`}</Link>,
  },
  { head: t`Email`, cell: ({ email }) => <span className={classes.quiet}>{email}</span> },
  { head: t`Country`, cell: ({ country }) => country },
  { head: t`Currency`, cell: ({ currency }) => currency },
  { head: t`Since`, cell: ({ since }) => <Time at={since} /> },
  { head: t`Status`, cell: (customer) => <Standing {...customer} /> },
]

/** Lists all customers with masked details. */
export default function Customers() {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [show, setShow] = useState<Shown>('all')
  const [pages, setPages] = useState<(string | undefined)[]>([undefined])
  const before = pages.at(-1)
  const customers = useCall('customers', { search, show, before })
  const restart = () => setPages([undefined])
  function submit(event: FormEvent) {
    event.preventDefault()
    setSearch(typed.trim())
    restart()
  }
  return (
    <Page
      title={t`Customers`}
      words={t`Names and email addresses stay masked until you open a customer. Opening one is logged.`}
    >
      <Panel>
        <form className={classes.toolbar} onSubmit={submit} role="search">
          <TextField
            className={classes.grow}
            label={t`Full email address or ID`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" size="md">
            <Trans>Search</Trans>
          </Button>
          {search && (
            <Button size="md" variant="default" onClick={() => (setTyped(''), setSearch(''), restart())}>
              <Trans>Show all</Trans>
            </Button>
          )}
        </form>
        {!search && (
          <Tabs
            label={t`View`}
            value={show}
            onChange={(value) => (setShow(value), restart())}
            options={[
              { value: 'all', label: t`All` },
              { value: 'unverified', label: t`Not verified` },
              { value: 'flagged', label: t`Flagged` },
              { value: 'frozen', label: t`Frozen` },
            ]}
          />
        )}
        <Answered query={customers} lines={8}>
          {(list) => (
            <>
              <Table
                label={t`Customers`}
                columns={columns()}
                rows={list}
                empty={search ? t`No customer has this email address or ID.` : t`No customers in this view.`}
              />
              <Pager
                page={pages.length}
                isLast={list.length < customersPerPage}
                onPage={(page) => setPages(page < pages.length ? pages.slice(0, -1) : [...pages, list.at(-1)!.id])}
              />
            </>
          )}
        </Answered>
      </Panel>
    </Page>
  )
}

/** Shows an account's restrictions and its flags. */
export function Standing({
  frozen,
  closed,
  verified,
  simulated,
  flags,
}: Pick<Customer, 'frozen' | 'closed' | 'verified' | 'simulated' | 'flags'>) {
  return (
    <span className={classes.badges}>
      {simulated && (
        <Badge tone="wait">
          <Trans>simulated</Trans>
        </Badge>
      )}
      {closed ? (
        <Badge>
          <Trans context="account">closed</Trans>
        </Badge>
      ) : (
        !simulated && <Badge tone={verified ? 'good' : 'plain'}>{verified ? t`verified` : t`not verified`}</Badge>
      )}
      {frozen && <Badge tone="bad">{frozen === 'operator' ? t`frozen` : t`frozen by the customer`}</Badge>}
      {flags.map((flag) => (
        <Badge key={flag} tone="wait">
          {flagTexts()[flag as CustomerFlag] ?? flag}
        </Badge>
      ))}
    </span>
  )
}
