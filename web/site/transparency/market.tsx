import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { FactorDemand } from '../../../api/calls/identity/factor-demand.ts'
import type { CallOutput } from '../../data/call.ts'
import { useVerifyCommand } from '../../data/verify-command.ts'
import { useInstallation } from '../article.tsx'
import { refusedReasonText } from '../../language/refused-reasons.ts'
import { Figure } from '../figure.tsx'
import { Away, Board, Command, Explained, Nothing, Origin } from './parts.tsx'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import classes from './transparency.module.css'

/** How many of the newest hours the page shows. The call returns all hours. */
export const shownHours = 4

/**
 * Shows what the simulated market committed to before each of the newest hours, and what it has revealed since. Source:
 * docs/spec/truth.md section 3.
 */
export function Market({ commitments }: { commitments: CallOutput<'markets.commitments'> | undefined }) {
  const { publicUrl } = useInstallation()
  return (
    <Explained
      id="market"
      title={t`Market commitments`}
      lead={
        <Trans>
          The simulated market draws its prices from a secret seed, hour by hour. The seed’s hash is published when the
          hour begins, before its first price, and the seed itself ten minutes after the hour, when every trade opened
          in it has expired. Anyone with both can recompute every tick. Hours before the launch are chart history: no
          customer could trade in them.
        </Trans>
      }
    >
      <p>
        <Trans>
          The operator holds the seed, so it can compute future prices. It can schedule orders for experts whose method
          is Mixed, and it can start a new chain of seeds, which appears here as another root. The commitment proves
          that prices follow from a seed fixed before the hour. It can’t prove that the operator didn’t look ahead: that
          takes randomness that nobody knows in advance, which this market does not have yet.
        </Trans>
      </p>
      {!commitments && <Away what={t`The record is unavailable right now.`} />}
      {commitments?.length === 0 && (
        <Nothing>
          <Trans>
            This installation doesn’t use the simulated market. Its prices come from external sources, so there is
            nothing to commit to.
          </Trans>
        </Nothing>
      )}
      {commitments?.map(({ id, seed, beforeOpening }, place) => (
        <details key={id} className={classes.hour}>
          <summary>
            <Figure call="markets.commitments" of={commitments} at={`${place}.hour`} as="hour" />
            <span className={classes.state} data-revealed={(seed !== null && !beforeOpening) || undefined}>
              {beforeOpening ? t`before the launch` : seed === null ? t`sealed` : t`revealed`}
            </span>
          </summary>
          <Facts className={classes.hashes}>
            <Fact term={beforeOpening ? t`Seed hash` : t`Committed`}>
              <Figure call="markets.commitments" of={commitments} at={`${place}.commitment`} as="text" />
            </Fact>
            {seed !== null && (
              <Fact term={t`Seed`}>
                <Figure call="markets.commitments" of={commitments} at={`${place}.seed`} as="text" />
              </Fact>
            )}
          </Facts>
        </details>
      ))}
      <Command>{`npm run verify:market -- ${publicUrl}`}</Command>
      <Origin
        call="markets.commitments"
        words={t`All hours, newest first. The script regenerates each revealed hour and compares it with the published \
ticks.`}
      />
    </Explained>
  )
}

/** Prices that the gate refused in the last 30 days, by reason. */
export function Refused({ counts }: { counts: CallOutput<'prices.refused.counts'> | undefined }) {
  return (
    <Explained
      id="refused"
      title={t`Refused prices`}
      lead={
        <Trans>
          Every price passes the same check before it is published. It refuses values that cannot be a price, and jumps
          that no second price has confirmed. The chart and the receipts list refused prices with the reason. These are
          the counts for the last 30 days.
        </Trans>
      }
    >
      {!counts && <Away what={t`The counts are unavailable right now.`} />}
      {counts?.length === 0 && (
        <Nothing>
          <Trans>No price was refused.</Trans>
        </Nothing>
      )}
      {counts && counts.length > 0 && (
        <Board
          entries={counts.map(({ reason }, place) => ({
            name: refusedReasonText(reason),
            value: <Figure call="prices.refused.counts" of={counts} at={`${place}.count`} />,
          }))}
        />
      )}
      <Origin call="prices.refused.counts" words={t`The call prices.refused lists each refused price of a symbol.`} />
    </Explained>
  )
}

/** The rules for new trades. */
export function Rules({
  terms,
  security,
}: {
  terms: CallOutput<'trades.terms'> | undefined
  security: CallOutput<'security.rules'> | undefined
}) {
  const cur = terms?.cur ?? ''
  return (
    <Explained
      id="rules"
      title={t`Trading rules`}
      lead={
        <Trans>
          A version of the rules never changes: any change to the wording or numbers creates a new version. Each trade
          stores the version that applied to it, and its receipt includes the text.
        </Trans>
      }
    >
      {security && <FactorRule demand={security.secondFactor} />}
      {!terms && <Away what={t`The rules are unavailable right now.`} />}
      {terms && (
        <>
          <Board
            entries={[
              {
                name: t`Current version`,
                value: <Figure call="trades.terms" of={terms} at="ruleVersion" as="text" />,
              },
              {
                name: t`Minimum stake, ${cur}`,
                value: <Figure call="trades.terms" of={terms} at="minAmount" as="amount" />,
              },
              {
                name: t`Maximum stake, ${cur}`,
                value: <Figure call="trades.terms" of={terms} at="maxAmount" as="amount" />,
              },
              {
                name: t`Simultaneous open trades`,
                value: <Figure call="trades.terms" of={terms} at="maxOpenTrades" />,
              },
            ]}
          />
          <History terms={terms} />
        </>
      )}
      <Command>{useVerifyCommand('receipt', 'tallystick-receipt-ID.json')}</Command>
      <Origin
        call="trades.terms"
        words={t`The script reads a receipt and recomputes the trade’s result from its ticks and its version of the \
rules.`}
      />
    </Explained>
  )
}

/** Who needs a second factor here. */
function FactorRule({ demand }: { demand: FactorDemand }) {
  return (
    <p>
      {demand === 'always' && <Trans>Every account needs a second factor: an authenticator app or a passkey.</Trans>}
      {demand === 'before_money_leaves' && (
        <Trans>Withdrawals need a second factor: an authenticator app or a passkey.</Trans>
      )}
      {demand === 'optional' && (
        <Trans>Customers choose whether to use a second factor: an authenticator app or a passkey.</Trans>
      )}
    </p>
  )
}

/** Lists every version of the rules; the one in force is first. */
function History({ terms }: { terms: CallOutput<'trades.terms'> }) {
  return (
    <div className={classes.history}>
      <h3>
        <Trans>Every version so far</Trans>
      </h3>
      {terms.history.map(({ version, text }, place) => {
        const name = <Figure call="trades.terms" of={terms} at={`history.${place}.version`} as="text" />
        const since = <Figure call="trades.terms" of={terms} at={`history.${place}.since`} as="day" />
        return (
          <details key={version} className={classes.heads}>
            <summary>
              <Trans>
                {name}, for trades since {since}
              </Trans>
            </summary>
            <ul className={classes.rules}>
              {text.split(/(?<=\.)\s+/).map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </details>
        )
      })}
    </div>
  )
}
