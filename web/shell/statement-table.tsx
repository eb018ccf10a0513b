import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { assets, type Asset } from '../../contract/assets.ts'
import { call, type CallOutput, errorText } from '../data/call.ts'
import { Money } from '../ui/text/money.tsx'
import { Empty, Failed, Loading } from '../ui/page-state.tsx'
import { Moment } from '../language/moment.tsx'
import { accountName, kindNames } from './statement-words.ts'
import classes from './statement-table.module.css'

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
  if (entries.error && !entries.data)
    return <Failed message={errorText(entries.error)} onRetry={() => void entries.refetch()} />
  if (!entries.data) return <Loading lines={8} />
  const list = entries.data.pages.flat()
  if (list.length === 0) return <Empty icon="receipt" title={t`No transactions yet.`} />
  return (
    <>
      <table className={classes.table} aria-label={t`Statement`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Time</Trans>
            </th>
            <th scope="col">
              <Trans>Description</Trans>
            </th>
            <th scope="col">
              <Trans>Account</Trans>
            </th>
            <th scope="col" className={classes.end}>
              <Trans>Amount</Trans>
            </th>
            <th scope="col" className={classes.end}>
              <Trans>Balance</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
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

function Row({ entry: { id, at, kind, words, state, note, account, asset, amount, balance } }: { entry: Entry }) {
  const unit = assets[asset as Asset].symbol
  const sign = state !== 'booked' ? 'none' : amount.startsWith('-') ? 'out' : 'in'
  return (
    <tr>
      <td data-label={t`Time`} className={classes.quiet}>
        <Moment at={at} />
      </td>
      <td data-label={t`Description`}>
        <div>
          <span title={t`Transfer ${id}`}>{kindNames()[kind] ?? words}</span>
          {state !== 'booked' && <span className={classes.state}>{stateWords()[state]}</span>}
          {note && <p className={classes.note}>{note}</p>}
        </div>
      </td>
      <td data-label={t`Account`} className={classes.quiet}>
        {accountName(account)}
      </td>
      <td data-label={t`Amount`} className={classes.end} data-sign={sign}>
        <Money amount={amount} unit={unit} />
      </td>
      <td data-label={t`Balance`} className={classes.end}>
        <Money amount={balance} unit={unit} />
      </td>
    </tr>
  )
}
