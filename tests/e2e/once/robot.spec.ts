import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '../product.ts'

const flatSeconds = 330
const fallSeconds = 240

/**
 * Creates a recording in which the price stays flat for five and a half minutes, then falls. The Mean reversion
 * strategy buys during the fall, because the price is far below its average, and loses.
 */
function recordingOfAFall(): string {
  const rows = Array.from({ length: flatSeconds + fallSeconds }, (_, second) => {
    const points = second < flatSeconds ? second % 2 : -3 * (second - flatSeconds)
    const price = (steps: number) => ((108_500 + steps) / 100_000).toFixed(5)
    return `${Date.UTC(2024, 0, 2) + second * 1000},${price(points)},${price(points - 1)},${price(points + 1)}`
  })
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'tallystick-fall-')), 'EURUSD_fall.csv')
  writeFileSync(file, ['timestamp_ms,price,bid,ask', ...rows].join('\n'))
  return file
}

test.use({ settings: { MARKET: `replay:${recordingOfAFall()}?loop` } })

test('sets up a robot, which trades by its rule and stops at its loss limit', async ({
  page,
  product,
  customer,
  watch,
  look,
}) => {
  watch.allow(/status of 400/)
  await page.goto('/office/dashboard')
  const robot = page.getByRole('region', { name: 'Robot' })
  await expect(robot.getByRole('status')).toHaveText('INACTIVE')
  const frame = robot.locator('[data-active]')
  await expect(frame).toHaveAttribute('data-active', 'false')

  await robot.getByRole('button', { name: 'Set up robot' }).click()
  const dialog = page.getByRole('dialog', { name: 'Robot settings' })
  await dialog.getByLabel('Strategy').selectOption({ label: 'Mean reversion' })
  await expect(dialog.getByText('15-second candles.')).toBeVisible()
  await dialog.getByLabel('Stake per trade').fill('10')
  await dialog.getByLabel('Loss limit').fill('9')
  await expect(dialog.getByText('At even odds, the average result per trade is −$0.50')).toBeVisible()
  await look('robot-set-up')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const refused = page.getByRole('dialog', { name: 'ROBOT', exact: true })
  await expect(refused).toContainText('The loss limit must be at least one stake')
  await refused.getByRole('button', { name: 'OK' }).click()
  await dialog.getByLabel('Loss limit').fill('25')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  await robot.getByRole('button', { name: 'Start robot' }).click()
  await expect(robot.getByRole('status')).toHaveText('ACTIVE: Mean reversion')
  await expect(frame).toHaveAttribute('data-active', 'true')
  await expect(robot.getByRole('definition').last()).toHaveText('$25.00')
  await look('robot-active')

  // The price record advances second by second; the robot decides whenever a candle closes.
  const state = async () => (await product.call('robot', {}, { secrete: customer.secrete })).body.state as string
  await product.advance(flatSeconds - 15)
  for (let seconds = 0; seconds < fallSeconds && (await state()) === 'ACTIVE'; seconds += 5) await product.advance(5)

  await expect(robot.getByRole('status')).toHaveText('INACTIVE')
  await expect(robot.getByText('Stopped at its loss limit: it lost 20.00 of 25.00 USD')).toBeVisible()
  await expect(robot.getByRole('definition').last()).toHaveText('$5.00')
  const rows = page
    .getByRole('region', { name: 'Trade history' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(2)
  for (const row of await rows.all()) await expect(row).toContainText(/Lost.*Robot/)
  expect(
    (await product.mailbox()).some(
      ({ to, subject }) => to === customer.email && subject === 'Your trading robot has stopped',
    ),
  ).toBe(true)
  await look('robot-stopped')
})
