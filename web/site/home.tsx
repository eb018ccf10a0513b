import type { CallName, Calls } from '../../contract/calls.ts'
import type { InputOf, OutputOf } from '../../contract/call.ts'
import { siteContext, type SiteContext } from '../load-context.ts'
import type { Route } from './+types/home'
import { Affiliates } from './home/affiliates.tsx'
import { AssetClasses } from './home/asset-classes.tsx'
import { Hero } from './home/hero.tsx'
import { Plans } from './home/plans.tsx'
import { PriceMarquee } from './home/price-marquee.tsx'
import { Risk } from './home/risk.tsx'
import { Steps } from './home/steps.tsx'
import { WhyChoose } from './home/why-choose.tsx'
import { notchCount } from './home/notches.ts'

const stickSpanMs = 120_000

export function meta({ loaderData }: Route.MetaArgs) {
  const description =
    'A practice investment platform on play money and test networks. Every price is published, every result can be recomputed, every trade leaves a receipt.'
  return [
    { title: 'Tallystick · Trade on practice money, check every result' },
    { name: 'description', content: description },
    { property: 'og:title', content: 'Tallystick' },
    { property: 'og:description', content: description },
    ...(loaderData ? [{ tagName: 'link', rel: 'canonical', href: `${loaderData.publicUrl}/` }] : []),
  ]
}

/** Prices may be a second old, so one rendering serves all who ask within it. */
export const headers = () => ({ 'Cache-Control': 'public, s-maxage=1' })

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const [symbols, plans, affiliates] = await Promise.all([orNothing(site, 'symbols', {}), orNothing(site, 'tplans', {}), orNothing(site, 'affiliate.figures', {})])
  const shown = symbols?.filter((one) => one.price !== null) ?? []
  const hero = shown.find((one) => one.class === 'crypto' && one.state === 'live') ?? shown.find((one) => one.state === 'live') ?? shown[0]
  const now = site.nowMs()
  const ticks = hero && (await orNothing(site, 'ticks', { symbol: hero.symbol, from: now - stickSpanMs, to: now }))
  return {
    publicUrl: site.publicUrl,
    symbols,
    plans,
    affiliates,
    stick: hero && { symbol: hero, ticks: (ticks ?? []).slice(-notchCount - 1).map(({ seq, price }) => ({ seq, price })) },
  }
}

/** A part of the home page that is not available must not take the page with it. */
async function orNothing<N extends CallName>(
  { call, reportError }: SiteContext,
  name: N,
  input: Partial<InputOf<Calls[N]>>,
): Promise<OutputOf<Calls[N]> | undefined> {
  try {
    return await call(name, input)
  } catch (error) {
    reportError(error)
    return undefined
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { symbols, plans, affiliates, stick } = loaderData
  return (
    <>
      <Hero stick={stick} />
      <PriceMarquee symbols={symbols ?? []} />
      <AssetClasses symbols={symbols} />
      <Steps />
      <Plans plans={plans} />
      <WhyChoose />
      <Risk symbols={symbols ?? []} />
      <Affiliates figures={affiliates} />
    </>
  )
}
