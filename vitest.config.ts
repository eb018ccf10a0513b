import { lingui } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'
import { callMethods } from './web/call-methods-plugin.ts'
import { messageMacros } from './web/language/macros.ts'

export default defineConfig({
  plugins: [messageMacros(), lingui(), callMethods()],
  test: {
    include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'tests/{repo-rules,faults}/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: './tests/global-setup.ts',
    pool: 'threads',
    // Files share the modules of their thread: loading them again for each file took half of the processor time. So a test puts back what it
    // changes in the process (timers, environment).
    isolate: false,
    // Tests also wait, for the database and for processes: three keep two cores busy.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
