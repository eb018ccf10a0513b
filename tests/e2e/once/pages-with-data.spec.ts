import type { Page } from '@playwright/test'
import { path } from '../../../web/paths.ts'
import { expect, test } from '../product.ts'

/** Pages that the server renders with the reader's data. */

const detailsOn = (page: Page) => page.getByRole('region', { name: 'Details', exact: true })

test('the server renders an office page with its data, for the browser’s own navigation only', async ({
  page,
  browser,
  customer,
  product,
  baseURL,
}) => {
  // The first page sets the cookie; this one is rendered with it.
  await page.goto(path('profile'))
  await expect(detailsOn(page).getByText(customer.email)).toBeVisible()
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'secrete')).toMatchObject({
    value: customer.secrete,
    sameSite: 'Strict',
    expires: -1,
  })

  const plain = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false })
  await plain.addCookies(cookies)
  const reader = await plain.newPage()
  const response = await reader.goto(path('profile'))
  expect(response!.headers()['cache-control']).toBe('private, no-store')
  await expect(detailsOn(reader).getByText(customer.email)).toBeVisible()
  await expect(reader.getByTestId('portfolio-balance')).toContainText('10,000.00')
  await plain.close()

  // No call accepts the cookie.
  const { status } = await product.call('user', {}, { headers: { cookie: `secrete=${customer.secrete}` } })
  expect(status).toBe(401)
})

test('a page repeats none of the calls that it was rendered with, and signing out deletes the cookie', async ({
  page,
  customer,
}) => {
  await page.goto(path('limits'))
  await expect(page.getByTestId('portfolio-balance')).toContainText('10,000.00')
  const made: string[] = []
  page.on('request', (request) => {
    const name = new URL(request.url()).searchParams.get('r')
    if (name) made.push(name)
  })
  await page.reload()
  await expect(page.getByText(customer.email).or(page.getByTestId('portfolio-balance')).first()).toBeVisible()
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  await expect(page.getByRole('button', { name: 'Show amounts' })).toBeVisible()
  expect(made).toEqual([])

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('secrete')
})
