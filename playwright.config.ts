import { defineConfig } from '@playwright/test'
import { browserOptions } from './tests/browser.ts'

/** What works the same at each width and by touch is tested once, and looked at in both themes and widths (`tests/e2e/product.ts`). */
const once = '**/once/**'
/** What small screens alone have. */
const phone = '**/phone/**'

/**
 * Browser tests: each worker starts the whole product on a port and a database of its own (`tests/e2e/product.ts`). Wide and light,
 * narrow and dark: with two pictures each width and each theme is looked at on every page.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results/browser',
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // Tests mostly wait for pages: three keep two cores busy.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    launchOptions: browserOptions,
    // Whatever runs or flashes would be painted all the time, by the processor.
    contextOptions: { reducedMotion: 'reduce' },
    // Each test begins without one, would install it anew and send every file through it. The installed app has tests of its own.
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
