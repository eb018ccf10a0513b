import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { CallOutput } from '../../data/call.ts'
import { useVerifyCommand } from '../../data/verify-command.ts'
import { path } from '../../paths.ts'
import { Figure } from '../figure.tsx'
import { withdrawalTimes } from './withdrawal-times.tsx'
import { Away, Board, Command, Explained, Nothing, Origin } from './parts.tsx'

/** Compares completion times with the promise of three business days. Source: docs/spec/truth.md section 4. */
export function Withdrawals({ times }: { times: CallOutput<'withdrawals.times'> | undefined }) {
  return (
    <Explained
      id="withdrawals"
      title={t`Withdrawal times`}
      lead={
        <Trans>
          We promise to complete withdrawals within three business days (Monday to Friday, UTC). These figures cover all
          completed withdrawals. Each one is listed under <Link to={path('payouts')}>payouts</Link>. We refuse a
          withdrawal only because the account does not hold enough, because details of the account or the destination
          are wrong, because financial crime cannot be ruled out, or because the destination cannot receive the payment.
        </Trans>
      }
    >
      {!times && <Away what={t`The withdrawal times are unavailable right now.`} />}
      {times?.completed === 0 && (
        <Nothing>
          <Trans>No withdrawal has been completed yet.</Trans>
        </Nothing>
      )}
      {times && (times.completed > 0 || times.overdue > 0) && <Board entries={withdrawalTimes(times)} />}
      <Origin
        call="withdrawals.times"
        words={
          <Trans>
            Time from the request to completion, both as recorded in the ledger. Only completed payouts are listed, so
            each status is accurate by construction.
          </Trans>
        }
      />
    </Explained>
  )
}

export function Prices({ symbols }: { symbols: CallOutput<'symbols'> | undefined }) {
  return (
    <Explained
      id="prices"
      title={t`Prices and payouts`}
      lead={
        <Trans>
          Prices come from one feed, tick by tick, each linked to the previous one by its hash. The catalogue lists the
          payouts. Each order stores its payout, so later changes don’t affect it.
        </Trans>
      }
    >
      {!symbols && <Away what={t`The catalogue is unavailable right now.`} />}
      {symbols && (
        <Board
          entries={[
            { name: t`Shares and funds`, value: <Figure call="symbols" of={symbols} at="[class=stocks].length" /> },
            { name: t`Currency pairs`, value: <Figure call="symbols" of={symbols} at="[class=forex].length" /> },
            { name: t`Digital currencies`, value: <Figure call="symbols" of={symbols} at="[class=crypto].length" /> },
            { name: t`Lowest payout`, value: <Figure call="symbols" of={symbols} at="payoutBps.min" as="percent" /> },
            { name: t`Highest payout`, value: <Figure call="symbols" of={symbols} at="payoutBps.max" as="percent" /> },
          ]}
        />
      )}
      <Origin
        call="symbols"
        words={
          <Trans>
            Counted from the catalogue. The change next to a price compares it with the price 24 hours ago, or with the
            oldest stored one. Trades you must win to break even: 1 ÷ (1 + payout).
          </Trans>
        }
      />
    </Explained>
  )
}

export function Plans({ plans }: { plans: CallOutput<'tplans'> | undefined }) {
  return (
    <Explained
      id="plans"
      title={t`Plans`}
      lead={
        <Trans>
          The operator sets the plans. The minimum is the plan's amount; the maximum is that amount × (5 + the plan's
          position in the list, counted from 0). The Custom plan goes up to $1,000,000. “24hrs” is only a label: nothing
          ends or is paid after 24 hours.
        </Trans>
      }
    >
      {!plans && <Away what={t`The plans are unavailable right now.`} />}
      {plans && (
        <Board entries={[{ name: t`Plans on offer`, value: <Figure call="tplans" of={plans} at="length" /> }]} />
      )}
      <Origin
        call="tplans"
        words={t`The operator's list, in its order. The audit log records every change and who made it.`}
      />
      <Origin
        call="reviews.plans"
        words={t`Each customer who holds or held the plan can rate it once. The average counts all ratings, including \
those whose text an operator hid for a published reason.`}
      />
    </Explained>
  )
}

export function Mining({
  parameters,
  datacenters,
}: {
  parameters: CallOutput<'mining.parameters'> | undefined
  datacenters: CallOutput<'datacenters'> | undefined
}) {
  return (
    <Explained
      id="mining"
      title={t`Mining`}
      lead={
        <Trans>
          Difficulty and block subsidy each have a source and a date. Two operators must approve a change, which takes
          effect a day later. The pool and its <Link to={path('miningDatacenters')}>datacenters</Link> are simulated.
        </Trans>
      }
    >
      {(!parameters || !datacenters) && <Away what={t`The parameters are unavailable right now.`} />}
      {parameters && datacenters && (
        <Board
          entries={[
            {
              name: t`Published parameter sets`,
              value: <Figure call="mining.parameters" of={parameters} at="length" />,
            },
            { name: t`Simulated datacenters`, value: <Figure call="datacenters" of={datacenters} at="length" /> },
          ]}
        />
      )}
      <Command>{useVerifyCommand('mining', 'mining-ID.json')}</Command>
      <Origin
        call="mining.parameters"
        words={t`Every accrual stores the parameters it was computed from. The script recomputes a statement without \
the server.`}
      />
    </Explained>
  )
}

export function Experts({ experts }: { experts: CallOutput<'experts'> | undefined }) {
  return (
    <Explained
      id="experts"
      title={t`Experts`}
      lead={
        <Trans>
          The <Link to={path('tradingExperts')}>experts</Link> are simulated accounts that trade under published rules.
          Their figures come from their recorded trades, including practice trades from before the launch, and never
          count as customers’ figures.
        </Trans>
      }
    >
      {!experts && <Away what={t`The experts are unavailable right now.`} />}
      {experts && (
        <Board
          entries={[
            {
              name: t`Expert accounts, including stopped ones`,
              value: <Figure call="experts" of={experts} at="length" />,
            },
          ]}
        />
      )}
      <Command>{useVerifyCommand('expert', 'expert-ID.json')}</Command>
      <Origin
        call="experts"
        words={
          <Trans>
            The win rate is won ÷ decided trades, shown with the lower end of its confidence interval, which decides the
            ranking. The script recomputes the figures from the trades.
          </Trans>
        }
      />
    </Explained>
  )
}

export function Affiliates({ figures }: { figures: CallOutput<'affiliate.figures'> | undefined }) {
  return (
    <Explained
      id="affiliates"
      title={t`Affiliates`}
      lead={t`Commission is paid on confirmed deposits by referred customers, over three levels, and never on losses.`}
    >
      {!figures && <Away what={t`The programme is unavailable right now.`} />}
      {figures && (
        <Board
          entries={[
            ...figures.levels.map(({ level }, place) => ({
              name: t`Level ${level}`,
              value: <Figure call="affiliate.figures" of={figures} at={`levels.${place}.bps`} as="percent" />,
            })),
            {
              name: t`People who referred somebody`,
              value: <Figure call="affiliate.figures" of={figures} at="referrers" />,
            },
            {
              name: t`People who were referred`,
              value: <Figure call="affiliate.figures" of={figures} at="referred" />,
            },
            ...figures.paid.map(({ cur }, place) => ({
              name: t`Paid, ${cur}`,
              value: <Figure call="affiliate.figures" of={figures} at={`paid.${place}`} as="money" />,
            })),
          ]}
        />
      )}
      <Origin
        call="affiliate.figures"
        words={t`Balance of the ledger account that pays commissions, less commissions reversed with their deposits.`}
      />
    </Explained>
  )
}
