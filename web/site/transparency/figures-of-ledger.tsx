import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CallOutput } from '../../data/call.ts'
import { Figure } from '../figure.tsx'
import { TallyMarks } from '../tally-marks.tsx'
import { Away, Board, Explained, Nothing, Origin } from './parts.tsx'

type Given = { figures: CallOutput<'figures'> | undefined }

/** The share of customers who lost. Source: docs/spec/truth.md section 2, "no loss of funds guaranteed". */
export function Losing({ figures }: Given) {
  return (
    <Explained
      id="losing"
      title={t`Who loses`}
      lead={
        <Trans>
          Short-term trading loses money for most people. This is the share of customers who lost here over twelve
          months, in practice money.
        </Trans>
      }
    >
      {!figures && <Away what={t`The share is unavailable right now.`} />}
      {figures?.losing === null && (
        <Nothing>
          <Trans>
            No customer has had a trade settled in the last twelve months. The share appears here after the first one.
          </Trans>
        </Nothing>
      )}
      {figures?.losing && (
        <>
          <TallyMarks marked={Math.round(figures.losing.shareBps / 100)} />
          <Board
            entries={[
              {
                name: t`Share who lost`,
                value: <Figure call="figures" of={figures} at="losing.shareBps" as="percent" />,
              },
              {
                name: t`Customers who lost more than they won`,
                value: <Figure call="figures" of={figures} at="losing.losers" />,
              },
              {
                name: t`Customers with a settled trade`,
                value: <Figure call="figures" of={figures} at="losing.traders" />,
              },
            ]}
          />
        </>
      )}
      <Origin call="figures" words={figures?.sources['losing']} />
    </Explained>
  )
}

export function Customers({ figures }: Given) {
  return (
    <Explained
      id="customers"
      title={t`Customers`}
      lead={t`Counted, not estimated. Expert and demonstration accounts are simulated, marked as such, and never \
counted.`}
    >
      {!figures && <Away what={t`The registry is unavailable right now.`} />}
      {figures && (
        <Board
          entries={[
            { name: t`Open accounts`, value: <Figure call="figures" of={figures} at="customers" /> },
            ...(figures.since === null
              ? []
              : [
                  {
                    name: t`First registration`,
                    value: <Figure call="figures" of={figures} at="since" as="day" />,
                  },
                ]),
          ]}
        />
      )}
      <Origin call="figures" words={figures?.sources['customers']} />
    </Explained>
  )
}

export function Trades({ figures }: Given) {
  return (
    <Explained
      id="trades"
      title={t`Trades`}
      lead={t`All settled customer trades. A tie returns the stake. If no price arrives in time, the trade is void \
and its stake is returned too.`}
    >
      {!figures && <Away what={t`The trade figures are unavailable right now.`} />}
      {figures && (
        <Board
          entries={[
            { name: t`Settled`, value: <Figure call="figures" of={figures} at="trades.settled" /> },
            {
              name: t({ message: 'Won', context: 'number of trades' }),
              value: <Figure call="figures" of={figures} at="trades.won" />,
            },
            {
              name: t({ message: 'Lost', context: 'number of trades' }),
              value: <Figure call="figures" of={figures} at="trades.lost" />,
            },
            {
              name: t({ message: 'Tie', context: 'number of trades' }),
              value: <Figure call="figures" of={figures} at="trades.tie" />,
            },
            {
              name: t({ message: 'Void', context: 'number of trades' }),
              value: <Figure call="figures" of={figures} at="trades.void" />,
            },
          ]}
        />
      )}
      <Origin call="figures" words={figures?.sources['trades']} />
    </Explained>
  )
}

export function DepositsAndWithdrawals({ figures }: Given) {
  const none = figures && figures.deposited.length === 0 && figures.withdrawn.length === 0
  return (
    <Explained
      id="money"
      title={t`Deposits and withdrawals`}
      lead={t`Play money and test coins deposited and withdrawn. The practice money granted at sign-up isn’t a deposit \
and isn’t counted here.`}
    >
      {!figures && <Away what={t`The ledger is unavailable right now.`} />}
      {none && (
        <Nothing>
          <Trans>Nothing has been deposited or withdrawn yet.</Trans>
        </Nothing>
      )}
      {figures && !none && (
        <Board
          entries={[
            ...figures.deposited.map(({ asset }, place) => ({
              name: t`Deposited, ${asset}`,
              value: <Figure call="figures" of={figures} at={`deposited.${place}`} as="money" />,
            })),
            ...figures.withdrawn.map(({ asset }, place) => ({
              name: t`Withdrawn, ${asset}`,
              value: <Figure call="figures" of={figures} at={`withdrawn.${place}`} as="money" />,
            })),
          ]}
        />
      )}
      <Origin call="figures" words={figures && `${figures.sources['deposited']} ${figures.sources['withdrawn']}`} />
    </Explained>
  )
}
