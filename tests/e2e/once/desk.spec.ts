import type { Page } from '@playwright/test'
import { path } from '../../../web/paths.ts'
import { enrolFirstOperator, type Product } from '../../product.ts'
import {
  approveWaiting,
  blank,
  enrolAnother,
  expectDone,
  expectRefused,
  mailedLink,
  nextCode,
  openAtDesk,
  rowOf,
  search,
  send,
  sitAtDesk,
} from '../desk.ts'
import { expect, must, test, type Customer } from '../product.ts'

/** Messages, announcements, operators, the audit log and experts at the desk, on a separate instance without chains. */

test.use({ settings: { CHAINS: '0' } })

let owner = ''

test.beforeEach(async ({ product, watch }) => {
  watch.allow(/status of 40[01349]/)
  owner ||= await enrolFirstOperator(product)
})

const write = (product: Product, name: string, subject: string, content: string) =>
  must(product.call('contactus', { name, email: `${name.toLowerCase()}@example.net`, subject, content }))

test('shows pending work, answers a message and closes another', async ({ page: desk, product, look }) => {
  await sitAtDesk(desk, owner)
  await openAtDesk(desk, path('operatorMessages'))
  await expect(desk.getByText('No messages waiting for a reply.')).toBeVisible()
  await look('desk-messages-none')
  await write(product, 'Ada', 'Where is my deposit?', 'I paid an hour ago.\nNothing is there.')
  await write(product, 'Charles', 'Buy my engine', 'It is cheap.')
  await openAtDesk(desk, path('operator'))
  await expect(desk.getByText('2 items need a decision.')).toBeVisible()
  await look('desk-overview')
  await desk.keyboard.press('Control+k')
  const palette = desk.getByRole('dialog', { name: 'Go to a page or run an action' })
  await palette.getByRole('combobox').fill('mess')
  await expect(palette.getByRole('option').first()).toContainText('Messages')
  await look('desk-palette')
  await desk.keyboard.press('Enter')
  await expect(palette).toBeHidden()
  await expect(desk).toHaveURL(/\/operator\/messages$/)

  await answerMessages(desk, product, look)
})

/** Answers a conversation from a template and closes the other one, which another operator also closes. */
async function answerMessages(desk: Page, product: Product, look: (name: string) => Promise<void>): Promise<void> {
  await desk.getByRole('button', { name: 'Add a template' }).click()
  const template = { Name: 'Deposits', Text: 'Dear {name}, it is on your statement now.' }
  await send(desk, 'Add a reply template', template, 'Save template')
  await expectDone(desk, 'The reply template has been saved.')
  await look('desk-messages')
  const conversations = desk.getByRole('list', { name: 'Conversations' })
  if (await conversations.getByRole('button', { name: /Ada/ }).isVisible())
    await conversations.getByRole('button', { name: /Ada/ }).click()
  const asked = desk.getByRole('region', { name: 'Conversation with Ada' })
  await expect(asked).toContainText('Nothing is there.')
  await asked.getByLabel('Reply', { exact: true }).fill(blank)
  await asked.getByRole('button', { name: 'Send reply' }).click()
  await expectRefused(desk, 'MESSAGE', 'Write a reply.')
  await asked.getByLabel('Reply', { exact: true }).fill('')
  await asked.getByLabel('Insert a template').selectOption('Deposits')
  await look('desk-conversation')
  await asked.getByRole('button', { name: 'Send reply' }).click()
  await expect(asked).toBeHidden()
  await expect
    .poll(async () => (await product.mailbox()).find(({ to }) => to === 'ada@example.net')?.text)
    .toContain('Dear Ada, it is on your statement now.')

  // Another operator closes the message first.
  const other = conversations.getByRole('button', { name: /Charles/ })
  if (await other.isVisible()) await other.click()
  await desk.getByRole('button', { name: 'Close without replying' }).click()
  const [{ id }] = await must(product.call('messages', {}, { secrete: owner }))
  await must(product.call('messages.close', { id }, { secrete: owner }))
  await send(desk, 'Close without replying?', {}, 'Close message')
  await expectRefused(desk, 'MESSAGE', 'This message is already closed.')
  await desk.keyboard.press('Escape')
  await desk.reload()
  await expect(desk.getByText('No messages waiting for a reply.')).toBeVisible()
  await desk.getByRole('button', { name: 'Done' }).click()
  await expect(conversations.getByRole('button')).toHaveCount(2)
  await conversations.getByRole('button', { name: /Ada/ }).click()
  await expect(asked).toContainText('Answered by Grace Hopper')
}

test('publishes an announcement, changes it, schedules another and removes one', async ({
  page,
  customer,
  secondWindow: desk,
  look,
}) => {
  expect(customer.secrete).not.toBe('')
  await sitAtDesk(desk, owner)
  await openAtDesk(desk, path('operatorAnnouncements'))
  await expect(desk.getByText('No announcements yet.')).toBeVisible()
  await desk.getByRole('button', { name: 'Write an announcement' }).click()
  const dialog = 'Write an announcement'
  await send(desk, dialog, { Title: 'New rules' }, 'Publish')
  await expectRefused(desk, 'ANNOUNCEMENT', 'Fill all Form Fields')
  await send(
    desk,
    dialog,
    { Text: 'They begin on Monday.', 'End (leave empty for no end date)': '2020-01-31T09:00' },
    'Publish',
  )
  await expectRefused(desk, 'ANNOUNCEMENT', 'The end must be after the start and in the future.')
  await desk.getByLabel('Audience').selectOption({ label: 'Signed-in customers' })
  await desk.getByLabel(/^Mandatory/).check()
  await look('desk-announcement-form', desk)
  await send(desk, dialog, { 'End (leave empty for no end date)': '' }, 'Publish')
  await expectDone(desk, 'The announcement is published.')
  await page.goto(path('dashboard'))
  const notice = page.getByRole('complementary', { name: 'Announcement' })
  await expect(notice).toContainText('New rules')
  await expect(notice.getByRole('button', { name: 'I have read this: New rules' })).toBeVisible()

  await desk.getByRole('button', { name: 'Write an announcement' }).click()
  await send(
    desk,
    dialog,
    { Title: 'A quiet year', Text: 'Nothing will happen.', 'Start (leave empty to publish now)': '2099-01-01T08:00' },
    'Schedule',
  )
  await expect(rowOf(desk, 'Announcements', 'A quiet year')).toContainText('scheduled')
  await rowOf(desk, 'Announcements', 'New rules').getByRole('button', { name: 'Change' }).click()
  await send(desk, 'Edit announcement', { Title: 'Newer rules' }, 'Publish')
  await expect(rowOf(desk, 'Announcements', 'Newer rules')).toContainText('mandatory')
  await look('desk-announcements', desk)
  await page.reload()
  await expect(notice).toHaveCount(1)
  await expect(notice).toContainText('Newer rules')
  const confirmed = page.waitForResponse(/announcements\.confirm/)
  await notice.getByRole('button', { name: 'I have read this: Newer rules' }).click()
  await expect(notice).toBeHidden()
  await confirmed
  // As on another device. The confirmation is stored on the server, so the announcement stays hidden.
  await page.evaluate(() => localStorage.removeItem('announcements-closed'))
  await page.reload()
  await expect(page.getByTestId('portfolio-balance')).toBeVisible()
  await expect(notice).toBeHidden()
  await desk.reload()
  await expect(rowOf(desk, 'Announcements', 'Newer rules').getByRole('cell', { name: '1', exact: true })).toBeVisible()

  await rowOf(desk, 'Announcements', 'Newer rules').getByRole('button', { name: 'Take down' }).click()
  await send(desk, 'Take down this announcement?', {}, 'Take down')
  await expect(rowOf(desk, 'Announcements', 'Newer rules')).toContainText('withdrawn')
  await page.reload()
  await expect(page.getByTestId('portfolio-balance')).toBeVisible()
  await expect(notice).toBeHidden()
})

/** Follows a one-time link. Returns the secret of the second factor that it sets up. */
async function followLink(desk: Page, link: string, heading: string): Promise<string> {
  await desk.goto(link)
  await expect(desk.getByRole('heading', { name: heading })).toBeVisible()
  return (await desk.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).innerText()).replaceAll(' ', '')
}

async function enrol(desk: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await desk.getByLabel(label, { exact: true }).fill(value)
  await desk.getByRole('button', { name: 'Open the desk' }).click()
}

const mary = { email: 'mary@example.org', pwd: 'a lamp behind the door' }

test('invites an operator, changes their roles, renews their link and removes them', async ({
  page: desk,
  secondWindow: hers,
  product,
  customer,
  look,
}) => {
  await sitAtDesk(desk, owner)
  await openAtDesk(desk, path('operatorPeople'))
  await desk.getByRole('button', { name: 'Invite operator' }).click()
  const invite = 'Invite an operator'
  await send(desk, invite, {}, 'Send invitation')
  await expectRefused(desk, 'INVITATION', 'Enter a complete email address, such as ada@example.org.')
  await desk.getByLabel('Support').uncheck()
  await send(desk, invite, { Email: mary.email }, 'Send invitation')
  await expectRefused(desk, 'INVITATION', 'Choose at least one role.')
  await desk.getByLabel('Support').check()
  await send(desk, invite, {}, 'Send invitation')
  await expectDone(desk, `We sent an invitation to ${mary.email}.`)
  await must(product.call('operators.invite', { email: 'nobody@example.org', roles: ['auditor'] }, { secrete: owner }))
  await desk.reload()
  await expect(rowOf(desk, 'Invitations', mary.email)).toContainText('Support')
  await look('desk-people')
  await rowOf(desk, 'Invitations', 'nobody@example.org').getByRole('button', { name: 'Revoke invitation' }).click()
  await expect(rowOf(desk, 'Invitations', 'nobody@example.org')).toBeHidden()
  await hers.goto(await mailedLink(product, 'nobody@example.org'))
  await expect(hers.getByText('This link was already used or has expired. Request a new one.')).toBeVisible()

  await join(hers, product)
  await look('desk-of-support', hers)
  await desk.reload()
  await rowOf(desk, 'Operators', 'Mary Somerville').getByRole('button', { name: 'Roles' }).click()
  await desk.getByLabel('Support').uncheck()
  await send(desk, 'Roles of Mary Somerville', {}, 'Save')
  await expectRefused(desk, 'OPERATOR', 'Choose at least one role.')
  await desk.getByLabel('Finance').check()
  await send(desk, 'Roles of Mary Somerville', {}, 'Save')
  await expectDone(desk, 'The roles have been changed.')
  await hers.reload()
  await expect(hers.getByRole('navigation', { name: 'Desk' })).toContainText('Withdrawals')
  await expect(hers.getByRole('navigation', { name: 'Desk' })).not.toContainText('Messages')
  await expectMasked(hers, customer)
  await rowOf(desk, 'Operators', '(you)').getByRole('button', { name: 'Roles' }).click()
  await desk.getByLabel('Owner').uncheck()
  await desk.getByLabel('Finance').check()
  await send(desk, 'Roles of Grace Hopper', {}, 'Save')
  await expectRefused(desk, 'OPERATOR', 'This is the last owner.')
  await desk.keyboard.press('Escape')
  await renewAndShutOut(desk, hers, product)
})

/** Expects the list of customers as a role sees it that may not see names. */
async function expectMasked(hers: Page, customer: Customer): Promise<void> {
  await openAtDesk(hers, path('operatorCustomers'))
  await search(hers, 'Full email address or ID', customer.email)
  const found = rowOf(hers, 'Customers', 'United Kingdom')
  await expect(found).toHaveCount(1)
  await expect(found).toContainText('A••• B•••')
  await expect(found).not.toContainText(customer.email)
  await search(hers, 'Full email address or ID', 'ada byron')
  await expect(hers.getByText('No customer has this email address or ID.')).toBeVisible()
}

/** Uses the invitation after some typical mistakes. */
async function join(hers: Page, product: Product): Promise<void> {
  const secret = await followLink(hers, await mailedLink(product, mary.email), 'Join the desk')
  await enrol(hers, {
    Name: 'Mary Somerville',
    Password: mary.pwd,
    'Confirm password': 'another',
    'Code from the app': '000000',
  })
  await expectRefused(hers, 'OPERATOR', 'Passwords do not match')
  await enrol(hers, { 'Confirm password': mary.pwd })
  await expectRefused(hers, 'OPERATOR', 'Incorrect code.')
  await enrol(hers, { 'Code from the app': await nextCode(product, secret) })
  await expect(hers.getByRole('heading', { name: 'Welcome back, Mary' })).toBeVisible()
}

async function renewAndShutOut(desk: Page, hers: Page, product: Product): Promise<void> {
  const before = await mailedLink(product, mary.email)
  await rowOf(desk, 'Operators', 'Mary Somerville').getByRole('button', { name: 'New credentials' }).click()
  await send(desk, 'New credentials for Mary Somerville?', {}, 'Send link')
  await expectDone(desk, `We sent a link for a new password and second factor to ${mary.email}.`)
  const renewed = { Password: 'a door behind the lamp', 'Confirm password': 'a door behind the lamp' }
  const secret = await followLink(hers, await mailedLink(product, mary.email, before), 'New password and code')
  await enrol(hers, { ...renewed, 'Code from the app': await nextCode(product, secret) })
  await expect(hers.getByRole('heading', { name: 'Welcome back, Mary' })).toBeVisible()

  await rowOf(desk, 'Operators', 'Mary Somerville').getByRole('button', { name: 'Revoke access' }).click()
  await send(desk, 'Revoke access for Mary Somerville?', { Reason: blank }, 'Revoke access')
  await expectRefused(desk, 'OPERATOR', 'Enter a short reason.')
  await send(desk, 'Revoke access for Mary Somerville?', { Reason: 'She has gone on to other work.' }, 'Revoke access')
  await expect(rowOf(desk, 'Operators', 'Mary Somerville')).toContainText('access revoked')
  await hers.reload()
  await expect(hers).toHaveURL(/\/operator\/signin$/)
  await hers.getByLabel('Email', { exact: true }).fill(mary.email)
  await hers.getByLabel('Password', { exact: true }).fill(renewed.Password)
  await hers.getByLabel('Code from your authenticator app').fill(await nextCode(product, secret))
  await hers.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectRefused(hers, 'LOGIN', 'Incorrect email, password or code.')
}

test('shows every change in the audit log, and that its hash chain is intact', async ({
  page: desk,
  customer,
  product,
  look,
}) => {
  await sitAtDesk(desk, owner)
  const { id } = await must(product.call('user', {}, customer))
  await must(product.call('customers.freeze', { id, reason: 'A look at the log.' }, { secrete: owner }))
  await openAtDesk(desk, path('operatorAudit'))
  const hashChain = desk.getByRole('region', { name: 'Hash chain' })
  await expect(hashChain).toContainText('intact')
  await hashChain.getByRole('button', { name: 'Check again' }).click()
  await expect(hashChain).toContainText('intact')
  await desk.getByLabel('What', { exact: true }).selectOption('customers.freeze')
  await expect(rowOf(desk, 'Audit log', 'operators.login')).toBeHidden()
  await expect(rowOf(desk, 'Audit log', 'A look at the log.')).toContainText('Grace Hopper')
  await look('desk-audit')
  await desk.getByLabel('From').fill('2099-01-01')
  await expect(desk.getByText('No matching entries.')).toBeVisible()
})

test('schedules an order for one expert and stops another', async ({
  page,
  customer,
  secondWindow: desk,
  product,
  look,
}) => {
  await sitAtDesk(desk, owner)
  await openAtDesk(desk, path('operatorExperts'))
  await expect(desk.getByText('No manual orders yet.')).toBeVisible()
  await desk.getByRole('button', { name: 'Schedule an order' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Schedule an order', exact: true })
  await dialog.getByLabel('Expert').selectOption({ label: 'Steadfast' })
  await dialog.getByLabel('Symbol').selectOption('ETHUSD')
  await dialog.getByLabel('Type').selectOption('SELL')
  await dialog.getByLabel('Interval').selectOption('5')
  await send(
    desk,
    'Schedule an order',
    { 'Minutes from now': 'soon', Reason: 'A figure is due in a moment.' },
    'Schedule',
  )
  await expectRefused(desk, 'EXPERTS', 'Enter a number.')
  await send(desk, 'Schedule an order', { 'Minutes from now': '0.5', Reason: 'A whim' }, 'Schedule')
  await expectRefused(desk, 'EXPERTS', 'Enter a reason of at least 10 characters.')
  await send(desk, 'Schedule an order', { Reason: 'A figure is due in a moment.' }, 'Schedule')
  const order = rowOf(desk, 'Manual orders', 'SELL ETHUSD, 5 s')
  await expect(order).toContainText('scheduled')
  await product.advance(30)
  // Experts act in turns once a second, so the first turn after the advance may be another expert's.
  await expect(async () => {
    await desk.reload()
    await expect(order).not.toContainText('scheduled', { timeout: 2_000 })
  }).toPass()
  await expect(order).toContainText('placed')
  await page.goto(path('trader', { params: { tid: 'steadfast' } }))
  await expect(page.getByRole('row').filter({ hasText: 'Operator (manual)' })).toContainText('ETHUSD')

  await desk.getByRole('button', { name: 'Stop Breakwater' }).click()
  await send(desk, 'Stop Breakwater permanently', { Reason: 'A whim' }, 'Stop Breakwater')
  await expectRefused(desk, 'EXPERTS', 'Enter a reason of at least 10 characters.')
  await send(desk, 'Stop Breakwater permanently', { Reason: 'Its rule was a mistake of ours.' }, 'Stop Breakwater')
  await expect(rowOf(desk, 'Experts', 'Breakwater')).toContainText('stopped')
  await look('desk-experts', desk)
  expect((await must(product.call('traders.show', { tid: 'breakwater' }, customer))).stopped).toBe(true)
})

test('sets mining parameters with a second operator', async ({ page: desk, product, look }) => {
  const second = await enrolAnother(product, owner, 'Mary Somerville', ['finance'])
  owner = await enrolFirstOperator(product)
  await sitAtDesk(desk, owner)
  await openAtDesk(desk, path('operatorMining'))
  await expect(rowOf(desk, 'Parameters', 'BTC')).toHaveCount(1)
  await desk.getByRole('button', { name: 'Change BTC' }).click()
  const figures = {
    Difficulty: 'much',
    'Block subsidy, in coins': '3.125',
    'Block height': '970000',
    'Observed on (for example 2026-01-31)': '2026-11-20',
    Source: 'A node of our own, getblockchaininfo',
  }
  await send(desk, 'Change the parameters of BTC', figures, 'Propose')
  await expectRefused(desk, 'MINING', 'Enter the difficulty as a plain number.')
  await send(
    desk,
    'Change the parameters of BTC',
    { Difficulty: '155000000000000.5', 'Observed on (for example 2026-01-31)': 'yesterday' },
    'Propose',
  )
  await expectRefused(desk, 'MINING', 'Enter a date such as 2026-01-31.')
  await send(desk, 'Change the parameters of BTC', { 'Observed on (for example 2026-01-31)': '2026-11-20' }, 'Propose')
  await expectDone(desk, 'A second operator has to approve this.')
  await approveWaiting(product, second, 'mining.parameters.set')
  await desk.reload()
  await expect(rowOf(desk, 'Parameters', 'A node of our own')).toContainText('155,000,000,000,000.5')
  await look('desk-mining')
  expect((await must(product.call('mining.parameters')))[0]).toMatchObject({
    coin: 'BTC',
    difficulty: '155000000000000.50000000',
    height: 970_000,
    observedOn: '2026-11-20',
  })
})
