import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { installedMarket, type Product, startProduct } from '../product.ts'
import { browserOptions } from '../browser.ts'
import { recordScreen } from './screen.ts'

// `npm run recordings`: acts as a visitor and records the screen: a film, its captions and a still for
// each part.

const folder = new URL('../../web/public/recordings/', import.meta.url)
const size = { width: 1280, height: 720 }
const peakBytes = 1_000_000
const email = 'ada@example.org'
const pwd = 'a long and quiet river'

type Cue = { atMs: number; words: string }

/**
 * A film being recorded. `say` starts a caption; `still` saves the screen as the picture shown before the film plays.
 */
type Film = { say(words: string): Promise<void>; still(): Promise<void> }

/** Waits for `ms` milliseconds, so viewers have time to read. */
const pause = (page: Page, ms = 900) => page.waitForTimeout(ms)

async function film(page: Page, name: string, act: (film: Film) => Promise<void>): Promise<void> {
  const recording = await recordScreen(page, size)
  const startMs = performance.now()
  const cues: Cue[] = []
  await act({
    async say(words) {
      cues.push({ atMs: Math.round(performance.now() - startMs), words })
      await pause(page, 300)
    },
    async still() {
      writeFileSync(
        new URL(`${name}.webp`, folder),
        await sharp(await page.screenshot())
          .resize(800)
          .webp({ quality: 70 })
          .toBuffer(),
      )
    },
  })
  const endMs = Math.round(performance.now() - startMs)
  const content = await recording.stop()
  if (content.length > peakBytes) throw new Error(`${name}.webm has ${content.length} bytes, more than ${peakBytes}`)
  writeFileSync(new URL(`${name}.webm`, folder), content)
  writeFileSync(new URL(`${name}.vtt`, folder), captions(cues, endMs + 1500))
  process.stdout.write(`${name}: ${Math.round(endMs / 1000)} s, ${Math.round(content.length / 1000)} kB\n`)
}

const stamp = (ms: number) => new Date(ms).toISOString().slice(11, 23)

function captions(cues: readonly Cue[], endMs: number): string {
  const blocks = cues.map(
    ({ atMs, words }, index) => `${stamp(atMs)} --> ${stamp(cues[index + 1]?.atMs ?? endMs)}\n${words}\n`,
  )
  return ['WEBVTT\n', ...blocks].join('\n')
}

async function write(field: Locator, words: string): Promise<void> {
  await field.click()
  await field.pressSequentially(words, { delay: 35 })
}

async function codeFor(product: Product): Promise<string> {
  for (;;) {
    const code = /\b(\d{5})\b/.exec((await product.mailbox()).find(({ to }) => to === email)?.text ?? '')?.[1]
    if (code) return code
  }
}

async function signUp(page: Page, product: Product, { say, still }: Film): Promise<void> {
  await say('Register with a name, an email and a password.')
  await write(page.getByLabel('Name'), 'Ada Byron')
  await write(page.getByLabel('Email'), email)
  await write(page.getByLabel('Password', { exact: true }), pwd)
  await still()
  await write(page.getByLabel('Confirm password', { exact: true }), pwd)
  await pause(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await say('Choose your country, phone number and account currency.')
  await write(page.getByRole('combobox', { name: 'Country' }), 'united k')
  await page.keyboard.press('Enter')
  await write(page.getByLabel('Phone'), '7400 123456')
  await page.getByRole('radio', { name: /USD/ }).check()
  await pause(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Digit 1 of 5').waitFor()
  await say('Enter the five digits from the email.')
  await page.getByLabel('Digit 1 of 5').click()
  await page.keyboard.type(await codeFor(product), { delay: 250 })
  await page.waitForURL(/\/office\/dashboard$/)
  await say('The dashboard shows your practice money. No identity check so far.')
  await pause(page, 3500)
}

async function trade(page: Page, { say, still }: Film): Promise<void> {
  const ticket = page.getByRole('region', { name: 'New trade' })
  await say('Ten practice dollars for five seconds. The ticket shows payout, break-even and value at even odds.')
  await page.getByLabel(/^Amount/).fill('10')
  await page.getByRole('radio', { name: '5 s', exact: true }).check({ force: true })
  await pause(page, 2500)
  await ticket.getByRole('button', { name: /^BUY/ }).click()
  await say('BUY. The first price after the order becomes the strike.')
  await page.getByRole('region', { name: 'Open trades' }).getByRole('listitem').first().waitFor()
  await pause(page, 2500)
  await still()
  await page.getByRole('heading', { name: 'TRADE REPORT' }).first().waitFor({ timeout: 30_000 })
  await say('The last price before expiry decides, and the report explains the result.')
  await pause(page, 2500)
  const row = page
    .getByRole('region', { name: 'Trade history' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .first()
  await row.getByRole('button', { name: /^Replay/ }).click()
  await page.getByRole('region', { name: 'Ticks during the trade' }).waitFor()
  await say('The replay shows every tick, and you can verify the receipt without the server.')
  await pause(page, 4000)
}

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const product = await startProduct({ CHAINS: '0', MARKET: installedMarket })
  const browser = await chromium.launch(browserOptions)
  try {
    await product.advance(30)
    const page = await browser.newPage({
      viewport: size,
      colorScheme: 'light',
      locale: 'en-GB',
      timezoneId: 'UTC',
      baseURL: product.url,
    })
    await page.goto('/account/signup')
    await film(page, 'sign-up', (one) => signUp(page, product, one))
    await page.reload()
    await page.getByRole('status').filter({ hasText: 'Prices: Live' }).waitFor()
    await pause(page, 1500)
    await film(page, 'trade', (one) => trade(page, one))
  } finally {
    await browser.close()
    await product.stop()
  }
}

await main()
