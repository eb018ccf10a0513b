import { lingui } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { callMethods } from './web/call-methods-plugin.ts'
import { messageMacros } from './web/language/macros.ts'

/**
 * Begins with the files that start the whole product, the longest first: at the end they would run with nothing beside them. The others
 * come as Vitest sorts them.
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

/** They measure the memory of their thread, so that they need one of their own. */
const alone = ['server/downloads.test.ts']

const plugins = () => [messageMacros(), lingui(), callMethods()]
const limits = { testTimeout: 30_000, hookTimeout: 30_000 }

export default defineConfig({
  test: {
    // Here and not in the projects, so that both use one server.
    globalSetup: './tests/global-setup.ts',
    // Tests also wait, for the database and for processes: three keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: plugins(),
        test: {
          name: 'together',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            'tests/{repo-rules,faults}/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: alone,
          pool: 'threads',
          // Files share the modules of their thread: loading them again for each file took half of the processor time. So a test puts back
          // what it changes in the process (timers, environment).
          isolate: false,
          ...limits,
        },
      },
      { plugins: plugins(), test: { name: 'alone', include: alone, pool: 'threads', ...limits } },
    ],
  },
})
