import type { Page } from '@playwright/test'
import type { Watched } from './dashboard-page.ts'

type Interaction = (page: Page) => Promise<void>

/** After an interaction, so that the browser has painted its effects and none is counted with the next. */
const pauseMs = 500
const orderPauseMs = 900

async function named(page: Page, what: string, interact: () => Promise<unknown>): Promise<void> {
  await page.evaluate((name) => (globalThis as unknown as { watched: Watched }).watched.name(name), what)
  await interact()
  await page.waitForTimeout(pauseMs)
}

const press =
  (what: string, key: string): Interaction =>
  (page) =>
    named(page, what, () => page.keyboard.press(key))

const clickOn =
  (what: string, selector: string): Interaction =>
  (page) =>
    // Not `click`, which waits for the page and moves the pointer over the chart.
    named(page, what, async () => {
      const box = (await page.locator(selector).first().boundingBox())!
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    })

/** The list of symbols opens as a dialog where there is no room for it beside the chart. */
const symbolDialog: Interaction = async (page) => {
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 800, height: size.height })
  await page.waitForTimeout(2 * pauseMs)
  await press('open the symbol list', '/')(page)
  await press('search in the symbol list', 'e')(page)
  await press('close the symbol list', 'Escape')(page)
  await page.setViewportSize(size)
  await page.waitForTimeout(2 * pauseMs)
}

/** Everything that is pressed while trading. */
export const interactions: readonly Interaction[] = [
  press('B', 'b'),
  press('S', 's'),
  press('interval', '1'),
  press('raise the amount', '+'),
  press('lower the amount', '-'),
  press('favourite', 'f'),
  press('favourite', 'f'),
  clickOn('choose a symbol', '[data-list-entry]:not(input):not([aria-current=true])'),
  clickOn('candle length', 'fieldset label:has(input[type=radio]:not(:checked))'),
  press('open the palette', 'Control+k'),
  press('type in the palette', 'e'),
  press('close the palette', 'Escape'),
  press('open the keys', '?'),
  press('close the keys', 'Escape'),
  symbolDialog,
]

/** Presses `B` and resolves with the milliseconds to each painted countdown. */
export async function placeOrders(page: Page, orders: number): Promise<number[]> {
  await press('interval', '1')(page)
  await page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched.name('B'))
  for (let order = 0; order < orders; order++) {
    // A side ignores other orders until the server has answered.
    await page.locator('[data-side=BUY][aria-disabled=false]').first().waitFor()
    await page.keyboard.press('b')
    await page.waitForTimeout(orderPauseMs)
  }
  return page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched.countdowns)
}
