import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CallOutput } from '../../data/call.ts'
import { Link } from 'react-router'
import { Figure } from '../figure.tsx'
import { explained } from '../transparency/anchors.ts'
import classes from './asset-classes.module.css'
import { Section } from './section.tsx'

type Symbols = CallOutput<'symbols'>

const assetClasses = () => [
  { key: 'stocks', title: t`Shares`, words: t`US companies and two funds based on the Nasdaq 100.` },
  {
    key: 'forex',
    title: t`Currencies`,
    words: t`The major forex pairs and their crosses, whose prices are always consistent with each other.`,
  },
  { key: 'crypto', title: t`Digital currencies`, words: t`Coins against the US dollar, from bitcoin to monero.` },
]

/** The asset classes with their number of symbols, counted from the catalogue. Left out while it is unavailable. */
export function AssetClasses({ symbols }: { symbols: Symbols | undefined }) {
  if (!symbols || symbols.length === 0) return null
  return (
    <Section
      title={t`What you can trade`}
      words={t`Short trades on one question: will the price be higher or lower when time runs out?`}
      source={
        <Trans>
          Counted from the catalogue, which lists each symbol's payout, hours and state.{' '}
          <Link to={explained('symbols')}>How it is computed</Link>
        </Trans>
      }
    >
      <div className={classes.grid}>
        {assetClasses().map(({ key, title, words }) => (
          <AssetClass key={key} name={key} title={title} words={words} symbols={symbols} />
        ))}
      </div>
    </Section>
  )
}

function AssetClass({ name, title, words, symbols }: { name: string; title: string; words: string; symbols: Symbols }) {
  const own = symbols.filter((one) => one.class === name)
  if (own.length === 0) return null
  const payouts = own.map((one) => one.payoutBps)
  const least = <Figure call="symbols" of={symbols} at={`[class=${name}].payoutBps.min`} as="percent" />
  const most = <Figure call="symbols" of={symbols} at={`[class=${name}].payoutBps.max`} as="percent" />
  return (
    <article className={classes.card}>
      <p className={classes.count}>
        <Figure call="symbols" of={symbols} at={`[class=${name}].length`} />
      </p>
      <h3>{title}</h3>
      <p className={classes.words}>{words}</p>
      <p className={classes.payout}>
        {Math.min(...payouts) < Math.max(...payouts) ? (
          <Trans>
            A win pays {least} to {most} on top of the stake.
          </Trans>
        ) : (
          <Trans>A win pays {least} on top of the stake.</Trans>
        )}
      </p>
    </article>
  )
}
