import { t } from '@lingui/core/macro'
import { Link } from 'react-router'
import { unitOf } from '../../../api/assets.ts'
import type { CallOutput } from '../../data/call.ts'
import { Time } from '../../language/time.tsx'
import { path } from '../../paths.ts'
import type { Column } from '../../ui/lists/table.tsx'
import { Money } from '../../ui/text/money.tsx'
import classes from '../desk.module.css'
import { toneOf } from '../tone.ts'
import own from './customers.module.css'
import { Standing } from './standing.tsx'

type Customer = CallOutput<'customers'>['customers'][number]

type Selection = {
  list: readonly Customer[]
  selected: ReadonlySet<string>
  toggle: ((ids: readonly string[], on: boolean) => void) | undefined
}

/** Returns the columns of the customer list. Rows can be selected if `toggle` is given. */
export function customerColumns({ list, selected, toggle }: Selection): Column<Customer>[] {
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
