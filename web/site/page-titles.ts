import { t } from '@lingui/core/macro'
import type { listedPages } from './page-meta.ts'

/** Returns the titles of the listed pages in the page's language. The home page's title is the site's name. */
export const pageTitles = (siteName: string): Record<keyof typeof listedPages, string> => ({
  home: siteName,
  about: t`About`,
  tradingAbout: t`About Copy Trading`,
  tradingExperts: t`Trading Experts`,
  miningAbout: t`About Mining`,
  miningDatacenters: t`Datacenters`,
  yieldAbout: t`About Yield`,
  faqs: t`FAQ`,
  payouts: t`Payouts`,
  transparency: t`Transparency`,
  contact: t`Contact Us`,
  terms: t`Terms of Service`,
  privacy: t`Privacy Policy`,
  signUp: t`Register`,
  signIn: t`Login`,
})
