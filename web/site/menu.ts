import { t } from '@lingui/core/macro'
import { path } from '../paths.ts'

export type MenuLink = { label: string; to: string }
export type MenuGroup = { label: string; links: MenuLink[] }

/** The three groups of the header's dropdowns and of the side menu. Source: docs/spec/product.md section 2. */
export const menuGroups = (): MenuGroup[] => [
  {
    label: t`Trading`,
    links: [
      { label: t`Copy Trading Faqs`, to: path('tradingFaqs') },
      { label: t`About Copy Trading`, to: path('tradingAbout') },
      { label: t`Trading Experts`, to: path('tradingExperts') },
    ],
  },
  {
    label: t`Mining`,
    links: [
      { label: t`Mining FAQs`, to: path('miningFaqs') },
      { label: t`About Mining`, to: path('miningAbout') },
      { label: t`Datacenters`, to: path('miningDatacenters') },
    ],
  },
  {
    label: t`Yield Farming`,
    links: [
      { label: t`Yield FAQs`, to: path('yieldFaqs') },
      { label: t`About Yield`, to: path('yieldAbout') },
    ],
  },
]

const office = (): MenuLink => ({ label: t`Your office`, to: path('dashboard') })

/** Links in the side menu that belong to no group. */
export const sideLinks = (isSignedIn = false): MenuLink[] => [
  ...(isSignedIn
    ? [office()]
    : [
        { label: t`Sign In`, to: path('signIn') },
        { label: t`Sign Up`, to: path('signUp') },
      ]),
  { label: t`Payouts`, to: path('payouts') },
  { label: t`Transparency`, to: path('transparency') },
  { label: t`Contact Us`, to: path('contact') },
  { label: t`Privacy Policy`, to: path('privacy') },
  { label: t`Terms Of Service`, to: path('terms') },
]

/** The footer's navigation. */
export const footerLinks = (isSignedIn = false): MenuLink[] => [
  { label: t`Home`, to: path('home') },
  { label: t`Trading`, to: path('tradingAbout') },
  { label: t`Mining`, to: path('miningAbout') },
  { label: t`Yield Farming`, to: path('yieldAbout') },
  { label: t`FAQ`, to: path('faqs') },
  { label: t`Payouts`, to: path('payouts') },
  { label: t`Transparency`, to: path('transparency') },
  ...(isSignedIn
    ? [office()]
    : [
        { label: t`Login`, to: path('signIn') },
        { label: t`Register`, to: path('signUp') },
      ]),
  { label: t`Contact Us`, to: path('contact') },
  { label: t`Terms Of Service`, to: path('terms') },
  { label: t`About`, to: path('about') },
]

export const usefulLinks = (): MenuLink[] => [
  { label: t`Payouts`, to: path('payouts') },
  { label: t`Transparency`, to: path('transparency') },
  { label: t`Contact Us`, to: path('contact') },
  { label: t`Terms Of Service`, to: path('terms') },
  { label: t`Privacy Policy`, to: path('privacy') },
]
