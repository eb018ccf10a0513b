import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { assetUnit } from '../../language/asset-labels.ts'
import type { CallOutput } from '../../data/call.ts'
import { Logo } from '../../ui/logo.tsx'
import { useInstallation } from '../article.tsx'
import { Figure } from '../figure.tsx'
import { explained } from '../transparency/anchors.ts'
import { Section } from './section.tsx'
import { Table } from '../../ui/lists/table.tsx'
import classes from './solvency-certificate.module.css'

/** Shows the latest statement of solvency in place of a company's certificate. Source: docs/spec/truth.md section 2. */
export function SolvencyCertificate({ solvency }: { solvency: CallOutput<'solvency'> | undefined }) {
  return (
    <Section
      id="certificate"
      title={t`A certificate that you can check`}
      words={t`No seal and no signature. Instead, sums computed from the ledger, and a root that lets each customer \
check that they were counted.`}
    >
      <div className={classes.certificate}>
        <div className={classes.seal}>
          <Logo size={36} />
        </div>
        {solvency ? <Statement solvency={solvency} /> : <p className={classes.none}>{whyNone(solvency)}</p>}
        <OperatorsDocument />
        <p className={classes.more}>
          <Link to={explained('solvency')}>
            <Trans>How to check it</Trans>
          </Link>
        </p>
      </div>
    </Section>
  )
}

/** Links to the certificate in the operator's profile, if there is one. The page doesn't verify it. */
function OperatorsDocument() {
  const { certificate } = useInstallation().operator
  if (!certificate) return null
  return (
    <div className={classes.document}>
      <h3>{certificate.url ? <a href={certificate.url}>{certificate.name}</a> : certificate.name}</h3>
      {certificate.words && <p>{certificate.words}</p>}
      <p>
        <small>
          <Trans>Stated by the operator, not computed from the ledger.</Trans>
        </small>
      </p>
    </div>
  )
}

/** Explains why no statement is shown: null means that none exists yet, undefined that the call failed. */
function whyNone(solvency: null | undefined): string {
  if (solvency === null) return t`The first statement of solvency is due at the next midnight UTC.`
  return t`The statement of solvency is unavailable right now. Try again later.`
}

function Statement({ solvency }: { solvency: NonNullable<CallOutput<'solvency'>> }) {
  const day = <Figure call="solvency" of={solvency} at="at" as="moment" />
  const root = <Figure call="solvency" of={solvency} at="root" as="text" />
  return (
    <div className={classes.statement}>
      <h3>
        <Trans>Statement of solvency, {day}</Trans>
      </h3>
      {solvency.assets.length > 0 && (
        <Table
          label={t`What customers are owed, and what we hold`}
          narrow="own"
          rows={solvency.assets.map((entry) => ({ id: entry.asset, ...entry }))}
          columns={[
            { head: t`Asset`, isRowHead: true, cell: ({ asset }) => assetUnit(asset) },
            {
              head: t`Owed`,
              cell: (_, place) => <Figure call="solvency" of={solvency} at={`assets.${place}.owed`} as="amount" />,
            },
            {
              head: t`Held`,
              cell: ({ held, heldAs }, place) =>
                held === null ? (
                  heldAs === 'none' ? (
                    t`play money`
                  ) : (
                    t`unavailable`
                  )
                ) : (
                  <Figure call="solvency" of={solvency} at={`assets.${place}.held`} as="amount" />
                ),
            },
          ]}
        />
      )}
      <p className={classes.root}>
        <Trans>Root {root}</Trans>
      </p>
    </div>
  )
}
