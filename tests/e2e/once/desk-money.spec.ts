import type { Page } from '@playwright/test'
import { path } from '../../../web/paths.ts'
import { enrolFirstOperator, type Product } from '../../product.ts'
import { mine, pay, waitForChains } from '../chains.ts'
import { choose } from '../choose.ts'
import {
  approveWaiting,
  blank,
  enrolAnother,
  expectDone,
  expectRefused,
  openAtDesk,
  rowOf,
  search,
  send,
  sitAtDesk,
} from '../desk.ts'
import { sendReceipt, verify } from '../little-world.ts'
import { expect, must, test, type Customer } from '../product.ts'

/**
 * Operators' work with customers and their money: each page of the desk with its effect on the customer, and with a
 * second operator where two are needed. `page` is the customer's window.
 */

// A separate instance of the product, with its own queues and running test chains.
test.use({ settings: { CHAINS: '1' } })

const daySeconds = 86_400
let owner = ''
let second = ''

test.beforeEach(async ({ secondWindow: desk, product, watch }) => {
  watch.allow(/status of 40[0139]/)
  owner ||= await enrolFirstOperator(product)
  await sitAtDesk(desk, owner)
})

/** Signs the second operator in to the desk in the customer's window. The two sessions are independent. */
async function seatSecond(page: Page, desk: Page, product: Product): Promise<void> {
  if (!second) {
    second = await enrolAnother(product, owner, 'Mary Somerville', ['finance', 'compliance'])
    owner = await enrolFirstOperator(product)
    await sitAtDesk(desk, owner)
  }
  await sitAtDesk(page, second)
}

const idOf = async (product: Product, customer: Customer): Promise<string> =>
  (await must(product.call('user', {}, customer))).id
const openCustomer = async (desk: Page, product: Product, customer: Customer) =>
  desk.goto(path('operatorCustomer', { params: { id: await idOf(product, customer) } }))

test('finds a customer, adds notes and flags, and freezes and unfreezes the account', async ({
  page,
  customer,
  secondWindow: desk,
  look,
}) => {
  await openAtDesk(desk, path('operatorCustomers'))
  await search(desk, 'Name, email address or ID', 'nobody@example.org')
  await expect(desk.getByText('No customer has this name, email address or ID.')).toBeVisible()
  await desk.getByRole('button', { name: 'Clear filters' }).click()
  await desk.getByRole('button', { name: 'Frozen', exact: true }).click()
  await search(desk, 'Name, email address or ID', customer.email)
  await expect(desk.getByText('No customers match these filters.')).toBeVisible()
  await desk.getByRole('button', { name: 'Clear filters' }).click()
  await search(desk, 'Name, email address or ID', 'ad byr')
  const found = rowOf(desk, 'Customers', 'United Kingdom')
  await expect(found.first()).toContainText('Ada Byron')
  await search(desk, 'Name, email address or ID', customer.email)
  await expect(found).toHaveCount(1)
  await expect(found).toContainText(customer.email)
  await look('desk-customers', desk)
  await found.getByRole('link').click()
  await expect(desk.getByRole('heading', { name: 'Ada Byron' })).toBeVisible()

  await desk.getByLabel('New note').fill(blank)
  await desk.getByRole('button', { name: 'Save note' }).click()
  await expectRefused(desk, 'NOTE', 'Write a note.')
  await desk.getByLabel('New note').fill('Asked twice for a larger bonus.')
  await desk.getByRole('button', { name: 'Save note' }).click()
  await expect(desk.getByRole('region', { name: 'Notes' })).toContainText('Grace Hopper')
  await expect(desk.getByLabel('New note')).toHaveValue('')
  await desk.getByLabel('Watch closely').click()
  await expect(desk.getByLabel('Watch closely')).toBeChecked()

  await desk.getByRole('button', { name: 'Freeze the account' }).click()
  await send(desk, 'Freeze this account?', { Reason: blank }, 'Freeze')
  await expectRefused(desk, 'CUSTOMER', 'Enter a short reason.')
  await send(desk, 'Freeze this account?', { Reason: 'Two people seem to use it.' }, 'Freeze')
  await expect(desk.getByText('by an operator')).toContainText('Two people seem to use it.')
  await look('desk-customer', desk)
  await page.goto(path('security'))
  await expect(page.getByRole('region', { name: 'Your account is frozen' })).toContainText('Two people seem to use it.')

  await desk.getByRole('button', { name: 'Unfreeze the account' }).click()
  await send(desk, 'Unfreeze this account?', { Reason: blank }, 'Unfreeze')
  await expectRefused(desk, 'CUSTOMER', 'Enter a short reason.')
  await send(desk, 'Unfreeze this account?', { Reason: 'They are one person.' }, 'Unfreeze')
  await expect(desk.getByRole('button', { name: 'Freeze the account' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Freeze my account' })).toBeVisible()
})

test('grants a bonus, and corrects a balance when a second operator approves it', async ({
  page,
  customer,
  secondWindow: desk,
  product,
  look,
}) => {
  await seatSecond(page, desk, product)
  await openCustomer(desk, product, customer)
  await desk.getByRole('button', { name: 'Give a bonus' }).click()
  const bonus = {
    'Amount in USD': '20',
    'Required turnover, as a multiple of the bonus': '2',
    'Reason, at least ten characters': 'For a lesson that was finished',
  }
  for (const [wrong, words] of [
    [{ 'Amount in USD': 'twenty' }, 'Enter an amount as a plain number, such as 10 or 25.50.'],
    [{ 'Required turnover, as a multiple of the bonus': 'twice' }, 'Enter a number.'],
    [{ 'Reason, at least ten characters': 'A whim' }, 'Enter a reason of at least 10 characters.'],
  ] as [Record<string, string>, string][]) {
    await send(desk, 'Give a bonus', { ...bonus, ...wrong }, 'Give the bonus')
    await expectRefused(desk, 'BONUS', words)
  }
  await send(desk, 'Give a bonus', bonus, 'Give the bonus')
  await expectDone(desk, 'The customer now has a bonus of $20.00.')
  await expect(rowOf(desk, 'Balances', 'Bonus')).toContainText('20.00')
  expect((await must(product.call('bonus', {}, customer))).grants[0]).toMatchObject({
    amount: '20.00',
    turnover: '40.00',
    why: 'For a lesson that was finished',
  })

  await desk.getByRole('button', { name: 'Propose a correction' }).click()
  const dialog = 'Propose a correction'
  await choose(desk, 'From the customer')
  await send(desk, dialog, { 'Amount in USD': '99999', Reason: 'A trade was paid twice.' }, 'Propose')
  await expectRefused(desk, 'CORRECTION', 'The account holds only $10,000.00.')
  await choose(desk, 'To the customer')
  await send(desk, dialog, { 'Amount in USD': '50.001' }, 'Propose')
  await expectRefused(desk, 'CORRECTION', 'Enter an amount above zero with at most 2 decimal places.')
  await send(desk, dialog, { 'Amount in USD': '50' }, 'Propose')
  await expectDone(desk, 'Proposed. A second operator has to approve it.')
  await secondDecides(page, product, customer, look)
  await takeBack(desk, product, customer)
  await page.goto(path('statement'))
  await expect(page.getByRole('listitem').filter({ hasText: 'Operator correction' })).toContainText(
    'A trade was paid twice.',
  )
})

type Look = (name: string, other?: Page) => Promise<void>

const propose = async (product: Product, customer: Customer, changes: object) =>
  must(
    product.call(
      'corrections.propose',
      {
        customer: await idOf(product, customer),
        account: 'trading',
        asset: 'USD',
        amount: '10',
        direction: 'credit',
        reason: 'By mistake.',
        ...changes,
      },
      { secrete: owner },
    ),
  )

/** Approves one proposal and rejects another. Expects a refusal for one that is no longer possible. */
async function secondDecides(page: Page, product: Product, customer: Customer, look: Look): Promise<void> {
  await propose(product, customer, { reason: 'Too much of a good thing.' })
  await propose(product, customer, { amount: '10000', direction: 'debit', reason: 'All of it goes back.' })
  // Long enough to stay open until the end of the test, even on a slow machine.
  await must(product.call('trade', { symbols: 'EURUSD', amount: '100', interval: 180, TYPE: 'BUY' }, customer))
  await openCustomer(page, product, customer)
  await expect(rowOf(page, 'Balances', 'Trading')).toContainText('9,900.00')
  await page
    .getByRole('navigation', { name: 'Desk' })
    .getByRole('link', { name: /Approvals/ })
    .click()
  await rowOf(page, 'Approvals', 'All of it goes back.').getByRole('button', { name: 'Approve' }).click()
  await send(page, 'Approve this proposal and carry it out now?', {}, 'Approve')
  await expectRefused(page, 'APPROVAL', 'This proposal can no longer be carried out:')
  await page.keyboard.press('Escape')
  await rowOf(page, 'Approvals', 'Too much of a good thing.').getByRole('button', { name: 'Reject' }).click()
  await send(page, 'Reject this proposal?', { Reason: blank }, 'Reject')
  await expectRefused(page, 'APPROVAL', 'Enter a short reason.')
  await send(page, 'Reject this proposal?', { Reason: 'Nothing was missing.' }, 'Reject')
  await expect(rowOf(page, 'Approvals', 'Too much of a good thing.')).toBeHidden()
  await look('desk-approvals')
  await rowOf(page, 'Approvals', 'A trade was paid twice.').getByRole('button', { name: 'Approve' }).click()
  await send(page, 'Approve this proposal and carry it out now?', {}, 'Approve')
  await expect(rowOf(page, 'Approvals', 'A trade was paid twice.')).toBeHidden()
  await page.getByRole('button', { name: 'Decided' }).click()
  await expect(rowOf(page, 'Approvals', 'Too much of a good thing.')).toContainText('Nothing was missing.')
  await rowOf(page, 'Approvals', 'A trade was paid twice.').getByRole('link', { name: 'Customer' }).click()
  // The current state, not the one from the earlier visit.
  await expect(rowOf(page, 'Balances', 'Trading')).toContainText('9,950.00')
  await expect(rowOf(page, 'Activity', 'A trade was paid twice.')).toContainText('50.00')
  await page.getByRole('button', { name: 'Show ledger' }).click()
  await expect(rowOf(page, 'Statement', 'A trade was paid twice.')).toBeVisible()
}

/** Expects that the proposer can't approve a proposal, but can withdraw it. */
async function takeBack(desk: Page, product: Product, customer: Customer): Promise<void> {
  await propose(product, customer, {})
  await openAtDesk(desk, path('operatorApprovals'))
  const proposed = rowOf(desk, 'Approvals', 'By mistake.')
  await expect(proposed).toContainText('Grace Hopper (you)')
  await expect(proposed.getByRole('button', { name: 'Approve' })).toBeHidden()
  await proposed.getByRole('button', { name: 'Withdraw proposal' }).click()
  await send(desk, 'Withdraw this proposal?', { Reason: 'It was another customer.' }, 'Withdraw proposal')
  await expect(proposed).toBeHidden()
}

test('changes settings, some of them only with a second operator', async ({
  page,
  customer,
  secondWindow: desk,
  product,
  look,
}) => {
  await seatSecond(page, desk, product)
  await openAtDesk(desk, path('operatorRates'))
  await expect(desk.getByText('No changes yet. All settings have their default values.')).toBeVisible()
  const Reason = 'As the board has decided.'
  for (const [setting, wrong, words, good, kept, asked] of [
    [
      'Payout rates',
      { 'Forex (%)': '8,100' },
      'Enter a percentage with at most two decimals, such as 80 or 80.5.',
      { 'Forex (%)': '81' },
      'Forex 81%',
      'second',
    ],
    [
      'Order limits',
      { 'Open trades per customer': 'some' },
      'Enter a whole number.',
      { 'Open trades per customer': '20', 'Maximum stake': '100' },
      'Minimum stake 10.00, Maximum stake 100, Open trades per customer 20',
    ],
    [
      'Bonus',
      { 'Amount on verification': 'a little' },
      'Enter an amount such as 1000.00.',
      { 'Amount on verification': '30' },
      '30',
      'second',
    ],
    [
      'Withdrawal addresses',
      { 'Waiting time (hours)': '500' },
      'At most 336 hours (two weeks).',
      { 'Waiting time (hours)': '48' },
      '48',
    ],
    [
      'Email address for message notifications',
      { 'Email address for message notifications': 'nobody' },
      'Enter a complete email address.',
      { 'Email address for message notifications': 'desk@example.org' },
      'desk@example.org',
    ],
  ] as [string, Record<string, string>, string, Record<string, string>, string, 'second'?][]) {
    await desk.getByRole('region', { name: setting, exact: true }).getByRole('button', { name: 'Change' }).click()
    await send(desk, setting, { ...wrong, Reason }, 'Save change')
    await expectRefused(desk, 'SETTING', words)
    await send(desk, setting, good, 'Save change')
    if (asked) {
      await expectDone(desk, 'A second operator has to approve this.')
      await approveWaiting(product, second, 'operators.changesetting')
      await desk.reload()
    }
    await expect(rowOf(desk, 'Changes', setting)).toContainText(kept)
  }
  expect(
    (await must(product.call('symbols'))).find(({ symbol }: { symbol: string }) => symbol === 'EURUSD').payoutBps,
  ).toBe(8_100)
  expect(
    (await product.call('trade', { symbols: 'EURUSD', amount: '200', interval: 5, TYPE: 'BUY' }, customer)).body.msg,
  ).toContain('100')

  const threshold = 'Two-person approval threshold'
  const shown = desk.getByRole('region', { name: threshold, exact: true })
  await shown.getByRole('button', { name: 'Change' }).click()
  await must(
    product.call(
      'operators.changesetting',
      { key: 'secondOperatorAboveUsd', value: '900.00', version: '0', reason: Reason },
      { secrete: owner },
    ),
  )
  await send(desk, threshold, { [threshold]: '2000', Reason }, 'Save change')
  await expectRefused(desk, 'SETTING', 'Someone changed this in the meantime.')
  await desk.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(shown).toContainText('900.00')
  await shown.getByRole('button', { name: 'Change' }).click()
  await send(desk, threshold, { [threshold]: '2000', Reason }, 'Save change')
  await expectDone(desk, 'A second operator has to approve this.')
  await openAtDesk(page, path('operatorApprovals'))
  await rowOf(page, 'Approvals', '2000 instead of 900.00').getByRole('button', { name: 'Approve' }).click()
  await send(page, 'Approve this proposal and carry it out now?', {}, 'Approve')
  await expectDone(page, 'Approved')
  await desk.reload()
  await expect(shown).toContainText('2,000')
  await look('desk-rates', desk)
})

test('opens and declines a receipt, credits a payment on the chain, and needs a second operator for any other', async ({
  page,
  customer,
  secondWindow: desk,
  product,
  look,
}) => {
  await waitForChains(product)
  await seatSecond(page, desk, product)
  await openAtDesk(desk, path('operatorReceipts'))
  await expect(desk.getByText('No receipts to review.')).toBeVisible()
  const doubtful = await sendReceipt(product, customer, 'starter', '100')
  const lost = await sendReceipt(product, customer, 'starter', '120')
  const row = (amount: string) => rowOf(desk, 'Receipts', amount)
  await desk.reload()
  await row('100.00').getByRole('button', { name: 'Open' }).click()
  await send(desk, 'Open this receipt?', { Reason: blank }, 'Open')
  await expectRefused(desk, 'PAYMENT RECEIPT', 'Enter a reason.')
  await send(desk, 'Open this receipt?', { Reason: 'First look at it' }, 'Open')
  await expect(desk.getByRole('img', { name: 'Receipt sent by the customer' })).toBeVisible()
  await look('desk-receipt', desk)
  await desk.getByRole('button', { name: 'Close', exact: true }).click()
  await row('100.00').getByRole('button', { name: 'Decline' }).click()
  await send(desk, 'Decline this receipt?', { 'Reason for the customer': blank }, 'Decline')
  await expectRefused(desk, 'PAYMENT RECEIPT', 'Enter a reason.')
  await send(desk, 'Decline this receipt?', { 'Reason for the customer': 'It shows another address.' }, 'Decline')
  await expect(row('100.00')).toBeHidden()
  await page.goto(path('officePay', { query: { tid: doubtful.tid } }))
  await expect(page.getByText('It shows another address.')).toBeVisible()

  // This receipt leaves the queue automatically after two confirmations.
  const paid = await sendReceipt(product, customer, 'bronze', '500')
  await pay(product, 'BTC', paid.address)
  await expect
    .poll(async () => (await must(product.call('receipts.list', {}, { secrete: owner })))[1].payments)
    .toHaveLength(1)
  await desk.reload()
  await expect(row('500.00')).toContainText(/seen|confirming/)
  await row('500.00').getByRole('button', { name: 'Approve' }).click()
  await send(desk, 'Approve this receipt?', { Reason: 'The chain shows it.' }, 'Approve')
  await expect(row('500.00')).toBeHidden()
  await row('120.00').getByRole('button', { name: 'Approve' }).click()
  await send(desk, 'Approve this receipt?', { Reason: blank }, 'Propose the credit')
  await expectRefused(desk, 'PAYMENT RECEIPT', 'Enter a reason.')
  await send(desk, 'Approve this receipt?', { Reason: 'Its bank has confirmed it.' }, 'Propose the credit')
  await expect(row('120.00')).toContainText('waiting for a second operator')
  await look('desk-receipts', desk)
  await openAtDesk(page, path('operatorApprovals'))
  await rowOf(page, 'Approvals', 'Its bank has confirmed it.').getByRole('button', { name: 'Approve' }).click()
  await send(page, 'Approve this proposal and carry it out now?', {}, 'Approve')
  await expectDone(page, 'Approved')
  await page.goto(path('officePay', { query: { tid: lost.tid } }))
  await expect(page.getByText('$120.00 credited')).toBeVisible()
})

const bank = { method: 'Bank', bname: 'Bank of Practice', aname: 'Ada Byron', anumber: '12345678', rnumber: '200000' }
const outside = '0x00000000000000000000000000000000000a11ce'

test('shows a payee, holds, releases and refuses withdrawals, and retries while the node is unreachable', async ({
  page,
  customer,
  secondWindow: desk,
  product,
  look,
}) => {
  await waitForChains(product)
  await verify(product, customer.secrete)
  for (const order of [
    { ...bank, amount: '100' },
    { method: 'ETH', address: outside, amount: '150' },
  ])
    await must(product.call('withdraw', { ...order, account: 'Trading' }, customer))
  // New destinations have a waiting time, during which the desk's sessions expire.
  await product.advance(2 * daySeconds)
  owner = await enrolFirstOperator(product)
  await sitAtDesk(desk, owner)
  await openAtDesk(desk, path('operatorWithdrawals'))
  const toBank = desk.getByRole('article').filter({ hasText: '100.00' })
  await toBank.getByRole('button', { name: 'Show payee' }).click()
  await send(desk, 'Show the payee?', { Reason: blank }, 'Show')
  await expectRefused(desk, 'WITHDRAWAL', 'Enter a short reason.')
  await send(desk, 'Show the payee?', { Reason: 'The name of the bank looks odd.' }, 'Show')
  await expect(desk.getByRole('dialog', { name: 'Ada Byron' })).toContainText('12345678')
  await look('desk-payee', desk)
  await desk.getByRole('button', { name: 'Close', exact: true }).click()
  await holdAndRefuse(page, desk, look)
  await tryAgain(desk, product)
  await desk.getByRole('button', { name: 'Closed' }).click()
  await expect(desk.getByRole('article').filter({ hasText: '150.00' })).toContainText('COMPLETED')
  await expect(toBank).toContainText('The destination cannot receive this payment.')
  await look('desk-withdrawals-ended', desk)
})

async function holdAndRefuse(page: Page, desk: Page, look: Look): Promise<void> {
  const toBank = desk.getByRole('article').filter({ hasText: '100.00' })
  await toBank.getByRole('button', { name: 'Hold' }).click()
  await send(desk, 'Hold this withdrawal?', { Reason: blank }, 'Hold')
  await expectRefused(desk, 'WITHDRAWAL', 'Enter a short reason.')
  await send(desk, 'Hold this withdrawal?', { Reason: 'We have asked the bank.' }, 'Hold')
  await expect(toBank).toContainText('Note: We have asked the bank.')
  await expect(toBank.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await look('desk-withdrawals', desk)
  await page.goto(path('withdrawals'))
  const asked = page
    .getByRole('region', { name: 'Your withdrawals' })
    .getByRole('listitem')
    .filter({ hasText: '100.00' })
  await expect(asked).toContainText('We are reviewing this withdrawal.')

  await toBank.getByRole('button', { name: 'Release' }).click()
  await send(desk, 'Release this withdrawal?', { Reason: blank }, 'Release')
  await expectRefused(desk, 'WITHDRAWAL', 'Enter a short reason.')
  await send(desk, 'Release this withdrawal?', { Reason: 'The bank is there.' }, 'Release')
  await expect(toBank.getByRole('button', { name: 'Approve' })).toBeEnabled()
  await toBank.getByRole('button', { name: 'Refuse' }).click()
  await desk
    .getByLabel('Reason shown to the customer')
    .selectOption({ label: 'The destination cannot receive this payment.' })
  await send(desk, 'Refuse this withdrawal?', {}, 'Refuse')
  await expect(toBank).toBeHidden()
  await expect(asked).toContainText('The destination cannot receive this payment.')
}

/** Stops the node, so an approved withdrawal stays in the state in which it can be retried. */
async function tryAgain(desk: Page, product: Product): Promise<void> {
  const toChain = desk.getByRole('article').filter({ hasText: '150.00' })
  const node = product.program(/anvil/)
  process.kill(node, 'SIGSTOP')
  try {
    await toChain.getByRole('button', { name: 'Approve' }).click()
    await send(desk, 'Approve this withdrawal?', {}, 'Approve')
    await toChain.getByRole('button', { name: 'Try again' }).click()
    await send(desk, 'Try sending the withdrawal again?', {}, 'Try again')
    await expectDone(desk, 'The withdrawal will be retried.')
  } finally {
    process.kill(node, 'SIGCONT')
  }
  const ended = async () => (
    await mine(product, 'ETH'),
    await must(product.call('withdrawals.queue', { queue: 'ended' }, { secrete: owner }))
  )
  await expect
    .poll(ended, { intervals: [250] })
    .toEqual(expect.arrayContaining([expect.objectContaining({ amount: '150.00', status: 'COMPLETED' })]))
  expect(await must(product.call('audit', { action: 'withdrawals.retry' }, { secrete: owner }))).toMatchObject([
    { by: 'Grace Hopper' },
  ])
}
