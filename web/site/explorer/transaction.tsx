import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { siteContext } from '../../document/load-context.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/text/money.tsx'
import { groupDigits } from '../../ui/text/number-text.ts'
import { siteNameOf } from '../../document/site-name.ts'
import type { Route } from './+types/transaction'
import { fetchFromChain } from './fetch-chain.ts'
import { blockTime, coinAmount, sumOf } from './chain-amounts.ts'
import { ChainFigure, type ChainFigureFormat } from './chain-figure.tsx'
import { ChainPage, ChainProblem, useFollow } from './chain-page.tsx'
import { confirmationsText, networkText, type ChainCoin } from './chain-text.ts'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import { Badge } from '../../ui/badge.tsx'
import classes from './explorer.module.css'

export function meta({ params, matches }: Route.MetaArgs) {
  const hash = `${params.hash.slice(0, 12)}…`
  const title = t`Transaction ${hash}`
  return [{ title: `${title} · ${siteNameOf(matches)}` }, { name: 'robots', content: 'noindex' }]
}

export function loader({ context, params }: Route.LoaderArgs) {
  return fetchFromChain(context.get(siteContext), 'explorer.tx', {
    coin: params.coin.toUpperCase() as ChainCoin,
    hash: params.hash,
  })
}

/** Confirmations beyond this number no longer matter. */
const followedConfirmations = 12

export default function TransactionPage({ loaderData }: Route.ComponentProps) {
  const { found } = loaderData
  useFollow(found !== undefined && (found.block?.confirmations ?? 0) < followedConfirmations)
  if (!found) {
    const hint = t`A payment appears here once our node receives it. If another payment replaces it, it disappears.`
    return <ChainProblem title={t`Transaction`} message={loaderData.message} hint={hint} away={loaderData.away} />
  }
  const { coin, unit, block } = found
  const figure: FigureAt = (at, as, shown) => (
    <ChainFigure source={`explorer.tx?coin=${coin}&hash=${found.hash}#${at}`} as={as}>
      {shown}
    </ChainFigure>
  )
  return (
    <ChainPage
      network={networkText(coin, found.network)}
      title={t`Transaction`}
      hash={found.hash}
      badge={<StateBadge state={found.state} confirmations={block?.confirmations ?? 0} figure={figure} />}
    >
      <Facts className={classes.facts}>
        <Fact term={t`Block`}>
          {block ? (
            <Link to={path('explorerBlock', { params: { coin: coin.toLowerCase(), height: String(block.height) } })}>
              {figure('block.height', 'count', groupDigits(String(block.height)))}
            </Link>
          ) : (
            t`none yet`
          )}
        </Fact>
        <Fact term={t`Block time`}>
          {block ? (
            <time dateTime={new Date(block.at).toISOString()}>
              {figure('block.at', 'blockTime', blockTime(block.at))}
            </time>
          ) : (
            t`waiting in the mempool`
          )}
        </Fact>
        {/* For very large payments, the call returns only the first outputs. */}
        {found.outputs.length === found.outputCount && (
          <Fact term={t`Total paid`}>
            {figure(
              'outputs.amount',
              `t${coin}`,
              <Money amount={coinAmount(sumOf(found.outputs.map(({ amount }) => amount)), coin)} unit={unit} />,
            )}
          </Fact>
        )}
        <Fact term={t`Fee`}>
          {found.fee === null
            ? '–'
            : figure('fee', `t${coin}`, <Money amount={coinAmount(found.fee, coin)} unit={unit} />)}
        </Fact>
      </Facts>
      <div className={classes.sides}>
        <Side
          title={t({ message: 'From', context: 'sender' })}
          count={found.inputCount}
          at="input"
          figure={figure}
          coin={coin}
          unit={unit}
          items={found.inputs.map((input, index) => ({ ...input, id: String(index) }))}
          empty={found.coinbase ? t`New test coins, created with the block.` : t`Nothing.`}
        />
        <Side
          title={t`To`}
          count={found.outputCount}
          at="output"
          figure={figure}
          coin={coin}
          unit={unit}
          items={found.outputs}
          empty={found.state === 'failed' ? t`Nothing: the transaction failed.` : t`Nothing was paid.`}
        />
      </div>
    </ChainPage>
  )
}

/** Renders a value with its path in the call's response. */
type FigureAt = (at: string, as: ChainFigureFormat, shown: ReactNode) => ReactNode

function StateBadge({
  state,
  confirmations,
  figure,
}: {
  state: 'waiting' | 'confirmed' | 'failed'
  confirmations: number
  figure: FigureAt
}) {
  if (state === 'waiting') return <Badge tone="wait">{t`Waiting for a block`}</Badge>
  if (state === 'failed') return <Badge tone="bad">{t`Failed`}</Badge>
  return <Badge tone="good">{figure('block.confirmations', 'inSentence', confirmationsText(confirmations))}</Badge>
}

type Item = { id: string; address: string | null; amount: string | null }

type SideProps = {
  title: string
  count: number
  at: 'input' | 'output'
  figure: FigureAt
  coin: ChainCoin
  unit: string
  items: Item[]
  empty: string
}

function Side({ title, count, at, figure, coin, unit, items, empty }: SideProps) {
  const more = groupDigits(String(count - items.length))
  return (
    <section className={classes.side}>
      <h2>
        {title} <span className={classes.count}>{figure(`${at}Count`, 'count', groupDigits(String(count)))}</span>
      </h2>
      {items.length === 0 && <p className={classes.empty}>{empty}</p>}
      <ul>
        {items.map(({ id, address, amount }, place) => (
          <li key={id}>
            {address === null ? <code>{t`no address: data or a script`}</code> : <code dir="ltr">{address}</code>}
            {amount !== null &&
              figure(`${at}s.${place}.amount`, `t${coin}`, <Money amount={coinAmount(amount, coin)} unit={unit} />)}
          </li>
        ))}
      </ul>
      {count > items.length && (
        <p className={classes.empty}>
          <Trans>And {more} more.</Trans>
        </p>
      )}
    </section>
  )
}
