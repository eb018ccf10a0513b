import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { siteContext } from '../../document/load-context.ts'
import { path } from '../../paths.ts'
import { Icon } from '../../ui/icons.tsx'
import { Money } from '../../ui/text/money.tsx'
import { groupDigits } from '../../ui/text/number-text.ts'
import { siteNameOf } from '../../document/site-name.ts'
import type { Route } from './+types/block'
import { fetchFromChain } from './fetch-chain.ts'
import { blockTime, coinAmount } from './chain-amounts.ts'
import { ChainFigure, type ChainFigureFormat } from './chain-figure.tsx'
import { ChainPage, ChainProblem, useFollow } from './chain-page.tsx'
import { confirmationsText, networkText, type ChainCoin } from './chain-text.ts'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import { PageLinks } from '../../ui/lists/page-links.tsx'
import { Badge } from '../../ui/badge.tsx'
import classes from './explorer.module.css'

export function meta({ params: { height }, matches }: Route.MetaArgs) {
  const title = t`Block ${height}`
  return [{ title: `${title} · ${siteNameOf(matches)}` }, { name: 'robots', content: 'noindex' }]
}

export function loader({ context, params, request }: Route.LoaderArgs) {
  const page = new URL(request.url).searchParams.get('p') ?? '1'
  // Unchecked values from the URL; the call validates them.
  return fetchFromChain(context.get(siteContext), 'explorer.block', {
    coin: params.coin.toUpperCase() as ChainCoin,
    height: params.height as unknown as number,
    p: page as unknown as number,
  })
}

/** Returns the title of a block: `Block 1,234`. */
function blockText(at: number) {
  const height = groupDigits(String(at))
  return t`Block ${height}`
}

export default function BlockPage({ loaderData, params }: Route.ComponentProps) {
  const { found } = loaderData
  const [query] = useSearchParams()
  useFollow(found !== undefined && found.confirmations < 3)
  if (!found)
    return (
      <ChainProblem
        title={t`Block`}
        message={loaderData.message}
        hint={t`Block heights start at 0. The chain hasn’t reached heights above the latest block.`}
        away={loaderData.away}
      />
    )
  const { coin, unit, height } = found
  const current = Math.min(found.pages, Math.max(1, Number(query.get('p') ?? 1)))
  const figure = (at: string, as: ChainFigureFormat, shown: ReactNode) => (
    <ChainFigure source={`explorer.block?coin=${coin}&height=${height}&p=${current}#${at}`} as={as}>
      {shown}
    </ChainFigure>
  )
  const blockPath = (at: number, p?: number) =>
    path('explorerBlock', { params: { coin: params.coin, height: String(at) }, query: { p } })
  return (
    <ChainPage
      network={networkText(coin, found.network)}
      title={figure('height', 'inSentence', blockText(height))}
      hash={found.hash}
      badge={<Badge tone="good">{figure('confirmations', 'inSentence', confirmationsText(found.confirmations))}</Badge>}
    >
      <Facts className={classes.facts}>
        <Fact term={t`Time`}>
          <time dateTime={new Date(found.at).toISOString()}>{figure('at', 'blockTime', blockTime(found.at))}</time>
        </Fact>
        <Fact term={t`Transactions`}>
          {figure('transactionCount', 'count', groupDigits(String(found.transactionCount)))}
        </Fact>
        <Fact wide term={t`Previous block`}>
          {height > 0 ? (
            <Link to={blockPath(height - 1)}>
              <code dir="ltr">{found.parentHash}</code>
            </Link>
          ) : (
            t`none: this is the first`
          )}
        </Fact>
      </Facts>
      <section className={classes.side}>
        <h2>
          <Trans>Transactions</Trans>{' '}
          <span className={classes.count}>
            {figure('transactionCount', 'count', groupDigits(String(found.transactionCount)))}
          </span>
        </h2>
        {found.transactions.length === 0 && (
          <p className={classes.empty}>
            {found.transactionCount === 0 ? t`No payments in this block.` : t`No more transactions on this page.`}
          </p>
        )}
        <ul>
          {found.transactions.map(({ id, hash, amount }, place) => (
            <li key={id}>
              <Link to={path('explorerTransaction', { params: { coin: params.coin, hash } })}>
                <code dir="ltr">{hash}</code>
              </Link>
              {figure(
                `transactions.${place}.amount`,
                `t${coin}`,
                <Money amount={coinAmount(amount, coin)} unit={unit} />,
              )}
            </li>
          ))}
        </ul>
        {found.pages > 1 && (
          <PageLinks
            className={classes.pages}
            label={t`Transaction pages`}
            page={current}
            pages={found.pages}
            link={(to) => (
              <Link to={blockPath(height, to)}>{to < current ? <Trans>Previous</Trans> : <Trans>Next</Trans>}</Link>
            )}
          />
        )}
      </section>
      <Neighbours height={height} tipHeight={found.tipHeight} to={blockPath} />
    </ChainPage>
  )
}

function Neighbours({ height, tipHeight, to }: { height: number; tipHeight: number; to: (height: number) => string }) {
  return (
    <nav className={classes.neighbours} aria-label={t`Neighbouring blocks`}>
      {height > 0 && (
        <Link to={to(height - 1)}>
          <Icon name="back" size={18} data-directed /> {blockText(height - 1)}
        </Link>
      )}
      {height < tipHeight && (
        <Link className={classes.next} to={to(height + 1)}>
          {blockText(height + 1)} <Icon name="arrow" size={18} data-directed />
        </Link>
      )}
    </nav>
  )
}
