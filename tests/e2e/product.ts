import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../server/platform/database/postgres.ts'
import { signUp, startProduct, type Product } from '../product.ts'

const screensDir = fileURLToPath(new URL('../../test-results/screens', import.meta.url))

export type Customer = { email: string; pwd: string; secrete: string }

/** Problems on a page that a test doesn't look for. Each one that no `allow` pattern matches fails the test. */
type Watch = {
  allow(finding: RegExp): void
  /** Also watches another window. */
  over(context: BrowserContext): Promise<void>
}

type Given = {
  /** Whether tests in the folder `once` also check each page in the dark theme and at 320 px. */
  inBothThemes: boolean
  watch: Watch
  /** A new customer, signed up through the calls and signed in on `page`. */
  customer: Customer
  /**
   * Checks the page in its current state: no axe findings, and no sideways scrolling at its own width and at 320 px.
   * Tests in the folder `once` also run the rules that depend on theme and layout at 320 px and in the dark theme.
   * `SCREENS=1` saves a screenshot: test-results/screens/PROJECT/NAME.png. `other` is the page of another window.
   */
  look(name: string, other?: Page): Promise<void>
  /** A second window, for another person. */
  secondWindow: Page
}

type WorkerGiven = {
  /** Settings for the product that this worker starts. */
  settings: Record<string, string>
  product: Product
}

export const test = base.extend<Given, WorkerGiven>({
  inBothThemes: [true, { option: true }],
  settings: [{}, { option: true, scope: 'worker' }],

  // One product per worker, on a port that stays the same when a test restarts it.
  product: [
    async ({ settings }, use) => {
      const product = await startProduct({ PORT: String(await freePort()), ...settings })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ product }, use) => use(product.url),

  watch: [
    async ({ context, baseURL }, use) => {
      const findings: string[] = []
      const allowed: RegExp[] = []
      const over = async (one: BrowserContext) => {
        one.on('page', waitForScripts)
        await watchContext(one, new URL(baseURL!).host, (finding) => findings.push(finding))
      }
      await over(context)
      await use({ allow: (finding) => void allowed.push(finding), over })
      expect(findings.filter((finding) => !allowed.some((pattern) => pattern.test(finding)))).toEqual([])
    },
    { auto: true },
  ],

  customer: async ({ page, product }, use) => {
    const customer = await signUp(product)
    await signInOn(page, customer.secrete)
    await use(customer)
  },

  secondWindow: async ({ browser, baseURL, watch }, use) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    await watch.over(context)
    await use(await context.newPage())
    await context.close()
  },

  look: async ({ page: first, colorScheme, inBothThemes, isMobile }, use, { project, file }) => {
    const folder = process.env['SCREENS'] ? path.join(screensDir, project.name) : undefined
    if (folder) mkdirSync(folder, { recursive: true })
    // Both projects run the other tests, each in its own theme.
    const other = inBothThemes && file.includes(`${path.sep}once${path.sep}`) ? 'dark' : undefined
    await use(async (name, page = first) => {
      if (folder) await takePicture(page, path.join(folder, `${name}.png`))
      await expectAccessible(page, name)
      if (other) {
        await page.emulateMedia({ colorScheme: other })
        // The page reacts a moment later.
        await expect(page.locator('html')).toHaveAttribute('data-color-scheme', other)
        await expectAccessible(page, `${name}, ${other}`, themeRules)
      }
      // Last, because a change of width can close dialogs and menus.
      const size = page.viewportSize()!
      for (const width of new Set([...(isMobile ? [] : [wideWidth]), size.width, narrowWidth])) {
        await page.setViewportSize({ width, height: size.height })
        await expectNoSidewaysScroll(page, `${name} at ${width} px`)
        if (!other || width !== narrowWidth) continue
        // In a window as tall as the page, no fixed bar covers part of a control that scrolling would uncover.
        const height = await page.evaluate(() => document.documentElement.scrollHeight)
        await page.setViewportSize({ width, height: Math.max(height, size.height) })
        await expectAccessible(page, `${name}, ${other}, at ${width} px`, layoutRules)
      }
      await page.setViewportSize(size)
      if (other) await page.emulateMedia({ colorScheme: colorScheme! })
    })
  },
})

export { expect }

/** Takes a picture of the whole page, or only of the window if a dialog is open. */
async function takePicture(page: Page, file: string): Promise<void> {
  const fullPage = (await page.locator('dialog[open]').count()) === 0
  await page.screenshot({ path: file, fullPage, animations: 'disabled' })
}

/** Reports policy violations, script errors, and requests to other sites. */
async function watchContext(context: BrowserContext, host: string, found: (finding: string) => void): Promise<void> {
  await context.exposeBinding('reportViolation', (_source, text: string) => found(`policy: ${text}`))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber, sample }) => {
      const report = (globalThis as unknown as { reportViolation(text: string): void }).reportViolation
      report(`${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`)
    })
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (!['data:', 'blob:'].includes(url.protocol) && url.host !== host) found(`outside request: ${request.url()}`)
  })
  context.on('console', (message) => {
    if (message.type() === 'error') found(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => found(`exception: ${error.error().message}`))
}

/** Stores a session secret as sign-in does, before the first page of the tab runs. Signing out remains possible. */
export async function signInOn(page: Page, secrete: string): Promise<void> {
  await page.addInitScript((value) => {
    if (!location.protocol.startsWith('http') || sessionStorage.getItem('signedInByTest')) return
    sessionStorage.setItem('signedInByTest', 'yes')
    localStorage.setItem('secrete', value)
  }, secrete)
}

/** The minified build: the module's own `source` is twice as long, and a browser reads it again on each page. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Runs axe in the page with all or the named rules, and expects no violation. Loads axe into the page if needed. The
 * package for Playwright takes twice as long, because it searches for frames and describes passed rules.
 */
async function expectAccessible(page: Page, name: string, rules?: string[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const found = await page.evaluate(async (runOnly) => {
    const inPage = (globalThis as unknown as { axe: typeof axe }).axe
    // Only the rule for autoplaying sound needs files loaded beforehand.
    const preload = document.querySelector('audio, video') !== null
    const options = { resultTypes: ['violations' as const], preload, ...(runOnly && { runOnly }) }
    const { violations } = await inPage.run(document, options)
    return violations.map(({ id, nodes }) => {
      const elements = nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`)
      return `${id}: ${elements.join(' | ')}`
    })
  }, rules)
  expect.soft(found, `axe on ${name}`).toEqual([])
}

/** The narrowest window that pages support, in CSS pixels. */
const narrowWidth = 320

/** The width of common laptops, at which the office shows most columns. */
export const wideWidth = 1440

/** Rules whose result depends on the theme. */
const themeRules = ['color-contrast', 'link-in-text-block']
/** Rules whose result also depends on the layout. The phone tests check elements of narrow windows with all rules. */
const layoutRules = [...themeRules, 'scrollable-region-focusable', 'target-size']

export async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const wider = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    // In right-to-left pages, the part that is too wide is on the left.
    const beyond = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return document.dir === 'rtl' ? left < -0.5 : right > clientWidth + 0.5
    })
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...beyond.slice(0, 5).map((element) => `${element.tagName}.${element.className}`),
    ]
  })
  expect.soft(wider, `${name} scrolls sideways`).toEqual([])
}

/**
 * Makes opening a page wait until it reacts to clicks and keys: `load` doesn't wait for scripts that run after
 * painting.
 */
function waitForScripts(page: Page): void {
  for (const name of ['goto', 'reload'] as const) {
    const open = page[name].bind(page) as (...given: unknown[]) => ReturnType<Page['goto']>
    const opened = async (...given: unknown[]) => {
      const answer = await open(...given)
      await takenOver(page)
      return answer
    }
    Object.assign(page, { [name]: opened })
  }
}

/**
 * Waits until React has hydrated the server's HTML and the browser is idle, so event listeners are attached too. A
 * document without these scripts (a file, a call's response, the offline page) is ready at once.
 */
async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const hasScripts = [...document.scripts].some(
      ({ type, text }) => type === 'module' && text.includes('entry.client'),
    )
    const [, container] = Object.entries(document).find(([key]) => key.startsWith('__reactContainer')) ?? []
    return !hasScripts || container?.stateNode.current.memoizedState.isDehydrated === false
  })
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 1_000 })))
}

/** The smallest shift that counts. Readers don't notice a shift of about a pixel, such as when a font loads. */
const smallestShift = 0.001

/** Returns the layout shifts above `least` without user input since the page was opened, with size and elements. */
export async function shiftsOn(page: Page, least = smallestShift): Promise<string[]> {
  return page.evaluate(async (ignored) => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Element | null }[] }
    const shifts: Shift[] = []
    const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])))
    observer.observe({ type: 'layout-shift', buffered: true })
    await document.fonts.ready
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    const moved = [...shifts, ...(observer.takeRecords() as Shift[])].filter(
      ({ hadRecentInput, value }) => !hadRecentInput && value > ignored,
    )
    return moved.map(
      ({ value, sources }) =>
        `${value}: ${sources.map(({ node }) => `${node?.nodeName}.${node?.className}`).join(', ')}`,
    )
  }, least)
}

/** Resolves with the body of a call that must succeed. */
export async function must(asked: Promise<{ status: number; body: any }>): Promise<any> {
  const { status, body } = await asked
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Resolves with the newest code emailed to an address. Waits until it differs from `before`. */
export async function mailedCode(product: Product, to: string, before = ''): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const mail = (await product.mailbox()).find((one) => one.to === to)
      code = /\b(\d{5})\b/.exec(mail?.text ?? '')?.[1] ?? ''
      return code !== '' && code !== before
    })
    .toBe(true)
  return code
}
