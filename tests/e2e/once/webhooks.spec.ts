import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test } from '../product.ts'

/** Starts a local HTTP server that responds with status 200, or with the status last passed to `answer`. */
async function startReceiver(): Promise<{
  server: Server
  url: string
  types: string[]
  answer(status: number): void
}> {
  const types: string[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += String(piece)
    types.push((JSON.parse(body) as { type: string }).type)
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    types,
    answer: (next) => void (status = next),
  }
}

async function prove(page: Page, pwd: string, action: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(pwd)
  await dialog.getByRole('button', { name: action }).click()
}

test('adds a webhook endpoint, tests it, resends a message, replaces the secret, re-enables and removes it', async ({
  page,
  customer,
  look,
  watch,
}) => {
  watch.allow(/status of 400/)
  const receiver = await startReceiver()
  await page.goto('/office/security')
  const webhooks = page.getByRole('region', { name: 'Webhooks', exact: true })
  await expect(webhooks).toContainText('No endpoints yet')

  await webhooks.getByLabel('Endpoint URL').fill('http://10.0.0.1/')
  await webhooks.getByRole('button', { name: 'Add an endpoint' }).click()
  await prove(page, customer.pwd, 'Add endpoint')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Enter a public URL')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await webhooks.getByLabel('Endpoint URL').fill(receiver.url)
  await webhooks.getByRole('button', { name: 'Add an endpoint' }).click()
  await prove(page, customer.pwd, 'Add endpoint')
  await expect(webhooks.getByRole('status').locator('code')).toContainText('whsec_')
  await expect(webhooks).toContainText('Nothing sent yet.')
  await look('webhooks-secret')
  await webhooks.getByRole('button', { name: 'I’ve copied it' }).click()

  await webhooks.getByRole('button', { name: `Send a test event to ${receiver.url}` }).click()
  const rows = webhooks.getByRole('table').locator('tbody tr')
  await expect(rows).toContainText(['Sent, status 200'])
  await look('webhooks-log')
  await rows.getByRole('button', { name: /^Send again: test_/ }).click()
  await expect.poll(() => receiver.types).toEqual(['test', 'test'])

  await webhooks.getByRole('button', { name: `Replace secret for ${receiver.url}` }).click()
  await prove(page, customer.pwd, 'Replace secret')
  await expect(webhooks).toContainText('We also sign with the old secret until')
  await webhooks.getByRole('button', { name: 'I’ve copied it' }).click()

  receiver.answer(410)
  await webhooks.getByRole('button', { name: `Send a test event to ${receiver.url}` }).click()
  await expect(webhooks).toContainText('because it returned 410 Gone')
  await expect(rows.first()).toContainText('Failed: Status 410')
  await look('webhooks-off')
  receiver.answer(200)
  await webhooks.getByRole('button', { name: `Switch on ${receiver.url}` }).click()
  await prove(page, customer.pwd, 'Switch on')
  await expect(rows.first()).toContainText('Sent, status 200')
  await webhooks.getByRole('button', { name: `Remove ${receiver.url}` }).click()
  await expect(webhooks).toContainText('No endpoints yet')
  receiver.server.close()
})
