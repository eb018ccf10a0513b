import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { assetUnit } from '../../language/asset-labels.ts'
import type { CallOutput } from '../../data/call.ts'
import { path } from '../../paths.ts'
import { Figure } from '../figure.tsx'
import { Away, Board, Command, Explained, Nothing, Origin } from './parts.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
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
      <details className={classes.heads}>
        <summary>
          <Trans>Check that you are included</Trans>
        </summary>
        <ol className={classes.how}>
          <li>
            <Trans>
              Sign in, open your <Link to={path('statement')}>statement</Link> and select “Download my proof”. The file
              contains your balances on that day, a random salt and the path to the root.
            </Trans>
          </li>
          <li>
            <Trans>Compare its root with the one here, or with the one that somebody else sees.</Trans>
          </li>
          <li>
            <Trans>Run the check, which shares no code with the server:</Trans>
            <Command>npm run verify:solvency -- tallystick-proof.json ROOT</Command>
          </li>
        </ol>
      </details>
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
        <Table
          label={t`What customers are owed, and what we hold`}
          caption
          className={classes.table}
          rows={statement.assets.map((entry) => ({ id: entry.asset, ...entry }))}
          columns={[
            { head: t`Asset`, isRowHead: true, cell: ({ asset }) => assetUnit(asset) },
            {
              head: t`Owed`,
              cell: (_, place) => <Figure call="solvency" of={statement} at={`assets.${place}.owed`} as="amount" />,
            },
            {
              head: t`Held`,
              cell: ({ held }, place) =>
                held === null ? '–' : <Figure call="solvency" of={statement} at={`assets.${place}.held`} as="amount" />,
            },
            { head: t`Where`, cell: ({ heldAs }) => heldWords()[heldAs] },
          ]}
        />
      )}
      <Facts className={classes.hashes}>
        <Fact term={t`Root of the statement`}>
          <Figure call="solvency" of={statement} at="root" as="text" />
        </Fact>
      </Facts>
      <Heads statement={statement} />
    </>
  )
}

/** The newest hash of each shard's hash chain when the statement was created. */
function Heads({ statement }: { statement: Statement }) {
  return (
    <details className={classes.heads}>
      <summary>
        <Trans>Heads of the ledger, by shard</Trans>
      </summary>
      <Facts className={classes.hashes}>
        {statement.heads.map(({ shard }, place) => (
          <Fact key={shard} term={<Trans>Head, shard {shard}</Trans>}>
            <Figure call="solvency" of={statement} at={`heads.${place}.hash`} as="text" />
          </Fact>
        ))}
      </Facts>
    </details>
  )
}
