import type { Locator, Page } from '@playwright/test'
import type { Role } from '../../api/permissions.ts'
import { totpCode } from '../../server/platform/sign-in/test-totp.ts'
import type { Product } from '../product.ts'
import { expect, must, shiftsOn } from './product.ts'

/** Common steps on the desk's pages, and calls that tests of the desk need. */

/** A reason that the browser accepts and the server refuses. */
export const blank = '     '

/** Signs an operator in on this browser page, starting with the next document it opens. */
export const sitAtDesk = (page: Page, secrete: string): Promise<unknown> =>
  page.addInitScript((value) => localStorage.setItem('operator-secrete', value), secrete)

/** Shifts that readers of the desk notice. */
const leastNoticed = 0.02

/** Opens a page of the desk, and expects that nothing on it moves while it loads. */
export async function openAtDesk(desk: Page, address: string): Promise<void> {
  await desk.goto(address)
  await expect(desk.getByTestId('loading')).toHaveCount(0)
  expect.soft(await shiftsOn(desk, leastNoticed), `${address} moves`).toEqual([])
}

export const rowOf = (desk: Page, table: string, words: string | RegExp): Locator =>
  desk.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: words })

/** Fills the fields of the open dialog by label and presses its button. */
export async function send(desk: Page, dialog: string, fields: Record<string, string>, button: string): Promise<void> {
  const form = desk.getByRole('dialog', { name: dialog, exact: true })
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value)
  await form.getByRole('button', { name: button, exact: true }).click()
}

/** Searches the list of customers. The field's label depends on whether the operator may see names. */
export async function search(desk: Page, label: string, words: string): Promise<void> {
  await desk.getByLabel(label, { exact: true }).fill(words)
  await desk.getByRole('button', { name: 'Search', exact: true }).click()
}

/** Expects a popup with the reason for a refusal, and closes it with OK. */
export async function expectRefused(desk: Page, title: string, words: string): Promise<void> {
  const popup = desk.getByRole('dialog', { name: title, exact: true })
  await expect(popup).toContainText(words)
  await popup.getByRole('button', { name: 'OK' }).click()
  await expect(popup).toBeHidden()
}

/** Expects a success message and no open dialog. */
export async function expectDone(desk: Page, words: string): Promise<void> {
  await expect(desk.getByRole('status').filter({ hasText: words })).toBeVisible()
  await expect(desk.getByRole('dialog')).toBeHidden()
}

/** Resolves with the path of the one-time link emailed to an address. Waits until it differs from `before`. */
export async function mailedLink(product: Product, to: string, before = ''): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const mail = (await product.mailbox()).find((one) => one.to === to)
      link = /https?:\/\/[^/]+(\/operator\/setup\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
      return link !== '' && link !== before
    })
    .toBe(true)
  return link
}

/** Returns the authenticator code. Moves the product's clock by half a minute, so that the code can be used again. */
export const nextCode = async (product: Product, secret: string): Promise<string> => {
  await product.advance(30)
  return totpCode(secret, Date.now())
}

let joined = 0

const waitingSeconds = 7 * 86_400

/**
 * Invites and enrols another operator through the calls, and moves the clock until they count as a second operator.
 * Returns a session secret. Sessions of other operators have expired by then.
 */
export async function enrolAnother(product: Product, owner: string, name: string, roles: Role[]): Promise<string> {
  const email = `operator-${(joined += 1)}@example.org`
  const pwd = 'a lamp behind the door'
  await must(product.call('operators.invite', { email, roles }, { secrete: owner }))
  const token = (await mailedLink(product, email)).split('#token=')[1]!
  const { secret } = await must(product.call('operators.link', { token }))
  await must(
    product.call('operators.enrol', { token, name, email, pwd, cpwd: pwd, totp: await nextCode(product, secret) }),
  )
  await product.advance(waitingSeconds)
  return (await must(product.call('operators.login', { email, pwd, totp: await nextCode(product, secret) }))).secrete
}

/** Approves a pending action, such as `operators.changesetting`, as another operator. */
export async function approveWaiting(product: Product, secrete: string, action: string): Promise<void> {
  const waiting: { id: string; action: string }[] = await must(product.call('operators.approvals', {}, { secrete }))
  await must(product.call('operators.approve', { id: waiting.find((one) => one.action === action)!.id }, { secrete }))
}
