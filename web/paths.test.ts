import { describe, expect, it } from 'vitest'
import routes from './routes.ts'
import { afterSignIn, machineFiles, path, patterns, signInThen } from './paths.ts'

it('fills in the parameters, query and anchor, and escapes them', () => {
  expect(path('dashboard', { anchor: 'tradehistory' })).toBe('/office/dashboard#tradehistory')
  expect(path('trader', { params: { tid: 'a/b ?' } })).toBe('/office/traders/a%2Fb%20%3F')
  expect(path('officePay', { query: { title: 'Gold & more', amount: 5, coin: undefined } })).toBe(
    '/office/deposit/pay?title=Gold+%26+more&amount=5',
  )
  expect(path('home')).toBe('/')
})

describe('signing in', () => {
  it('leads to the office page that the visitor came from', () => {
    expect(afterSignIn('/office/profile#password')).toBe('/office/profile#password')
    expect(afterSignIn('/office/traders/x?y=1')).toBe('/office/traders/x?y=1')
    expect(signInThen('/office/profile')).toBe('/account/signin?next=%2Foffice%2Fprofile')
    expect(signInThen('/office/dashboard')).toBe('/account/signin')
  })

  it.each([
    null,
    '',
    '/',
    '//evil.example/office/',
    'https://evil.example/office/',
    '/officer',
    '/account/signin',
    '/office\\@evil.example',
  ])('leads to the dashboard for any other value: %j', (next) => expect(afterSignIn(next)).toBe('/office/dashboard'))
})

it('keeps the URLs that people and programs have stored', () => {
  expect({ ...patterns, ...machineFiles }).toMatchInlineSnapshot(`
    {
      "about": "/about",
      "affiliates": "/office/affiliates",
      "announcements": "/announcements.xml",
      "contact": "/contactus",
      "dashboard": "/office/dashboard",
      "explorerBlock": "/explorer/:coin/block/:height",
      "explorerTransaction": "/explorer/:coin/tx/:hash",
      "faqs": "/faqs",
      "home": "/",
      "index": "/index",
      "limits": "/office/limits",
      "manifest": "/site.webmanifest",
      "miningAbout": "/mining/about",
      "miningDatacenters": "/mining/datacenters",
      "miningFaqs": "/mining/faqs",
      "officeDeposit": "/office/deposit",
      "officeMining": "/office/mining",
      "officeMiningContracts": "/office/mining/contracts",
      "officeMiningPayment": "/office/mining/deposit/new",
      "officeMiningPlans": "/office/mining/deposit",
      "officeMiningStatement": "/office/mining/contracts/:id",
      "officePay": "/office/deposit/pay",
      "officeTradingPayment": "/office/trading/deposit/new",
      "officeTradingPlans": "/office/trading/deposit",
      "officeYieldContracts": "/office/yield/contracts",
      "officeYieldPlans": "/office/yield/deposit",
      "officeYieldStatement": "/office/yield/contracts/:id",
      "offlinePage": "/offline.html",
      "operator": "/operator",
      "operatorAnnouncements": "/operator/announcements",
      "operatorApprovals": "/operator/approvals",
      "operatorAudit": "/operator/audit",
      "operatorCustomer": "/operator/customers/:id",
      "operatorCustomers": "/operator/customers",
      "operatorExperts": "/operator/experts",
      "operatorMessages": "/operator/messages",
      "operatorMining": "/operator/mining",
      "operatorPeople": "/operator/people",
      "operatorPlans": "/operator/plans",
      "operatorRates": "/operator/rates",
      "operatorReceipts": "/operator/receipts",
      "operatorReviews": "/operator/reviews",
      "operatorSecurity": "/operator/security",
      "operatorSetup": "/operator/setup",
      "operatorSignIn": "/operator/signin",
      "operatorVerifications": "/operator/verifications",
      "operatorWithdrawals": "/operator/withdrawals",
      "operatorYield": "/operator/yield",
      "payouts": "/payouts",
      "privacy": "/privacy",
      "profile": "/office/profile",
      "reset": "/account/reset",
      "robots": "/robots.txt",
      "security": "/office/security",
      "serviceWorker": "/service-worker.js",
      "signIn": "/account/signin",
      "signUp": "/account/signup",
      "sitemap": "/sitemap.xml",
      "statement": "/office/statement",
      "terms": "/terms",
      "trader": "/office/traders/:tid",
      "traders": "/office/traders",
      "tradingAbout": "/trading/about",
      "tradingExperts": "/trading/experts",
      "tradingFaqs": "/trading/faqs",
      "transparency": "/transparency",
      "withdrawals": "/office/withdrawals",
      "yieldAbout": "/yield/about",
      "yieldFaqs": "/yield/faqs",
    }
  `)
})

it('has a route for every URL pattern, and a URL pattern for every route', () => {
  const registered: string[] = []
  const walk = (entries: typeof routes) => {
    for (const entry of entries) {
      if (entry.index) registered.push('/')
      else if (entry.path) registered.push(entry.path)
      walk((entry.children ?? []) as typeof routes)
    }
  }
  walk(routes)
  expect(registered.toSorted()).toEqual([...Object.values(patterns), ...Object.values(machineFiles)].toSorted())
})
