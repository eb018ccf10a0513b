import { expect, it } from 'vitest'
import { path } from '../paths.ts'
import { footerLinks, menuGroups, sideLinks } from './menu.ts'

it('has the groups of the side menu in docs/spec/product.md section 2, with the label and URL of each link', () => {
  const groups = menuGroups().map(({ label, links }) => [label, ...links.map((link) => `${link.label} ${link.to}`)])
  expect(groups).toEqual([
    [
      'Trading',
      'Copy Trading Faqs /trading/faqs',
      'About Copy Trading /trading/about',
      'Trading Experts /trading/experts',
    ],
    ['Mining', 'Mining FAQs /mining/faqs', 'About Mining /mining/about', 'Datacenters /mining/datacenters'],
    ['Yield Farming', 'Yield FAQs /yield/faqs', 'About Yield /yield/about'],
  ])
})

it('has the side menu’s links outside the groups, and the footer’s links', () => {
  const labels = (links: { label: string }[]) => links.map(({ label }) => label)
  expect(labels(sideLinks())).toEqual(
    expect.arrayContaining(['Sign In', 'Sign Up', 'Payouts', 'Contact Us', 'Privacy Policy', 'Terms Of Service']),
  )
  const named = [
    'Home',
    'Trading',
    'Mining',
    'Yield Farming',
    'FAQ',
    'Payouts',
    'Login',
    'Register',
    'Contact Us',
    'Terms Of Service',
  ]
  expect(labels(footerLinks())).toEqual(expect.arrayContaining(named))
  expect(sideLinks().find(({ label }) => label === 'Sign In')!.to).toBe(path('signIn'))
})
