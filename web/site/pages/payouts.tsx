import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { path } from '../../paths.ts'
import { siteContext } from '../../document/load-context.ts'
import { Figure } from '../figure.tsx'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import { explained } from '../transparency/anchors.ts'
import { withdrawalTimes } from '../transparency/withdrawal-times.tsx'
import type { Route } from './+types/payouts'
import { Badge } from '../../ui/badge.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import { PageLinks } from '../../ui/lists/page-links.tsx'
import { Table } from '../../ui/lists/table.tsx'
import classes from './payouts.module.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(t`Payouts`, t`Completed withdrawals from the ledger, and how long each one took.`)(args)
export const headers = pageHeaders

const pageSize = 10

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(siteContext)
  const asked = Number(new URL(request.url).searchParams.get('p') ?? 1)
  const p = Number.isInteger(asked) && asked >= 1 && asked <= 1_000_000 ? asked : 1
  const [payouts, times] = await Promise.all([call('payouts', { p }), call('withdrawals.times', {})])
  return { p, payouts, times }
}

/** Completed withdrawals, page by page. Source: docs/spec/product.md section 2; docs/spec/truth.md section 2. */
export default function Payouts({ loaderData: { p, payouts, times } }: Route.ComponentProps) {
  const pages = Math.max(1, Math.ceil(times.completed / pageSize))
  return (
    <article className={classes.page}>
      <h1>
        <Trans>Payouts</Trans>
      </h1>
      <p className={classes.words}>
        <Trans>
          Only completed withdrawals in the ledger are listed, so each status is accurate by construction. Coins link to
          their transaction on the test network; PayPal and Bank are simulated payouts of practice money.
        </Trans>
      </p>
      {times.completed > 0 && <Times times={times} />}
      {payouts.length > 0 ? (
        <PayoutTable payouts={payouts} p={p} />
      ) : (
        <p className={classes.empty}>
          {p > 1 ? t`There are no payouts on this page.` : t`No payouts yet. Completed withdrawals will appear here.`}
        </p>
      )}
      {(pages > 1 || p > 1) && (
        <PageLinks
          className={classes.pager}
          label={t`Pages`}
          page={p}
          pages={pages}
          link={(to) => (
            <Link to={path('payouts', { query: { p: to > 1 ? to : undefined } })}>
              {to < p ? <Trans>Newer</Trans> : <Trans>Older</Trans>}
            </Link>
          )}
        />
      )}
    </article>
  )
}

type Payout = Route.ComponentProps['loaderData']['payouts'][number]

const methodName = (method: Payout['method']) => (method === 'Bank' ? t`Bank` : method)
const stateNames = (): Record<Payout['status'], string> => ({ COMPLETED: t`COMPLETED` })

function simulated(method: Payout['method']): string {
  const name = methodName(method)
  return t`${name} (simulated)`
}

type Data = Route.ComponentProps['loaderData']

function Times({ times }: { times: Data['times'] }) {
  return (
    <>
      <Facts className={classes.figures} facts={withdrawalTimes(times)} />
      <p className={classes.how}>
        <Trans>
          Time from request to completion, for all completed withdrawals. Business days are Monday to Friday in UTC.
        </Trans>{' '}
        <Link to={explained('withdrawals.times')}>
          <Trans>How it is computed</Trans>
        </Link>
      </p>
    </>
  )
}

function PayoutTable({ payouts, p }: { payouts: Data['payouts']; p: number }) {
  const query = `p=${p}`
  return (
    <Table
      label={t`Payouts`}
      className={classes.table}
      rows={payouts}
      columns={[
        {
          head: t`Amount`,
          cell: (_, place) => <Figure call="payouts" query={query} of={payouts} at={String(place)} as="payout" />,
        },
        {
          head: t`Date`,
          cell: ({ date }, place) => (
            <time dateTime={date}>
              <Figure call="payouts" query={query} of={payouts} at={`${place}.date`} as="moment" />
            </time>
          ),
        },
        {
          head: t`Method`,
          cell: ({ url, hash, method }, place) =>
            url ? (
              <a href={url} title={hash ?? undefined}>
                {methodName(method)} ·{' '}
                <Figure call="payouts" query={query} of={payouts} at={`${place}.hash`} as="shortHash" />
              </a>
            ) : (
              simulated(method)
            ),
        },
        { head: t`Status`, cell: ({ status }) => <Badge tone="good">{stateNames()[status]}</Badge> },
      ]}
    />
  )
}
