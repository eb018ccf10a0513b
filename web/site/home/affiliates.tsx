import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { CallOutput } from '../../data/call.ts'
import { Figure } from '../figure.tsx'
import { explained } from '../transparency/anchors.ts'
import classes from './affiliates.module.css'
import { Section } from './section.tsx'

const levels = [
  { rate: '10 %', who: 'of what people you invited deposit' },
  { rate: '5 %', who: 'of what the people they invited deposit' },
  { rate: '1 %', who: 'one level further' },
]

/** The affiliate programme. Source: product.md sections 1 and 9; truth.md section 5. */
export function Affiliates({ figures }: { figures: CallOutput<'affiliate.figures'> | undefined }) {
  return (
    <Section
      title={t`Bring friends, share the practice`}
      words={t`Open to every registered person, without a deposit of your own. Paid on referred practice deposits, never on losses, and whoever you invite can see who earns from them.`}
    >
      <ol className={classes.levels}>
        {levels.map(({ rate, who }) => (
          <li key={rate}>
            <span>{rate}</span>
            {who}
          </li>
        ))}
      </ol>
      {figures && figures.referrers > 0 && (
        <p className={classes.figures}>
          <Trans>So far <Figure call="affiliate.figures" of={figures} at="referrers" /> {figures.referrers === 1 ? 'person has' : 'people have'} referred{' '}
          <Figure call="affiliate.figures" of={figures} at="referred" /></Trans>
          {figures.paid.map(({ cur }, index) => (
            <span key={cur}>
              {index === 0 ? ', and the ledger has paid ' : ' and '}
              <Figure call="affiliate.figures" of={figures} at={`paid.${index}`} as="money" />
            </span>
          ))}
          . <Link to={explained('affiliate.figures')}><Trans>How it is computed</Trans></Link>
        </p>
      )}
    </Section>
  )
}
