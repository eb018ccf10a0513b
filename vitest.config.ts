import { lingui } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { callMethods } from './web/call-methods-plugin.ts'
import { messageMacros } from './web/language/macros.ts'

/** Begins with the longest file, which would otherwise run alone at the end. The others come as Vitest sorts them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('tests/faults/withdrawals.test.ts')
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
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
