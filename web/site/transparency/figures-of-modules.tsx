import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { CallOutput } from '../../data/call.ts'
import { useVerifyCommand } from '../../data/verify-command.ts'
import { path } from '../../paths.ts'
import { Figure } from '../figure.tsx'
import { Away, Board, Command, Explained, Nothing, Origin } from './parts.tsx'

/** Measured against the promise of three business days. Source: docs/spec/truth.md section 4. */
export function Withdrawals({ times }: { times: CallOutput<'withdrawals.times'> | undefined }) {
  return (
    <Explained
      id="withdrawals"
      title={t`Withdrawal times`}
      lead={
        <Trans>
          We promise an end within three business days, Monday to Friday in UTC. This is how it went, over all completed
          withdrawals. Each of them stands under <Link to={path('payouts')}>payouts</Link>. One is refused only because
          the account does not hold enough, because details of the account or the destination are wrong, because
          financial crime cannot be ruled out, or because the destination cannot receive the payment.
        </Trans>
      }
    >
      {!times && <Away what={t`The withdrawals cannot be read at the moment.`} />}
      {times?.completed === 0 && (
        <Nothing>
          <Trans>No withdrawal has been completed yet.</Trans>
        </Nothing>
      )}
      {times && (
        <Board
          entries={[
            ...(times.completed > 0
              ? [
                  { name: t`Completed`, value: <Figure call="withdrawals.times" of={times} at="completed" /> },
                  {
                    name: t`Half were done within`,
                    value: <Figure call="withdrawals.times" of={times} at="p50Ms" as="duration" />,
                  },
                  {
                    name: t`95 of 100 within`,
                    value: <Figure call="withdrawals.times" of={times} at="p95Ms" as="duration" />,
                  },
                  {
                    name: t`Kept the promise`,
                    value: <Figure call="withdrawals.times" of={times} at="withinPromiseBps" as="percent" />,
                  },
                ]
              : []),
            { name: t`Open past the promise`, value: <Figure call="withdrawals.times" of={times} at="overdue" /> },
          ]}
        />
      )}
      <Origin
        call="withdrawals.times"
        words={
          <Trans>
            Time from the request to the state completed, as the ledger has both. A payout is listed only in that state,
            so its status is true by construction.
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
          Prices come from one feed, tick by tick, each chained to the one before by its hash. Payouts stand in the
          catalogue, and are stored with each order, so that a change never reaches back.
        </Trans>
      }
    >
      {!symbols && <Away what={t`The catalogue cannot be read at the moment.`} />}
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
            Counts of the catalogue. The change beside a price compares it with the price of 24 hours ago, or with the
            oldest stored one. Trades you must win to come out even: 1 ÷ (1 + payout).
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
          Plans are settings of the operator. The minimum is the plan's amount; the maximum is that amount × (5 + the
          plan's place in the list, counted from 0). The plan Custom goes up to $1,000,000. 24hrs is a plan's label:
          nothing ends or is paid after it.
        </Trans>
      }
    >
      {!plans && <Away what={t`The plans cannot be read at the moment.`} />}
      {plans && (
        <Board entries={[{ name: t`Plans on offer`, value: <Figure call="tplans" of={plans} at="length" /> }]} />
      )}
      <Origin
        call="tplans"
        words={t`The operator's list, in its order. Every change is written into the audit log with who made it.`}
      />
      <Origin
        call="reviews.plans"
        words={t`Stars are given by customers who hold or held the plan, once each. The average counts them all, also where an operator has hidden the words for a published reason.`}
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
          Difficulty and block subsidy have a source and a date each. Two operators agree on a change, and it counts a
          day later. The pool and its <Link to={path('miningDatacenters')}>datacenters</Link> are simulated.
        </Trans>
      }
    >
      {(!parameters || !datacenters) && <Away what={t`The parameters cannot be read at the moment.`} />}
      {parameters && datacenters && (
        <Board
          entries={[
            {
              name: t`Sets of parameters published`,
              value: <Figure call="mining.parameters" of={parameters} at="length" />,
            },
            { name: t`Simulated datacenters`, value: <Figure call="datacenters" of={datacenters} at="length" /> },
          ]}
        />
      )}
      <Command>{useVerifyCommand('mining', 'statement.json')}</Command>
      <Origin
        call="mining.parameters"
        words={t`Every accrual keeps the parameters that it was computed from. The script computes a statement again, without the server.`}
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
          Their figures come from their recorded trades, practice before the opening included, and are never counted
          among those of customers.
        </Trans>
      }
    >
      {!experts && <Away what={t`The experts cannot be read at the moment.`} />}
      {experts && (
        <Board
          entries={[
            {
              name: t`Expert accounts, stopped ones included`,
              value: <Figure call="experts" of={experts} at="length" />,
            },
          ]}
        />
      )}
      <Command>{useVerifyCommand('expert', 'expert.json')}</Command>
      <Origin
        call="experts"
        words={
          <Trans>
            Won ÷ decided trades is the win rate, with the lower end of its interval beside it; the ranking goes by that
            end. The script computes the figures again from the trades.
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
      lead={t`Commission is paid on confirmed deposits of referred customers, over three levels, and never on losses.`}
    >
      {!figures && <Away what={t`The programme cannot be read at the moment.`} />}
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
        words={t`Balance of the ledger's account that commissions are paid from, less what went back with reversed deposits.`}
      />
    </Explained>
  )
}
