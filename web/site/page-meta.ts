import type { MetaDescriptor } from 'react-router'
import { currentLanguage } from '#i18n'
import { type MetaArgs, rootData, siteNameOf } from '../document/site-name.ts'
import { addressIn, alternates } from '../language/alternates.ts'
import { type PageName, patterns } from '../paths.ts'

/** Public pages that search engines may list, with their names, in site map order. */
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

/** Pages with the same content as another, which is the canonical one. */
const sameAs: Record<string, string> = {
  [patterns.tradingFaqs]: patterns.faqs,
  [patterns.miningFaqs]: patterns.faqs,
  [patterns.yieldFaqs]: patterns.faqs,
}

/**
 * Returns a page's title, description, canonical URL and link preview in the current language. Call it for each page
 * view. If `full` is set, the site's name isn't added to the title.
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
      // The text in the picture, which is English in every language.
      { property: 'og:image:alt', content: `${siteName}: trade with practice money, check every result` },
    ]
  }

/** Lets caches serve a rendered page for one minute. */
export const pageHeaders = () => ({ 'Cache-Control': 'public, s-maxage=60' })
