import type { Page } from '@playwright/test'
import { enrolFirstOperator, type Product } from '../../product.ts'
import { path } from '../../../web/paths.ts'
import { approveWaiting, enrolAnother, expectDone, openAtDesk, sitAtDesk } from '../desk.ts'
import { expect, test } from '../product.ts'

/** Plans for deposits and yield contracts, from the form at the desk to the customer's page. */

let operator: string | undefined

test.beforeEach(async ({ product, secondWindow }) => {
  operator ??= await enrolFirstOperator(product)
  await secondWindow.addInitScript((value) => localStorage.setItem('operator-secrete', value), operator)
})

const rowOf = (desk: Page, table: string, plan: string) =>
  desk.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: plan })

async function fill(desk: Page, dialog: string, fields: Record<string, string>, button = 'Save'): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await desk.getByRole('dialog', { name: dialog }).getByLabel(label, { exact: true }).fill(value)
  await desk.getByRole('button', { name: button, exact: true }).click()
}

test('offers, changes and retires a deposit plan', async ({ page, customer, secondWindow: desk, look }) => {
  expect(customer.secrete).not.toBe('')
  await openAtDesk(desk, path('operatorPlans'))
  await desk.getByRole('button', { name: 'Add a plan' }).click()
  await look('desk-plan-form', desk)
  await fill(desk, 'Add a plan', { Name: 'Middle way', 'Minimum amount': '750' })
  await expect(rowOf(desk, 'Plans', 'Middle way')).toContainText('750.00')
  await page.goto(path('officeTradingPlans'))
  const offered = page.getByRole('button', { name: /\$.*Middle way/ })
  await expect(offered).toContainText('$750')

  await desk.getByRole('button', { name: 'Move Middle way up' }).click()
  await expectDone(desk, 'The order of the plans has been saved.')
  await look('desk-plans', desk)
  await expect(desk.getByRole('table', { name: 'Plans' }).getByRole('row').nth(5)).toContainText('Middle way')
  await rowOf(desk, 'Plans', 'Middle way').getByRole('button', { name: 'Edit' }).click()
  await fill(desk, 'Edit Middle way', { 'Minimum amount': '800.50' })
  await expect(rowOf(desk, 'Plans', 'Middle way')).toContainText('800.50')
  await page.reload()
  await expect(offered).toContainText('$800.50')

  await rowOf(desk, 'Plans', 'Middle way').getByRole('button', { name: 'Retire' }).click()
  await desk
    .getByRole('dialog', { name: 'Retire the Middle way plan?' })
    .getByRole('button', { name: 'Retire' })
    .click()
  await expect(rowOf(desk, 'Plans', 'Middle way')).toContainText('retired')
  await page.reload()
  await expect(page.getByRole('button', { name: /\$.*Starter/ })).toBeVisible()
  await expect(offered).toBeHidden()
})

/** Waits for the desk's proposal and approves it as the second operator. */
async function approved(desk: Page, product: Product, second: string, action: string): Promise<void> {
  await expectDone(desk, 'A second operator has to approve this.')
  await approveWaiting(product, second, action)
  await desk.reload()
}

test('offers, changes and retires a yield plan, and announces its rate, each with a second operator', async ({
  page,
  customer,
  secondWindow: desk,
  product,
  watch,
  look,
}) => {
  watch.allow(/status of 400/)
  expect(customer.secrete).not.toBe('')
  const second = await enrolAnother(product, operator!, 'Mary Somerville', ['finance'])
  operator = await enrolFirstOperator(product)
  await sitAtDesk(desk, operator)
  await openAtDesk(desk, path('operatorYield'))
  await desk.getByRole('button', { name: 'Add a plan' }).click()
  const terms = {
    Name: 'Ether Long',
    'Minimum amount': '1500',
    'Maximum leverage': '3',
    'Weekly rate, %': '0.1',
    'Borrowing cost, %': '0.07',
    Reason: 'A plan for those who hold ether anyway.',
  }
  await desk.getByLabel('Coin', { exact: true }).selectOption('ETH')
  // At the highest leverage, the plan would cost more than it promises.
  await fill(desk, 'Add a plan', { ...terms, 'Promised minimum, %': '0.01' }, 'Propose')
  await expect(desk.getByRole('dialog', { name: 'YIELD PLANS' })).toContainText('minimum')
  await look('desk-yield-refused', desk)
  await desk.getByRole('dialog', { name: 'YIELD PLANS' }).getByRole('button').last().click()
  await fill(desk, 'Add a plan', { 'Promised minimum, %': '0.06' }, 'Propose')
  await approved(desk, product, second, 'farm.plans.add')
  await expect(rowOf(desk, 'Plans', 'Ether Long')).toContainText('1,500.00')
  await expect(rowOf(desk, 'Rates', 'Ether Long')).toContainText('0.060')
  await look('desk-yield', desk)
  await page.goto(path('officeYieldPlans'))
  const offered = page.getByRole('radio', { name: /Ether Long/ })
  await expect(offered).toBeVisible()

  await rowOf(desk, 'Plans', 'Ether Long').getByRole('button', { name: 'Edit' }).click()
  await fill(desk, 'Edit Ether Long', { Name: 'Ether Longer', 'Maximum leverage': '2.5' }, 'Propose')
  await approved(desk, product, second, 'farm.plans.edit')
  await expect(rowOf(desk, 'Plans', 'Ether Longer')).toContainText('2.5')
  await desk.getByRole('button', { name: 'Announce a rate for Ether Longer' }).click()
  await desk.getByRole('dialog').getByLabel('Weekly rate, %').fill('0.12')
  await desk.getByRole('dialog').getByLabel('Reason').fill('Staking pays more.')
  await desk.getByRole('dialog').getByRole('button', { name: 'Propose' }).click()
  await approved(desk, product, second, 'farm.announce')
  await expect(rowOf(desk, 'Announcements', 'Staking pays more.')).toContainText('0.120')

  await rowOf(desk, 'Plans', 'Ether Longer').getByRole('button', { name: 'Retire' }).click()
  await desk
    .getByRole('dialog', { name: 'Retire the Ether Longer plan?' })
    .getByRole('button', { name: 'Retire' })
    .click()
  await expect(rowOf(desk, 'Plans', 'Ether Longer')).toContainText('retired')
  await page.reload()
  await expect(page.getByRole('radio', { name: /Bitcoin Steady/ })).toBeVisible()
  await expect(page.getByRole('radio', { name: /Ether Long/ })).toBeHidden()
})
