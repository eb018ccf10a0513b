import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { assets, type Asset } from '../../../api/assets.ts'
import type { customerOrders } from '../../../api/calls/identity/customer-list.ts'
import { callForBytes, type CallInput, type CallOutput } from '../../data/call.ts'
import { useSend } from '../../data/call-form.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { downloadBlob } from '../../shell/download.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Money } from '../../ui/text/money.tsx'
import { Time } from '../../language/time.tsx'
import classes from '../desk.module.css'
import { deskMeta } from '../meta.ts'
import { useMay } from '../shell/me.ts'
import { flagTexts } from '../words.ts'
import { BulkActions } from './bulk-actions.tsx'
import own from './customers.module.css'
import { Standing } from './standing.tsx'

export const meta = () => deskMeta(t`Customers`)

type Customer = CallOutput<'customers'>['customers'][number]
type Filter = Required<CallInput<'customers.export'>>
type Order = (typeof customerOrders)[number]

const everyone: Filter = { search: '', show: 'all', country: '', flag: '', active: '', order: 'newest' }

/** Lists customers with search, filters, balances and results, and acts on the selected ones. */
export default function Customers() {
  const mayName = useMay('customers.names')
  const mayManage = useMay('customers.manage')
  const [filter, setFilter] = useState(everyone)
  const [p, setPage] = useState(1)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // With names, each load is logged, so window focus doesn't refetch. Navigating back to this page does.
  const customers = useCall('customers', { ...filter, p }, { staleTime: Infinity, refetchOnMount: 'always' })
  function change(part: Partial<Filter>) {
    setFilter({ ...filter, ...part })
    setPage(1)
    setSelected(new Set())
  }
  function toggle(ids: readonly string[], on: boolean) {
    const next = new Set(selected)
    for (const id of ids)
      if (on) next.add(id)
      else next.delete(id)
    setSelected(next)
  }
  const shown = customers.data?.customers ?? []
  return (
    <Page
      title={t`Customers`}
      words={
        mayName
          ? t`Each page you view here is recorded in the audit log, along with the customers on it.`
          : t`Names and email addresses stay masked until you open a customer’s page. Opening one is logged.`
      }
    >
      <Panel>
        <Filters filter={filter} onChange={change} mayName={mayName} />
        <BulkActions
          chosen={shown.filter(({ id }) => selected.has(id))}
          mayManage={mayManage}
          onDone={() => setSelected(new Set())}
        >
          <Export filter={filter} />
        </BulkActions>
        <div className={own.list}>
          <Answered query={customers} lines={12}>
            {({ customers: list, more }) => (
              <>
                <Table
                  label={t`Customers`}
                  columns={columns({ list, selected, toggle: mayManage ? toggle : undefined })}
                  rows={list}
                  markOf={({ id }) => (selected.has(id) ? 'selected' : undefined)}
                  empty={emptyText(filter, mayName)}
                />
                <Pager page={p} isLast={!more} onPage={(page) => (setPage(page), setSelected(new Set()))} />
              </>
            )}
          </Answered>
        </div>
      </Panel>
    </Page>
  )
}

function emptyText({ search, show, country, flag, active }: Filter, mayName: boolean): string {
  // Any of these filters can exclude a customer whom the search would find.
  const isNarrowed = show !== 'all' || country !== '' || flag !== '' || active !== ''
  if (search === '' || isNarrowed) return t`No customers match these filters.`
  return mayName
    ? t`No customer has this name, email address or ID. Name searches match the beginning of each word.`
    : t`No customer has this email address or ID.`
}

type Selection = {
  list: readonly Customer[]
  selected: ReadonlySet<string>
  toggle: ((ids: readonly string[], on: boolean) => void) | undefined
}

const unitOf = (currency: string) => assets[currency as Asset].symbol
const toneOf = (amount: string) => (Number(amount) > 0 ? 'up' : Number(amount) < 0 ? 'down' : undefined)

function columns({ list, selected, toggle }: Selection): Column<Customer>[] {
  const select: Column<Customer> = {
    head: t`Select`,
    className: own.select,
    cell: ({ id, name, closed }) =>
      toggle &&
      !closed && (
        <input
          type="checkbox"
          aria-label={t`Select ${name || shortId(id)}`}
          checked={selected.has(id)}
          onChange={(event) => toggle([id], event.currentTarget.checked)}
        />
      ),
  }
  const open = list.filter(({ closed }) => !closed).map(({ id }) => id)
  const isAll = open.length > 0 && open.every((id) => selected.has(id))
  return [
    ...(toggle
      ? [
          {
            ...select,
            headCell: (
              <input
                type="checkbox"
                aria-label={t`Select all on this page`}
                checked={isAll}
                onChange={(event) => toggle(open, event.currentTarget.checked)}
              />
            ),
          },
        ]
      : []),
    {
      head: t`Customer`,
      cell: ({ id, name, email }) => (
        <span className={own.who}>
          <Link to={path('operatorCustomer', { params: { id } })}>
            <bdi>{name || t`Closed account`}</bdi>
          </Link>
          <span className={classes.small}>
            <bdi>{email || shortId(id)}</bdi>
          </span>
        </span>
      ),
    },
    { head: t`Country`, cell: ({ country }) => country },
    {
      head: t`Balance`,
      end: true,
      cell: ({ balance, currency }) => <Money amount={balance} unit={unitOf(currency)} shown />,
    },
    {
      head: t`Result`,
      end: true,
      cell: ({ result, currency }) => (
        <span className={own.result} data-tone={toneOf(result)}>
          <Money amount={result} unit={unitOf(currency)} shown />
        </span>
      ),
    },
    { head: t`Last active`, cell: ({ lastActive }) => (lastActive ? <Time at={lastActive} /> : '–') },
    { head: t`Since`, cell: ({ since }) => <Time at={since} /> },
    { head: t`Status`, cell: (customer) => <Standing {...customer} /> },
  ]
}

/** The last characters of an ID, which are random. */
const shortId = (id: string) => `…${id.slice(-8)}`

type FiltersProps = { filter: Filter; onChange: (part: Partial<Filter>) => void; mayName: boolean }

function Filters({ filter, onChange, mayName }: FiltersProps) {
  const [typed, setTyped] = useState('')
  const countries = useCall('customers.countries', {}, { staleTime: 300_000 })
  function submit(event: FormEvent) {
    event.preventDefault()
    onChange({ search: typed.trim() })
  }
  const isFiltered = JSON.stringify({ ...filter, order: '' }) !== JSON.stringify({ ...everyone, order: '' })
  return (
    <>
      <form className={classes.toolbar} onSubmit={submit} role="search">
        <TextField
          className={classes.grow}
          label={mayName ? t`Name, email address or ID` : t`Full email address or ID`}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" size="md">
          <Trans>Search</Trans>
        </Button>
        <Button
          size="md"
          variant="default"
          disabled={!isFiltered}
          onClick={() => (setTyped(''), onChange({ ...everyone, order: filter.order }))}
        >
          <Trans>Clear filters</Trans>
        </Button>
      </form>
      <Tabs
        label={t`View`}
        value={filter.show}
        onChange={(show) => onChange({ show })}
        options={[
          { value: 'all', label: t`All` },
          { value: 'unverified', label: t`Not verified` },
          { value: 'verified', label: t`Verified` },
          { value: 'flagged', label: t`Flagged` },
          { value: 'frozen', label: t`Frozen` },
          { value: 'closed', label: t`Closed` },
        ]}
      />
      <div className={`${classes.toolbar} ${own.filters}`}>
        <SelectField
          label={t`Sort by`}
          value={filter.order}
          onChange={(event) => onChange({ order: event.currentTarget.value as Order })}
          data={[
            { value: 'newest', label: t`Newest first` },
            { value: 'oldest', label: t`Oldest first` },
            { value: 'active', label: t`Last active` },
            { value: 'balance', label: t`Largest balance` },
            { value: 'result', label: t`Largest profit` },
            { value: 'loss', label: t`Largest loss` },
          ]}
        />
        <SelectField
          label={t`Country`}
          value={filter.country}
          onChange={(event) => onChange({ country: event.currentTarget.value })}
          data={[
            { value: '', label: t`All countries` },
            ...(countries.data ?? []).map(({ code, name, customers }) => ({
              value: code,
              label: `${name} (${customers})`,
            })),
          ]}
        />
        <SelectField
          label={t`Flag`}
          value={filter.flag}
          onChange={(event) => onChange({ flag: event.currentTarget.value as Filter['flag'] })}
          data={[
            { value: '', label: t`With or without flags` },
            ...Object.entries(flagTexts()).map(([value, label]) => ({ value, label })),
          ]}
        />
        <SelectField
          label={t`Last active`}
          value={filter.active}
          onChange={(event) => onChange({ active: event.currentTarget.value as Filter['active'] })}
          data={[
            { value: '', label: t`Any time` },
            { value: 'day', label: t`In the last 24 hours` },
            { value: 'week', label: t`In the last 7 days` },
            { value: 'month', label: t`In the last 30 days` },
            { value: 'not_month', label: t`More than 30 days ago` },
            { value: 'not_quarter', label: t`More than 90 days ago` },
          ]}
        />
      </div>
    </>
  )
}

function Export({ filter }: { filter: Filter }) {
  const { busy, send } = useSend({ title: t`EXPORT` })
  const save = () =>
    send(async () => downloadBlob('tallystick-customers.csv', await callForBytes('customers.export', filter)))
  return (
    <Button
      size="xs"
      variant="default"
      loading={busy}
      leftSection={<Icon name="download" size={16} />}
      onClick={() => void save()}
    >
      <Trans>Export as CSV</Trans>
    </Button>
  )
}
