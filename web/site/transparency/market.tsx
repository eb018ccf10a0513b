import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CallOutput } from '../../data/call.ts'
import { useInstallation } from '../article.tsx'
import { Figure } from '../figure.tsx'
import { Away, Board, Command, Explained, Nothing, Origin } from './parts.tsx'
import classes from './transparency.module.css'

/** The newest hours stand on the page, all of them in the answer of the call. */
export const shownHours = 4

/** What the simulated market promised in advance and has revealed since, of the newest hours. Source: truth.md section 3. */
export function Market({ commitments }: { commitments: CallOutput<'markets.commitments'> | undefined }) {
  const { publicUrl } = useInstallation()
  return (
    <Explained
      id="market"
      title={t`Market commitments`}
      lead={
        <Trans>
          The simulated market draws its prices from a secret seed, hour by hour. The seed’s hash is published when the hour begins, before
          its first price, and the seed itself ten minutes after the hour, when every trade opened in it has run out. Whoever has both can
          compute every tick again. Hours before the opening are the charts’ past: no customer could trade in them.
        </Trans>
      }
    >
      {!commitments && <Away what={t`The record cannot be read at the moment.`} />}
      {commitments?.length === 0 && (
        <Nothing>
          <Trans>The market of this installation is not simulated: its prices come from outside, and there is nothing to commit to.</Trans>
        </Nothing>
      )}
      {commitments?.map(({ id, seed, beforeOpening }, place) => (
        <div key={id} className={classes.hour}>
          <h3>
            <Figure call="markets.commitments" of={commitments} at={`${place}.hour`} as="hour" />
            <span className={classes.state} data-revealed={(seed !== null && !beforeOpening) || undefined}>
              {beforeOpening ? t`before the opening` : seed === null ? t`sealed` : t`revealed`}
            </span>
          </h3>
          <dl className={classes.hashes}>
            <div>
              <dt>{beforeOpening ? t`Hash of the seed` : t`Committed`}</dt>
              <dd>
                <Figure call="markets.commitments" of={commitments} at={`${place}.commitment`} as="text" />
              </dd>
            </div>
            {seed !== null && (
              <div>
                <dt><Trans>Seed</Trans></dt>
                <dd>
                  <Figure call="markets.commitments" of={commitments} at={`${place}.seed`} as="text" />
                </dd>
              </div>
            )}
          </dl>
        </div>
      ))}
      <Command>{`npm run verify:market -- ${publicUrl}`}</Command>
      <Origin
        call="markets.commitments"
        words={t`All hours, newest first. The script draws each revealed hour again and compares it with the published ticks.`}
      />
    </Explained>
  )
}

/** The rules that new trades are made under. */
export function Rules({ terms }: { terms: CallOutput<'trades.terms'> | undefined }) {
  const cur = terms?.cur ?? ''
  return (
    <Explained
      id="rules"
      title={t`Rules of trading`}
      lead={
        <Trans>
          A version of the rules is never changed: other words or numbers are a new version. Each trade stores the version it was made
          under, and its receipt carries the text.
        </Trans>
      }
    >
      {!terms && <Away what={t`The rules cannot be read at the moment.`} />}
      {terms && (
        <>
          <Board
            entries={[
              { name: t`Version in force`, value: <Figure call="trades.terms" of={terms} at="ruleVersion" as="text" /> },
              { name: t`Least stake, ${cur}`, value: <Figure call="trades.terms" of={terms} at="minAmount" as="amount" /> },
              { name: t`Largest stake, ${cur}`, value: <Figure call="trades.terms" of={terms} at="maxAmount" as="amount" /> },
              { name: t`Trades open at once`, value: <Figure call="trades.terms" of={terms} at="maxOpenTrades" /> },
            ]}
          />
          <History terms={terms} />
        </>
      )}
      <Command>npm run verify:receipt -- receipt.json</Command>
      <Origin
        call="trades.terms"
        words={t`The script takes a receipt and decides the trade again, from the ticks in it and the rules of its version.`}
      />
    </Explained>
  )
}

/** Every version of the rules; the one in force stands first and open. */
function History({ terms }: { terms: CallOutput<'trades.terms'> }) {
  return (
    <div className={classes.history}>
      <h3><Trans>Every version so far</Trans></h3>
      {terms.history.map(({ version, text }, place) => {
        const name = <Figure call="trades.terms" of={terms} at={`history.${place}.version`} as="text" />
        const since = <Figure call="trades.terms" of={terms} at={`history.${place}.since`} as="day" />
        return (
          <details key={version} className={classes.heads} open={place === 0}>
            <summary>
              <Trans>
                {name}, for trades since {since}
              </Trans>
            </summary>
            <ul className={classes.rules} lang="en" dir="ltr">
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
