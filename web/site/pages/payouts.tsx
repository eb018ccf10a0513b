import { Link } from 'react-router'
import { path } from '../../paths.ts'
import { siteContext } from '../../load-context.ts'
import { Money } from '../../ui/money.tsx'
import { percentText } from '../../ui/number-text.ts'
import { pageHeaders, pageMeta } from '../short-page.tsx'
import type { Route } from './+types/payouts'
import classes from './payouts.module.css'

export const meta = pageMeta('Payouts', 'Withdrawals that the ledger has completed, and how long they took.')
export const headers = pageHeaders

const pageSize = 10

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(siteContext)
  const asked = Number(new URL(request.url).searchParams.get('p') ?? 1)
  const p = Number.isInteger(asked) && asked >= 1 && asked <= 1_000_000 ? asked : 1
  const [payouts, times] = await Promise.all([call('payouts', { p }), call('withdrawals.times', {})])
  return { p, payouts, times }
}

/** Completed withdrawals, page by page. Source: product.md section 2; truth.md section 2. */
export default function Payouts({ loaderData: { p, payouts, times } }: Route.ComponentProps) {
  const pages = Math.max(1, Math.ceil(times.completed / pageSize))
  return (
    <article className={classes.page}>
      <h1>Payouts</h1>
      <p className={classes.words}>
        Withdrawals that the ledger has completed, and no others, so each status is true by construction. Coins link to their transaction on the test network; PayPal and Bank are simulated payouts of practice money.
      </p>
      {times.completed > 0 && <Times times={times} />}
      {payouts.length > 0 ? <Table payouts={payouts} /> : <p className={classes.empty}>{p > 1 ? 'There are no payouts on this page.' : 'No payouts yet. The first completed withdrawal will stand here.'}</p>}
      {(pages > 1 || p > 1) && (
        <nav className={classes.pager} aria-label="Pages">
          {p > 1 ? <Link to={path('payouts', { query: { p: p > 2 ? p - 1 : undefined } })}>Newer</Link> : <span />}
          <span>
            Page {p} of {pages}
          </span>
          {p < pages ? <Link to={path('payouts', { query: { p: p + 1 } })}>Older</Link> : <span />}
        </nav>
      )}
    </article>
  )
}

type Data = Route.ComponentProps['loaderData']

function Times({ times }: { times: Data['times'] }) {
  return (
    <>
      <dl className={classes.figures}>
        <Figure label="Payouts" value={String(times.completed)} />
        <Figure label="Half were done within" value={durationText(times.p50Ms)} />
        <Figure label="95 of 100 within" value={durationText(times.p95Ms)} />
        <Figure label={`Kept the promise of ${times.businessDays} business days`} value={times.withinPromiseBps === null ? '–' : percentText(times.withinPromiseBps)} />
        {times.overdue > 0 && <Figure label="Open past the promise" value={String(times.overdue)} />}
      </dl>
      <p className={classes.how}>
        From the request to the end, over all completed withdrawals: the call <a href="/api?r=withdrawals.times">withdrawals.times</a>. Business days are Monday to Friday in UTC.
      </p>
    </>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

function Table({ payouts }: { payouts: Data['payouts'] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Amount</th>
          <th scope="col">Date (UTC)</th>
          <th scope="col">Method</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {payouts.map((payout) => (
          <tr key={payout.id}>
            <td data-label="Amount">
              <Money amount={payout.Value} unit={payout.cur} />
            </td>
            <td data-label="Date">
              <time dateTime={payout.date}>{dateFormat.format(new Date(payout.date))}</time>
            </td>
            <td data-label="Method">
              {payout.url ? (
                <a href={payout.url} title={payout.hash ?? undefined}>
                  {payout.method} · {payout.hash?.slice(0, 10)}…
                </a>
              ) : (
                `${payout.method} (simulated)`
              )}
            </td>
            <td data-label="Status">
              <span className={classes.status}>{payout.status}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** `45 seconds`, `12 minutes`, `3.5 hours`, `2.1 days`. */
function durationText(ms: number | null): string {
  if (ms === null) return '–'
  if (ms < 2 * minuteMs) return `${Math.round(ms / 1000)} seconds`
  if (ms < 2 * hourMs) return `${Math.round(ms / minuteMs)} minutes`
  if (ms < 2 * dayMs) return `${(ms / hourMs).toFixed(1)} hours`
  return `${(ms / dayMs).toFixed(1)} days`
}
