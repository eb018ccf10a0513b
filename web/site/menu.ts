import { path } from '../paths.ts'

export type MenuLink = { label: string; to: string }
export type MenuGroup = { label: string; links: MenuLink[] }

/** The three groups of the header's dropdowns and of the side menu. Source: product.md section 2. */
export const menuGroups: MenuGroup[] = [
  {
    label: 'Trading',
    links: [
      { label: 'Copy Trading Faqs', to: path('tradingFaqs') },
      { label: 'About Copy Trading', to: path('tradingAbout') },
      { label: 'Trading Experts', to: path('tradingExperts') },
    ],
  },
  {
    label: 'Mining',
    links: [
      { label: 'Mining FAQs', to: path('miningFaqs') },
      { label: 'About Mining', to: path('miningAbout') },
      { label: 'Datacenters', to: path('miningDatacenters') },
    ],
  },
  {
    label: 'Yield Farming',
    links: [
      { label: 'Yield FAQs', to: path('yieldFaqs') },
      { label: 'About Yield', to: path('yieldAbout') },
    ],
  },
]

/** Single links of the side menu. */
export const sideLinks: MenuLink[] = [
  { label: 'Sign In', to: path('signIn') },
  { label: 'Sign Up', to: path('signUp') },
  { label: 'Payouts', to: path('payouts') },
  { label: 'Transparency', to: path('transparency') },
  { label: 'Contact Us', to: path('contact') },
  { label: 'Privacy Policy', to: path('privacy') },
  { label: 'Terms Of Service', to: path('terms') },
]

/** The footer's navigation. */
export const footerLinks: MenuLink[] = [
  { label: 'Home', to: path('home') },
  { label: 'Trading', to: path('tradingAbout') },
  { label: 'Mining', to: path('miningAbout') },
  { label: 'Yield Farming', to: path('yieldAbout') },
  { label: 'FAQ', to: path('faqs') },
  { label: 'Payouts', to: path('payouts') },
  { label: 'Transparency', to: path('transparency') },
  { label: 'Login', to: path('signIn') },
  { label: 'Register', to: path('signUp') },
  { label: 'Contact Us', to: path('contact') },
  { label: 'Terms Of Service', to: path('terms') },
]

export const usefulLinks: MenuLink[] = [
  { label: 'Payouts', to: path('payouts') },
  { label: 'Transparency', to: path('transparency') },
  { label: 'Contact Us', to: path('contact') },
  { label: 'Terms Of Service', to: path('terms') },
]
