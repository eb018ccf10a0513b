import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { path } from '../../paths.ts'
import { siteContext } from '../../document/load-context.ts'
import { Figure } from '../figure.tsx'
import type { FigureFormat } from '../figure-text.ts'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import { explained } from '../transparency/anchors.ts'
import type { Route } from './+types/payouts'
import classes from './payouts.module.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(t`Payouts`, t`Withdrawals that the ledger has completed, and how long they took.`)(args)
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
        <Table payouts={payouts} p={p} />
      ) : (
        <p className={classes.empty}>
          {p > 1 ? t`There are no payouts on this page.` : t`No payouts yet. Completed withdrawals will appear here.`}
        </p>
      )}
      {(pages > 1 || p > 1) && (
        <nav className={classes.pager} aria-label={t`Pages`}>
          {p > 1 ? (
            <Link to={path('payouts', { query: { p: p > 2 ? p - 1 : undefined } })}>
              <Trans>Newer</Trans>
            </Link>
          ) : (
            <span />
          )}
          <span>
            <Trans>
              Page {p} of {pages}
            </Trans>
          </span>
          {p < pages ? (
            <Link to={path('payouts', { query: { p: p + 1 } })}>
              <Trans>Older</Trans>
            </Link>
          ) : (
            <span />
          )}
        </nav>
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
      <dl className={classes.figures}>
        <Time label={t`Payouts`} times={times} at="completed" />
        <Time label={t`Half completed within`} times={times} at="p50Ms" as="duration" />
        <Time label={t`95% completed within`} times={times} at="p95Ms" as="duration" />
        <Time label={t`Completed within 3 business days`} times={times} at="withinPromiseBps" as="percent" />
        {times.overdue > 0 && <Time label={t`Overdue`} times={times} at="overdue" />}
      </dl>
      <p className={classes.how}>
        <Trans>
          Time from request to completion, over all completed withdrawals. Business days are Monday to Friday in UTC.
        </Trans>{' '}
        <Link to={explained('withdrawals.times')}>
          <Trans>How it is computed</Trans>
        </Link>
      </p>
    </>
  )
}

function Time({
  label,
  times,
  at,
  as,
}: {
  label: string
  times: Data['times']
  at: keyof Data['times']
  as?: FigureFormat
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Figure call="withdrawals.times" of={times} at={at} as={as} />
      </dd>
    </div>
  )
}

function Table({ payouts, p }: { payouts: Data['payouts']; p: number }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Amount</Trans>
          </th>
          <th scope="col">
            <Trans>Date</Trans>
          </th>
          <th scope="col">
            <Trans>Method</Trans>
          </th>
          <th scope="col">
            <Trans>Status</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {payouts.map((payout, place) => (
          <tr key={payout.id}>
            <td data-label={t`Amount`}>
              <Figure call="payouts" query={`p=${p}`} of={payouts} at={String(place)} as="payout" />
            </td>
            <td data-label={t`Date`}>
              <time dateTime={payout.date}>
                <Figure call="payouts" query={`p=${p}`} of={payouts} at={`${place}.date`} as="moment" />
              </time>
            </td>
            <td data-label={t`Method`}>
              {payout.url ? (
                <a href={payout.url} title={payout.hash ?? undefined}>
                  {methodName(payout.method)} ·{' '}
                  <Figure call="payouts" query={`p=${p}`} of={payouts} at={`${place}.hash`} as="shortHash" />
                </a>
              ) : (
                simulated(payout.method)
              )}
            </td>
            <td data-label={t`Status`}>
              <span className={classes.status}>{stateNames()[payout.status]}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
