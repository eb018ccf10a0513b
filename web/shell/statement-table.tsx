import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { unitOf } from '../../api/assets.ts'
import { call, type CallOutput } from '../data/call.ts'
import { Money } from '../ui/text/money.tsx'
import { Unanswered } from './answered.tsx'
import { Empty } from '../ui/page-state.tsx'
import { Time } from '../language/time.tsx'
import { accountName, kindNames } from './statement-words.ts'
import classes from './statement-table.module.css'
import { Badge } from '../ui/badge.tsx'
import { Table, type Column } from '../ui/lists/table.tsx'

type Entry = CallOutput<'statement'>[number]
const entriesPerPage = 50

/** The customer's own statement, or a customer's ledger viewed by an operator. */
type Props = { call: 'statement' } | { call: 'customers.ledger'; customer: string }

/** Shows every ledger entry with the resulting balance, newest first. Older pages load below. */
export function StatementTable(props: Props) {
  const id = props.call === 'statement' ? undefined : props.customer
  const entries = useInfiniteQuery({
    queryKey: [props.call, { id }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before, signal }) =>
      id === undefined
        ? call('statement', { before }, { signal })
        : call('customers.ledger', { id, before }, { signal }),
    getNextPageParam: (page: Entry[]) => (page.length === entriesPerPage ? page.at(-1)!.id : undefined),
    // Each operator view is audited, so don't refetch while the page stays open.
    ...(id !== undefined && { staleTime: Infinity, refetchOnMount: 'always' as const }),
  })
  if (!entries.data) return <Unanswered query={entries} lines={8} />
  const list = entries.data.pages.flat()
  if (list.length === 0) return <Empty icon="receipt" title={t`No transactions yet.`} />
  return (
    <>
      <Table label={t`Statement`} rows={list} columns={columns()} />
      {entries.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="default"
            size="xs"
            loading={entries.isFetchingNextPage}
            onClick={() => void entries.fetchNextPage()}
          >
            <Trans>Show older entries</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

const stateWords = (): Record<Entry['state'], string> => ({
  booked: t`booked`,
  reserved: t`reserved`,
  released: t`released`,
})

function signOf({ state, amount }: Entry): 'none' | 'out' | 'in' {
  if (state !== 'booked') return 'none'
  return amount.startsWith('-') ? 'out' : 'in'
}

const columns = (): Column<Entry>[] => [
  { head: t`Time`, cell: ({ at }) => <Time at={at} /> },
  {
    head: t`Description`,
    cell: ({ id, kind, words, state, note }) => (
      <div>
        <span title={t`Transfer ${id}`}>{kindNames()[kind] ?? words}</span>{' '}
        {state !== 'booked' && <Badge>{stateWords()[state]}</Badge>}
        {note && <p className={classes.note}>{note}</p>}
      </div>
    ),
  },
  { head: t`Account`, className: classes.quiet, cell: ({ account }) => accountName(account) },
  {
    head: t`Amount`,
    end: true,
    cell: (entry) => (
      <span className={classes.amount} data-sign={signOf(entry)}>
        <Money amount={entry.amount} unit={unitOf(entry.asset)} />
      </span>
    ),
  },
  { head: t`Balance`, end: true, cell: (entry) => <Money amount={entry.balance} unit={unitOf(entry.asset)} /> },
]
