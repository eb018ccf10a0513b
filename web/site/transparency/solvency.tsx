import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { assetUnit } from '../../language/asset-labels.ts'
import type { CallOutput } from '../../data/call.ts'
import { path } from '../../paths.ts'
import { Figure } from '../figure.tsx'
import { Away, Board, Command, Explained, Nothing, Origin } from './parts.tsx'
import classes from './transparency.module.css'

type Statement = NonNullable<CallOutput<'solvency'>>

const heldWords = (): Record<Statement['assets'][number]['heldAs'], string> => ({
  chain: t`in the platform’s own addresses on the test chain`,
  none: t`play money: nothing backs it`,
  away: t`the node did not respond`,
})

/**
 * Shows what is owed and what is held, and how customers check that they are included. Source: docs/spec/truth.md
 * section 4.
 */
export function Solvency({ solvency }: { solvency: CallOutput<'solvency'> | undefined }) {
  return (
    <Explained
      id="solvency"
      title={t`Solvency`}
      lead={
        <Trans>
          Every day at midnight UTC, we add up all balances that customers are owed and compare the total with what we
          hold. The statement has a root that each customer can check their own balance against.
        </Trans>
      }
    >
      {solvency === undefined && <Away what={t`The statement is unavailable right now.`} />}
      {solvency === null && (
        <Nothing>
          <Trans>The first statement is due at the next midnight UTC.</Trans>
        </Nothing>
      )}
      {solvency && <Latest statement={solvency} />}
      <h3>
        <Trans>Check that you are included</Trans>
      </h3>
      <ol className={classes.how}>
        <li>
          <Trans>
            Sign in, open your <Link to={path('statement')}>statement</Link> and select “Download my proof”. The file
            contains your balances on that day, a random salt and the path to the root.
          </Trans>
        </li>
        <li>
          <Trans>Compare its root with the one here, or with what somebody else was shown.</Trans>
        </li>
        <li>
          <Trans>Run the check, which shares no code with the server:</Trans>
          <Command>npm run verify:solvency -- proof.json ROOT</Command>
        </li>
      </ol>
      <Origin
        call="solvency"
        words={
          <Trans>
            A Merkle sum tree with SHA-256: each branch carries the totals below it, so that no balance can be left out
            or be negative without a customer’s check failing.
          </Trans>
        }
      />
    </Explained>
  )
}

function Latest({ statement }: { statement: Statement }) {
  return (
    <>
      <Board
        entries={[
          { name: t`Statement as of`, value: <Figure call="solvency" of={statement} at="at" as="moment" /> },
          { name: t`Accounts counted`, value: <Figure call="solvency" of={statement} at="customers" /> },
        ]}
      />
      {statement.assets.length > 0 && (
        <table className={classes.table}>
          <caption>
            <Trans>What customers are owed, and what we hold</Trans>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Asset</Trans>
              </th>
              <th scope="col">
                <Trans>Owed</Trans>
              </th>
              <th scope="col">
                <Trans>Held</Trans>
              </th>
              <th scope="col">
                <Trans>Where</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {statement.assets.map(({ asset, held, heldAs }, place) => (
              <tr key={asset}>
                <th scope="row" data-label={t`Asset`}>
                  {assetUnit(asset)}
                </th>
                <td data-label={t`Owed`}>
                  <Figure call="solvency" of={statement} at={`assets.${place}.owed`} as="amount" />
                </td>
                <td data-label={t`Held`}>
                  {held === null ? (
                    '–'
                  ) : (
                    <Figure call="solvency" of={statement} at={`assets.${place}.held`} as="amount" />
                  )}
                </td>
                <td data-label={t`Where`}>{heldWords()[heldAs]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className={classes.hashes}>
        <div>
          <dt>
            <Trans>Root of the statement</Trans>
          </dt>
          <dd>
            <Figure call="solvency" of={statement} at="root" as="text" />
          </dd>
        </div>
      </dl>
      <Heads statement={statement} />
    </>
  )
}

/** The newest hash of each shard's chain of transfers when the statement was created. */
function Heads({ statement }: { statement: Statement }) {
  return (
    <details className={classes.heads}>
      <summary>
        <Trans>Heads of the ledger, by shard</Trans>
      </summary>
      <dl className={classes.hashes}>
        {statement.heads.map(({ shard }, place) => (
          <div key={shard}>
            <dt>
              <Trans>Head, shard {shard}</Trans>
            </dt>
            <dd>
              <Figure call="solvency" of={statement} at={`heads.${place}.hash`} as="text" />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
