import type { OperatorProfile } from '../../contract/operator-profile.ts'
import type { MetaDescriptor } from 'react-router'
import { currentLanguage } from '#i18n'
import { addressIn, alternates } from '../language/alternates.ts'
import { productName } from '../product-name.ts'
import { type PageName, patterns } from '../paths.ts'

/** Public pages for search engines with their names, in site map order. */
export const listedPages = {
  home: 'Tallystick',
  about: 'About',
  tradingAbout: 'About Copy Trading',
  tradingExperts: 'Trading Experts',
  miningAbout: 'About Mining',
  miningDatacenters: 'Datacenters',
  yieldAbout: 'About Yield',
  faqs: 'FAQ',
  payouts: 'Payouts',
  transparency: 'Transparency',
  contact: 'Contact Us',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  signUp: 'Register',
  signIn: 'Login',
} as const satisfies Partial<Record<PageName, string>>

/** Pages that say the same as another, which is the one to find. */
const sameAs: Record<string, string> = {
  [patterns.tradingFaqs]: patterns.faqs,
  [patterns.miningFaqs]: patterns.faqs,
  [patterns.yieldFaqs]: patterns.faqs,
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** What a page's `meta` is given, as far as names and addresses need it. */
export type MetaArgs = { location: { pathname: string }; matches: Matches }

/** The data of the root loader; undefined if it failed. */
const rootData = (matches: Matches) =>
  matches.find((match) => match?.id === 'root')?.loaderData as
    | { publicUrl: string; operator: Pick<OperatorProfile, 'siteName'> }
    | undefined

/** What the operator calls the site; the product's name where the root loader failed. */
export const siteNameOf = (matches: Matches): string => rootData(matches)?.operator.siteName ?? productName

/**
 * Title, description, canonical address and what a shared link shows, in the language of the moment: to be called for
 * each page that is shown. `full` is a title that needs no name behind it.
 */
export const pageMeta =
  (title: string, description: string, { full = false }: { full?: boolean } = {}) =>
  ({ location, matches }: MetaArgs): MetaDescriptor[] => {
    const publicUrl = rootData(matches)?.publicUrl
    const siteName = siteNameOf(matches)
    const named = full ? title : `${title} · ${siteName}`
    const shown = [
      { title: named },
      { name: 'description', content: description },
      { property: 'og:site_name', content: siteName },
      { property: 'og:type', content: 'website' },
      { property: 'og:title', content: full ? siteName : title },
      { property: 'og:description', content: description },
      { name: 'twitter:card', content: 'summary_large_image' },
    ]
    if (publicUrl === undefined) return shown
    const pathname = sameAs[location.pathname] ?? location.pathname
    const address = addressIn(currentLanguage(), publicUrl, pathname)
    return [
      ...shown,
      { tagName: 'link', rel: 'canonical', href: address },
      ...alternates(publicUrl, pathname).map((link) => ({ tagName: 'link', rel: 'alternate', ...link })),
      { property: 'og:url', content: address },
      { property: 'og:image', content: `${publicUrl}/social.png` },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      // What the picture says, in English as it does, under the name of the site.
      { property: 'og:image:alt', content: `${siteName}: trade on practice money, check every result` },
    ]
  }

/** One rendering serves all who ask within this time. */
export const pageHeaders = () => ({ 'Cache-Control': 'public, s-maxage=60' })
