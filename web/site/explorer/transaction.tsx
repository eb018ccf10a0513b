import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { siteContext } from '../../load-context.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/money.tsx'
import type { Route } from './+types/transaction'
import { askChain } from './ask-chain.ts'
import { Badge, ChainPage, ChainProblem, useFollow } from './chain-page.tsx'
import { blockTime, coinAmount, confirmationsText, networkText, sumOf, type ChainCoin } from './chain-text.ts'
import classes from './explorer.module.css'

export const meta = ({ params }: Route.MetaArgs) => [{ title: `Transaction ${params.hash.slice(0, 12)}… · Tallystick` }, { name: 'robots', content: 'noindex' }]

export function loader({ context, params }: Route.LoaderArgs) {
  return askChain(context.get(siteContext), 'explorer.tx', { coin: params.coin.toUpperCase() as ChainCoin, hash: params.hash })
}

/** After these it no longer matters how many more there are. */
const followedConfirmations = 12

const hint = 'A payment shows up here as soon as our node has heard of it. One that was replaced by another vanishes again.'

export default function TransactionPage({ loaderData }: Route.ComponentProps) {
  const { found } = loaderData
  useFollow(found !== undefined && (found.block?.confirmations ?? 0) < followedConfirmations)
  if (!found) return <ChainProblem title={t`Transaction`} message={loaderData.message} hint={hint} away={loaderData.away} />
  const { coin, unit, block } = found
  return (
    <ChainPage network={networkText(coin, found.network)} title={t`Transaction`} hash={found.hash} badge={<StateBadge state={found.state} confirmations={block?.confirmations ?? 0} />}>
      <dl className={classes.facts}>
        <div>
          <dt><Trans>Block</Trans></dt>
          <dd>{block ? <Link to={path('explorerBlock', { params: { coin: coin.toLowerCase(), height: String(block.height) } })}>{block.height.toLocaleString('en')}</Link> : 'none yet'}</dd>
        </div>
        <div>
          <dt><Trans>Time of the block</Trans></dt>
          <dd>{block ? <time dateTime={new Date(block.at).toISOString()}>{blockTime(block.at)}</time> : 'waits in the pool'}</dd>
        </div>
        <div>
          <dt><Trans>Paid in all</Trans></dt>
          <dd>
            <Money amount={coinAmount(sumOf(found.outputs.map(({ amount }) => amount)), coin)} unit={unit} />
          </dd>
        </div>
        <div>
          <dt><Trans>Fee</Trans></dt>
          <dd>{found.fee === null ? '–' : <Money amount={coinAmount(found.fee, coin)} unit={unit} />}</dd>
        </div>
      </dl>
      <div className={classes.sides}>
        <Side title={t`From`} count={found.inputCount} coin={coin} unit={unit} items={found.inputs.map((input, index) => ({ ...input, id: String(index) }))} empty={found.coinbase ? 'Made with the block: new test coins.' : 'Nothing.'} />
        <Side title={t`To`} count={found.outputCount} coin={coin} unit={unit} items={found.outputs} empty={found.state === 'failed' ? 'Nothing: the transaction failed.' : 'Nothing was paid.'} />
      </div>
    </ChainPage>
  )
}

function StateBadge({ state, confirmations }: { state: 'waiting' | 'confirmed' | 'failed'; confirmations: number }) {
  if (state === 'waiting') return <Badge tone="waiting"><Trans>Waiting for a block</Trans></Badge>
  if (state === 'failed') return <Badge tone="bad"><Trans>Failed</Trans></Badge>
  return <Badge tone="good">{confirmationsText(confirmations)}</Badge>
}

type Item = { id: string; address: string | null; amount: string | null }

function Side({ title, count, coin, unit, items, empty }: { title: string; count: number; coin: ChainCoin; unit: string; items: Item[]; empty: string }) {
  return (
    <section className={classes.side}>
      <h2>
        {title} <span className={classes.count}>{count}</span>
      </h2>
      {items.length === 0 && <p className={classes.empty}>{empty}</p>}
      <ul>
        {items.map(({ id, address, amount }) => (
          <li key={id}>
            <code>{address ?? 'no address: data or a script'}</code>
            {amount !== null && <Money amount={coinAmount(amount, coin)} unit={unit} />}
          </li>
        ))}
      </ul>
      {count > items.length && <p className={classes.empty}><Trans>And {(count - items.length).toLocaleString('en')} more.</Trans></p>}
    </section>
  )
}
