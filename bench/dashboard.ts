import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import { browserOptions } from '../tests/browser.ts'
import { installedMarket, signUp, startProduct, type Product } from '../tests/product.ts'
import { interactions, placeOrders } from './dashboard-interactions.ts'
import { followFrames, growHeap, watchPage, type Watched } from './dashboard-page.ts'
import type { Figure } from './figures.ts'

/** P17 in docs/spec/targets.md: the trading screen with all symbols streaming, in Chromium with a slower processor. */
export type DashboardRun = {
  /** How many times every interaction is made. */
  rounds: number
  orders: number
  /** How long the longest frame is searched for. */
  frameSeconds: number
  /** The hours of ticks of all symbols for the growth of the heap. */
  heapHours: number
  say: (line: string) => void
}

const slowdown = 4
const symbolCount = 39

/** Measures P17 on the built pages. Needs `npm run build` and Chromium. */
export async function measureDashboard(run: DashboardRun): Promise<Figure[]> {
  const product = await startProduct({ MARKET: installedMarket })
  const browser = await chromium.launch(browserOptions)
  try {
    return [...(await slowFigures(browser, product, run)), await heapFigure(browser, product, run)]
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** Signs up a customer and opens the trading screen for them, with live prices. */
async function openScreen(browser: Browser, product: Product): Promise<{ page: Page; cdp: CDPSession }> {
  const { secrete } = await signUp(product)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: product.url })
  const page = await context.newPage()
  await page.addInitScript((value) => localStorage.setItem('secrete', value), secrete)
  await page.addInitScript(watchPage)
  await page.goto('/office/dashboard')
  await page.getByRole('status').filter({ hasText: 'Prices: Live' }).waitFor()
  await page.getByRole('application').waitFor()
  // Until the parts that load while the browser is idle are there.
  await page.waitForTimeout(8_000)
  return { page, cdp: await context.newCDPSession(page) }
}

async function slowFigures(browser: Browser, product: Product, run: DashboardRun): Promise<Figure[]> {
  const { page, cdp } = await openScreen(browser, product)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const longest = await page.evaluate(followFrames, run.frameSeconds * 1000)
  run.say(
    `longest frame ${longest.ms.toFixed(0)} ms in ${run.frameSeconds} s with ticks of ${symbolCount} symbols` +
      (longest.cause && ` (${longest.cause})`),
  )
  const orders = await placeOrders(page, run.orders)
  run.say(`B to painted countdown, ${orders.length} orders: ${spread(orders)}`)
  for (let round = 1; round <= run.rounds; round++) for (const interact of interactions) await interact(page)
  const presses = await page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched.interactions())
  run.say(slowestLine(presses))
  await page.context().close()
  const at = `at ${slowdown}x CPU slowdown`
  return [
    limitFigure(
      `INP p98 of ${presses.length} interactions ${at}, ms`,
      100,
      percentile(
        presses.map(({ ms }) => ms),
        98,
      ),
    ),
    limitFigure(`\`B\` to painted countdown, p99 of ${orders.length} ${at}, ms`, 50, percentile(orders, 99)),
    limitFigure(`longest frame in ${run.frameSeconds} s ${at}, ms`, 50, longest.ms),
  ]
}

async function heapFigure(browser: Browser, product: Product, run: DashboardRun): Promise<Figure> {
  const { page, cdp } = await openScreen(browser, product)
  const usedMb = async () => {
    // Twice, because finalizers of the first collection release more.
    for (let time = 0; time < 2; time++) await cdp.send('HeapProfiler.collectGarbage')
    return (await cdp.send('Runtime.getHeapUsage')).usedSize / 2 ** 20
  }
  // First as many ticks as the page keeps.
  await page.evaluate(growHeap, 900)
  const before = await usedMb()
  const ticks = await page.evaluate(growHeap, run.heapHours * 3600)
  const after = await usedMb()
  run.say(
    `heap ${before.toFixed(1)} MB, ${after.toFixed(1)} MB after ${ticks} more ticks: ${run.heapHours} h of one tick ` +
      'a second per symbol, delivered to the page’s socket as fast as it takes them; garbage collected before each',
  )
  await page.context().close()
  return limitFigure(`heap growth over ${run.heapHours} h of ticks, accelerated, %`, 10, (after / before - 1) * 100)
}

const limitFigure = (words: string, limit: number, measured: number): Figure => ({
  name: 'P17',
  words,
  target: `at most ${limit}`,
  limit,
  ratios: [measured],
  worst: 'most',
})

/** Returns the value that `percent` of all values don't exceed. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}

function spread(values: readonly number[]): string {
  const [median, most] = [percentile(values, 50), percentile(values, 100)].map((ms) => ms.toFixed(0))
  return `p50 ${median} ms, most ${most} ms`
}

/** Lists the slowest interactions, so that a miss names what to speed up. */
function slowestLine(presses: readonly { what: string; ms: number }[]): string {
  const most = new Map<string, number>()
  for (const { what, ms } of presses) most.set(what, Math.max(most.get(what) ?? 0, ms))
  const slowest = [...most].toSorted(([, a], [, b]) => b - a).slice(0, 10)
  return `slowest interactions: ${slowest.map(([what, ms]) => `${what} ${ms} ms`).join(', ')}`
}
