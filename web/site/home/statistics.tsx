import { plural, t } from '@lingui/core/macro'
import { Link } from 'react-router'
import type { CallOutput } from '../../data/call.ts'
import { explained } from '../transparency/anchors.ts'
import { Figure } from '../figure.tsx'
import { Section } from './section.tsx'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import classes from './statistics.module.css'

/**
 * Totals since the launch. Shown once there is a customer. Source: docs/spec/product.md section 2, home;
 * docs/spec/truth.md section 2.
 */
export function Statistics({ figures }: { figures: CallOutput<'figures'> | undefined }) {
  if (!figures || figures.customers === 0) return null
  const count = figures.customers
  const entries = [
    ...(figures.since === null
      ? []
      : [
          {
            name: t`In use since`,
            source: 'figures#since',
            value: <Figure call="figures" of={figures} at="since" as="day" />,
          },
        ]),
    {
      name: plural(count, { one: 'Customer', other: 'Customers' }),
      source: 'figures#customers',
      value: <Figure call="figures" of={figures} at="customers" />,
    },
    ...(figures.trades.settled === 0
      ? []
      : [
          {
            name: t`Trades settled`,
            source: 'figures#trades',
            value: <Figure call="figures" of={figures} at="trades.settled" />,
          },
        ]),
    ...figures.deposited.map((_, place) => ({
      name: t`Deposited`,
      source: 'figures#deposited',
      value: <Figure call="figures" of={figures} at={`deposited.${place}`} as="money" />,
    })),
    ...figures.withdrawn.map((_, place) => ({
      name: t`Withdrawn, including simulated PayPal and bank payouts`,
      source: 'figures#withdrawn',
      value: <Figure call="figures" of={figures} at={`withdrawn.${place}`} as="money" />,
    })),
  ]
  return (
    <Section
      id="figures"
      title={t`Counted, not claimed`}
      words={t`From the ledger and the customer registry, at most a minute old. Each figure links to an explanation of \
how it is computed.`}
    >
      <Facts className={classes.figures}>
        {entries.map(({ name, source, value }, index) => (
          <Fact key={index} term={<Link to={explained(source)}>{name}</Link>}>
            {value}
          </Fact>
        ))}
      </Facts>
    </Section>
  )
}
