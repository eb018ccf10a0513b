import { type RouteConfig, index, layout, route } from '@react-router/dev/routes'
import { patterns } from './paths.ts'

/** Every page and the file it is in. The addresses stand in paths.ts. */
export default [
  route(patterns.index, 'site/pages/index-redirect.tsx'),
  layout('site/layout.tsx', [
    index('site/home.tsx'),
    route(patterns.about, 'site/pages/about.tsx'),
    route(patterns.faqs, 'site/pages/faqs.tsx'),
    route(patterns.tradingFaqs, 'site/pages/faqs.tsx', { id: 'trading-faqs' }),
    route(patterns.miningFaqs, 'site/pages/faqs.tsx', { id: 'mining-faqs' }),
    route(patterns.yieldFaqs, 'site/pages/faqs.tsx', { id: 'yield-faqs' }),
    route(patterns.tradingAbout, 'site/pages/trading-about.tsx'),
    route(patterns.tradingExperts, 'site/pages/trading-experts.tsx'),
    route(patterns.miningAbout, 'site/pages/mining-about.tsx'),
    route(patterns.miningDatacenters, 'site/pages/mining-datacenters.tsx'),
    route(patterns.yieldAbout, 'site/pages/yield-about.tsx'),
    route(patterns.payouts, 'site/pages/payouts.tsx'),
    route(patterns.terms, 'site/pages/terms.tsx'),
    route(patterns.privacy, 'site/pages/privacy.tsx'),
    route(patterns.contact, 'site/pages/contact.tsx'),
    route(patterns.signUp, 'site/account/signup.tsx'),
    route(patterns.signIn, 'site/account/signin.tsx'),
    route(patterns.reset, 'site/account/reset.tsx'),
  ]),
  layout('office/layout.tsx', [
    route(patterns.dashboard, 'office/dashboard.tsx'),
    route(patterns.officeMining, 'office/mining/dashboard.tsx'),
    route(patterns.officeMiningPlans, 'office/mining/plans.tsx'),
    route(patterns.officeMiningPayment, 'office/mining/payment.tsx'),
    route(patterns.officeMiningContracts, 'office/mining/contracts.tsx'),
    route(patterns.officeYieldPlans, 'office/farming/plans.tsx'),
    route(patterns.officeYieldContracts, 'office/farming/contracts.tsx'),
    route(patterns.officeDeposit, 'office/payments/deposit.tsx'),
    route(patterns.officeTradingPlans, 'office/payments/trading-plans.tsx'),
    route(patterns.officeTradingPayment, 'office/payments/trading-payment.tsx'),
    route(patterns.officePay, 'office/payments/pay.tsx'),
    route(patterns.withdrawals, 'office/payments/withdrawals.tsx'),
    route(patterns.traders, 'office/copying/traders.tsx'),
    route(patterns.trader, 'office/copying/trader.tsx'),
    route(patterns.profile, 'office/identity/profile.tsx'),
  ]),
] satisfies RouteConfig
