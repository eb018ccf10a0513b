import { percentText } from '../../ui/number-text.ts'
import { breakEvenBps } from './figures.ts'
import classes from './risk.module.css'
import { Section } from './section.tsx'

/** The risk statement. No share of losing customers is given before the ledger has one to give. */
export function Risk({ symbols }: { symbols: readonly { payoutBps: number }[] }) {
  const best = symbols.length > 0 ? Math.max(...symbols.map((one) => one.payoutBps)) : undefined
  return (
    <Section title="The odds are against you, and we show by how much">
      <div className={classes.risk}>
        <div className={classes.words}>
          <p>
            A lost trade takes the whole stake; a won trade pays less than the stake. Over many trades this costs most people money, here
            practice money. Offers like this one are banned for retail customers in the United Kingdom and the European Union.
          </p>
          <p>
            Before each order you see its payout, the share of trades you would have to win to come out even, and what the stake is worth at
            even odds. The share of customers who lost over the last twelve months will be published here, computed from the ledger, when
            there are customers to count. There is no guarantee against loss.
          </p>
        </div>
        {best !== undefined && <BreakEven payoutBps={best} />}
      </div>
    </Section>
  )
}

function BreakEven({ payoutBps }: { payoutBps: number }) {
  const needed = breakEvenBps(payoutBps)
  return (
    <div className={classes.sum}>
      <dl>
        <div>
          <dt>Best payout in the catalogue</dt>
          <dd>{percentText(payoutBps)}</dd>
        </div>
        <div>
          <dt>Trades you must win to come out even</dt>
          <dd>{percentText(needed)}</dd>
        </div>
        <div>
          <dt>What 10.00 is worth at even odds</dt>
          <dd>{(5 * (1 + (payoutBps / 10_000))).toFixed(2)}</dd>
        </div>
      </dl>
      <p>1 ÷ (1 + payout), from the payouts in the catalogue.</p>
    </div>
  )
}
