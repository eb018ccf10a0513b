import type { CallOutput } from '../../data/call.ts'
import { percentText } from '../../ui/number-text.ts'
import { Empty } from '../../ui/page-state.tsx'
import classes from './asset-classes.module.css'
import { Section } from './section.tsx'

type Symbols = CallOutput<'symbols'>

const assetClasses = [
  { key: 'stocks', title: 'Shares', words: 'American companies, and two funds on the Nasdaq 100.' },
  { key: 'forex', title: 'Currencies', words: 'The major forex pairs and their crosses, which always agree with each other.' },
  { key: 'crypto', title: 'Digital currencies', words: 'Coins against the US dollar, from bitcoin to monero.' },
] as const

function payoutRange(symbols: Symbols): string {
  const payouts = symbols.map((one) => one.payoutBps)
  const [low, high] = [Math.min(...payouts), Math.max(...payouts)]
  return low === high ? percentText(low) : `${percentText(low)} to ${percentText(high)}`
}

/** What can be traded, counted from the catalogue. */
export function AssetClasses({ symbols }: { symbols: Symbols | undefined }) {
  return (
    <Section
      title="What you can trade"
      words="Short trades on one question: will the price stand higher or lower when the time is up?"
      source={
        <>
          Counted from <a href="/api?r=symbols">the catalogue</a>, with each symbol's payout, hours and state.
        </>
      }
    >
      {symbols && symbols.length > 0 ? (
        <div className={classes.grid}>
          {assetClasses.map(({ key, title, words }) => (
            <AssetClass key={key} title={title} words={words} symbols={symbols.filter((one) => one.class === key)} />
          ))}
        </div>
      ) : (
        <Empty title="The catalogue is not available at the moment." icon="trade" />
      )}
    </Section>
  )
}

function AssetClass({ title, words, symbols }: { title: string; words: string; symbols: Symbols }) {
  if (symbols.length === 0) return null
  return (
    <article className={classes.card}>
      <p className={classes.count}>{symbols.length}</p>
      <h3>{title}</h3>
      <p className={classes.words}>{words}</p>
      <p className={classes.payout}>A win pays {payoutRange(symbols)} on top of the stake.</p>
      <ul className={classes.symbols} aria-label={`Symbols: ${title}`}>
        {symbols.map((one) => (
          <li key={one.symbol} title={one.name}>
            {one.symbol}
          </li>
        ))}
      </ul>
    </article>
  )
}
