import { defineConfig } from '@playwright/test'
import { browserOptions } from './tests/browser.ts'

/**
 * Tests whose result doesn't depend on width or touch run once. Their page checks still cover narrow screens and the
 * dark theme (`tests/e2e/product.ts`).
 */
const once = '**/once/**'
/** Tests of features that only small screens have. */
const phone = '**/phone/**'

/**
 * Browser tests. Each worker starts the whole product on its own port and database (`tests/e2e/product.ts`). Wide
 * screens are light and narrow ones dark, so two screenshots cover both widths and both themes of a page.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results/browser',
  timeout: 300_000,
  expect: { timeout: 20_000 },
  // Tests mostly wait for pages, so three workers keep two cores busy.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    launchOptions: browserOptions,
    // Without a GPU, every animation frame costs processor time.
    contextOptions: { reducedMotion: 'reduce' },
    // Each test would install the service worker again and load every file through it. The installed app has its own
    // tests.
    serviceWorkers: 'block',
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'UTC',
  },
  projects: [
    { name: 'desktop-light', testIgnore: phone, use: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' } },
    {
      name: 'phone',
      testIgnore: once,
      use: { viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true, isMobile: true },
    },
  ],
})
