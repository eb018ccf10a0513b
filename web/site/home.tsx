import { t } from '@lingui/core/macro'
import { namedInPageLanguage } from '../language/symbol-names.ts'
import { siteContext } from '../document/load-context.ts'
import { SiteData } from './machine-readable/structured-data.tsx'
import { pageMeta } from './page-meta.ts'
import { siteNameOf } from '../document/site-name.ts'
import { answerOrNothing } from './public-call.ts'
import type { Route } from './+types/home'
import { Affiliates } from './home/affiliates.tsx'
import { AssetClasses } from './home/asset-classes.tsx'
import { Hero } from './home/hero.tsx'
import { Plans } from './home/plans.tsx'
import { PriceMarquee } from './home/price-marquee.tsx'
import { Risk } from './home/risk.tsx'
import { Recordings } from './home/recordings.tsx'
import { Pair } from './home/section.tsx'
import { SolvencyCertificate } from './home/solvency-certificate.tsx'
import { Statistics } from './home/statistics.tsx'
import { Steps } from './home/steps.tsx'
import { WhyChoose } from './home/why-choose.tsx'
import { notchCount } from './home/notches.ts'

const stickSpanMs = 120_000

export function meta(args: Route.MetaArgs) {
  const siteName = siteNameOf(args.matches)
  return pageMeta(
    t`${siteName} · Trade with practice money, check every result`,
    t`A practice investment platform with play money and test networks. Every price is published, every result can be \
recomputed, and every trade leaves a receipt.`,
    { full: true },
  )(args)
}

/** Prices may be a second old, so a render is cached for one second. */
export const headers = () => ({ 'Cache-Control': 'public, s-maxage=1' })

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const [symbols, plans, ratings, figures, solvency, affiliates] = await Promise.all([
    answerOrNothing(site, 'symbols'),
    answerOrNothing(site, 'tplans'),
    answerOrNothing(site, 'reviews.plans'),
    answerOrNothing(site, 'figures'),
    answerOrNothing(site, 'solvency'),
    answerOrNothing(site, 'affiliate.figures'),
  ])
  const shown = symbols?.filter((one) => one.price !== null) ?? []
  const trading = shown.filter((one) => one.state === 'live')
  const hero = trading.find((one) => one.symbol === 'EURUSD') ?? trading[0] ?? shown[0]
  const now = site.nowMs()
  const ticks =
    hero && (await answerOrNothing(site, 'ticks', { symbol: hero.symbol, from: now - stickSpanMs, to: now }))
  return {
    // Computed on the server, because the page's script budget is used up.
    symbols: symbols && namedInPageLanguage(symbols),
    plans,
    ratings,
    figures,
    solvency,
    affiliates,
    stick: hero && {
      symbol: hero,
      ticks: (ticks ?? []).slice(-notchCount - 1).map(({ seq, price }) => ({ seq, price })),
    },
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { symbols, plans, ratings, figures, solvency, affiliates, stick } = loaderData
  return (
    <>
      <SiteData />
      <Hero stick={stick} symbols={symbols} />
      <PriceMarquee symbols={symbols ?? []} />
      <AssetClasses symbols={symbols} />
      <Steps />
      <Recordings />
      <Risk symbols={symbols} figures={figures} />
      <Pair>
        <Statistics figures={figures} />
        <SolvencyCertificate solvency={solvency} />
      </Pair>
      <Plans plans={plans} ratings={ratings} />
      <WhyChoose />
      <Affiliates figures={affiliates} />
    </>
  )
}
