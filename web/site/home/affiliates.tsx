import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { CallOutput } from '../../data/call.ts'
import { percentText } from '../../ui/text/number-text.ts'
import { Figure } from '../figure.tsx'
import { explained } from '../transparency/anchors.ts'
import classes from './affiliates.module.css'
import { Section } from './section.tsx'

type Figures = CallOutput<'affiliate.figures'>

const levels = () => [
  { rate: percentText(1000), who: t`of deposits by people you invite` },
  { rate: percentText(500), who: t`of deposits by people they invite` },
  { rate: percentText(100), who: t`of deposits one level further down` },
]

/** The affiliate programme. Source: docs/spec/product.md sections 1 and 9; docs/spec/truth.md section 5. */
export function Affiliates({ figures }: { figures: Figures | undefined }) {
  return (
    <Section
      beside
      title={t`Invite friends, earn practice money`}
      words={t`Open to everyone with an account; you don’t need to deposit. We pay commission on referred practice \
deposits, never on losses. People you invite can see who earns from their deposits.`}
    >
      <ol className={classes.levels}>
        {levels().map(({ rate, who }) => (
          <li key={rate}>
            <span dir="ltr">{rate}</span>
            {who}
          </li>
        ))}
      </ol>
      {figures && figures.referrers > 0 && (
        <p className={classes.figures}>
          <SoFar figures={figures} />{' '}
          <Link to={explained('affiliate.figures')}>
            <Trans>How it is computed</Trans>
          </Link>
        </p>
      )}
    </Section>
  )
}

/** Shows how many customers referred how many others, and the commission paid in each currency. */
function SoFar({ figures }: { figures: Figures }) {
  const referrers = <Figure call="affiliate.figures" of={figures} at="referrers" />
  const referred = <Figure call="affiliate.figures" of={figures} at="referred" />
  return (
    <>
      <Trans>
        Referrers: {referrers}. People referred: {referred}.
      </Trans>{' '}
      {figures.paid.map(({ cur }, index) => {
        const paid = <Figure call="affiliate.figures" of={figures} at={`paid.${index}`} as="money" />
        return (
          <span key={cur}>
            <Trans>Paid: {paid}.</Trans>{' '}
          </span>
        )
      })}
    </>
  )
}
