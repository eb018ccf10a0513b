import { lingui } from '@lingui/vite-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { callMethods } from './web/plugins/call-methods.ts'
import { catalogueFiles } from './web/plugins/catalogue-files.ts'
import { messageMacros } from './web/plugins/message-macros.ts'
import { namedBreakpoints, styleSheets } from './web/plugins/named-breakpoints.ts'
import { browserOptions } from './tests/browser.ts'

/**
 * Runs the files that start the whole product first, the longest one before the others: at the end, they would run with
 * nothing in parallel. The other files keep Vitest's order.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

const rankOf = ({ moduleId }: TestSpecification): number => {
  if (moduleId.endsWith('tests/faults/withdrawals.test.ts')) return 0
  return moduleId.includes('/tests/faults/') ? 1 : 2
}

/** These tests measure the memory of their thread, so each file needs a separate thread. */
const ownThread = ['server/downloads.test.ts']

const plugins = () => [messageMacros(), lingui(), callMethods()]
const limits = { testTimeout: 30_000, hookTimeout: 30_000 }

export default defineConfig({
  test: {
    // Set here, not in the projects, so that all projects share one database server.
    globalSetup: './tests/global-setup.ts',
    // Tests often wait for the database and for processes, so three workers keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: plugins(),
        test: {
          name: 'together',
          include: [
            'api/**/*.test.ts',
            'server/**/*.test.ts',
            'web/**/*.test.ts',
            'tests/{repo-rules,faults}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'packages/**/*.test.ts',
          ],
          exclude: ownThread,
          pool: 'threads',
          // Files share the modules of their thread: loading them again for each file took half of the processor time.
          // A test must therefore restore what it changes in the process (timers, environment).
          isolate: false,
          ...limits,
        },
      },
      { plugins: plugins(), test: { name: 'own-thread', include: ownThread, pool: 'threads', ...limits } },
      {
        // Runs in a browser, because simulated DOMs lack a modal dialog's focus, inert content and keyboard handling.
        plugins: [...plugins(), catalogueFiles(), namedBreakpoints()],
        css: styleSheets,
        // If Vite discovers one of these dependencies late, it reloads the page and restarts the tests.
        optimizeDeps: {
          include: [
            '@base-ui/react/autocomplete',
            '@lingui/core',
            '@lingui/react',
            'klinecharts',
            'react',
            'react-dom',
            'react/jsx-dev-runtime',
            'uplot',
            'vitest-browser-react',
          ],
        },
        test: {
          name: 'components',
          include: ['web/**/*.test.tsx'],
          // A busy machine needs more than the default second to load a part on demand.
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: browserOptions }),
            instances: [{ browser: 'chromium' }],
          },
          ...limits,
        },
      },
    ],
  },
})
