import type { Page } from '@playwright/test'
import { type PageName, path, type patterns } from '../../../web/paths.ts'
import { fillOffice, type OfficeWorld } from '../office-world.ts'
import { expect, expectNoSidewaysScroll, must, signInOn, test, wideWidth } from '../product.ts'
import { enrolFirstOperator, signUp } from '../../product.ts'
import { sitAtDesk } from '../desk.ts'

// Looks for English sentences in the Arabic office and at the Arabic desk. The customer has data on every page, so that
// the server's sentences are checked as well. A sentence without a code appears in English in every other language, and
// is easiest to find in Arabic; `catalogues.test.ts` checks that each language translates every sentence with a code.

type OfficePage = { [N in PageName]: (typeof patterns)[N] extends `/office/${string}` ? N : never }[PageName]

const pages = (world: OfficeWorld): Record<OfficePage, string[]> => ({
  dashboard: [path('dashboard')],
  officeMining: [path('officeMining')],
  officeMiningPlans: [path('officeMiningPlans')],
  officeMiningContracts: [path('officeMiningContracts')],
  officeMiningStatement: [path('officeMiningStatement', { params: { id: world.miningContract } })],
  officeYieldPlans: [path('officeYieldPlans')],
  officeYieldContracts: [path('officeYieldContracts')],
  officeYieldStatement: [path('officeYieldStatement', { params: { id: world.yieldContract } })],
  officeDeposit: [path('officeDeposit')],
  officeTradingPlans: [path('officeTradingPlans')],
  officeMiningPayment: [path('officeMiningPayment', { query: { amount: '300', title: 'Basic', symbol: 'BTC' } })],
  officeTradingPayment: [path('officeTradingPayment', { query: { title: 'Starter', amount: '100' } })],
  officePay: [
    ...world.deposits.map((tid) => path('officePay', { query: { tid } })),
    // Refused, because the customer has started a pause.
    path('officePay', { query: { title: 'Starter', cur: 'BTC', amount: '100', coin: 'null' } }),
  ],
  profile: [path('profile')],
  traders: [path('traders')],
  trader: [path('trader', { params: { tid: 'steadfast' } })],
  withdrawals: [path('withdrawals')],
  limits: [path('limits')],
  affiliates: [path('affiliates')],
  security: [path('security')],
  statement: [path('statement')],
})

type DeskPage = Exclude<
  { [N in PageName]: (typeof patterns)[N] extends `/operator${string}` ? N : never }[PageName],
  'operatorSignIn' | 'operatorSetup'
>

const deskPages = (customer: string): Record<DeskPage, string> => ({
  operator: path('operator'),
  operatorReceipts: path('operatorReceipts'),
  operatorWithdrawals: path('operatorWithdrawals'),
  operatorVerifications: path('operatorVerifications'),
  operatorMessages: path('operatorMessages'),
  operatorCustomers: path('operatorCustomers'),
  operatorCustomer: path('operatorCustomer', { params: { id: customer } }),
  operatorPlans: path('operatorPlans'),
  operatorRates: path('operatorRates'),
  operatorYield: path('operatorYield'),
  operatorExperts: path('operatorExperts'),
  operatorMining: path('operatorMining'),
  operatorReviews: path('operatorReviews'),
  operatorAnnouncements: path('operatorAnnouncements'),
  operatorApprovals: path('operatorApprovals'),
  operatorPeople: path('operatorPeople'),
  operatorAudit: path('operatorAudit'),
  operatorSecurity: path('operatorSecurity'),
})

/** Pages whose columns or cards are widest. */
const widePages = [
  path('traders'),
  path('withdrawals'),
  path('officeYieldPlans', { query: { new: '' } }),
  path('limits'),
]

/** Buttons that open dialogs, in Arabic, with the page that has them. */
const dialogs = (world: OfficeWorld): { address: string; button: string | RegExp }[] => [
  { address: path('dashboard'), button: 'تغيير الإعدادات' },
  { address: path('dashboard'), button: /^إعادة عرض / },
  { address: path('trader', { params: { tid: 'steadfast' } }), button: /^نسخ / },
  { address: path('officeMiningPlans'), button: /تقييم/ },
  { address: path('officeYieldContracts'), button: 'إنهاء مبكر' },
  { address: path('officePay', { query: { tid: world.openDeposit } }), button: 'إلغاء هذا الإيداع' },
  { address: path('security'), button: 'إغلاق حسابي' },
]

/**
 * Text that is the same in every language: names, text that people wrote, addresses, hashes and units.
 */
const sameInAllLanguages =
  /Ada Byron|The rates that the product is installed with|Bank of Practice|Tallystick|Advanced Micro Devices|First check of this passport|Shown to be copied live|npm run \S+|Bitcoin (?:Steady|Reach)|Ethereum (?:Steady|Reach)|https?:\S+|\S+@\S+|\b[0-9a-f]{16,}\b|\b(?:bcrt1|0x|tb1)\w+/g

/** Arabic sentences have no three Latin words in a row. */
const threeLatinWords = /[A-Za-z][a-z’]+(?:[\s,]+[A-Za-z][a-z’]+){2,}/

/** Returns the strings on the page that a reader sees or hears. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (!parentElement?.closest('script, style, code, [lang="en"]')) texts.push(textContent ?? '')
    }
    for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '')
    return texts.map((text) => text.trim()).filter(Boolean)
  })

test('has no English sentence on any Arabic page of the office or the desk, or in any dialog of the office', async ({
  page,
  product,
  watch,
}) => {
  test.slow()
  // The refused deposit.
  watch.allow(/status of 403/)
  const { secrete } = await signUp(product)
  await signInOn(page, secrete)
  const world = await fillOffice(product, secrete)
  const found: string[] = []
  const look = async () => {
    await expect(page.getByTestId('loading')).toHaveCount(0)
    for (const text of await textsOf(page))
      if (threeLatinWords.test(text.replaceAll(sameInAllLanguages, ''))) found.push(`${page.url()}: ${text}`)
  }
  const visit = async (addresses: string[]) => {
    for (const address of addresses) {
      await page.goto(`/ar${address}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await look()
    }
  }
  await visit(Object.values(pages(world)).flat())
  // With data, in a wide window, which has the most columns. Texts are shortest in English and longest in these.
  const size = page.viewportSize()!
  await page.setViewportSize({ width: wideWidth, height: size.height })
  for (const language of ['de', 'fr', 'es', 'ar'])
    for (const address of widePages) {
      await page.goto(`/${language}${address}`)
      await expect(page.getByTestId('loading')).toHaveCount(0)
      await expectNoSidewaysScroll(page, `${language}${address} at ${wideWidth} px`)
    }
  await page.setViewportSize(size)
  // The pause stops the robot within a minute. Its settings open when it has stopped.
  await product.call('robot.stop', {}, { secrete })
  for (const { address, button } of dialogs(world)) {
    await page.goto(`/ar${address}`)
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look()
  }
  for (const key of ['Control+k', '?']) {
    await page.goto(`/ar${path('dashboard')}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toBeVisible()
    await look()
  }
  await must(product.call('freeze', {}, { secrete }))
  await visit([path('dashboard'), path('security'), path('withdrawals')])
  const operator = await enrolFirstOperator(product)
  const { id: customer } = await must(product.call('user', {}, { secrete }))
  const correction = { account: 'trading', asset: 'USD', amount: '10', direction: 'credit', reason: 'By mistake.' }
  await must(product.call('corrections.propose', { customer, ...correction }, { secrete: operator }))
  await sitAtDesk(page, operator)
  await visit(Object.values(deskPages(customer)))
  expect([...new Set(found)]).toEqual([])
})
