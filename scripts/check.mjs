import { install, runCommand } from './prepare.mjs'

// `npm run check`: every check that doesn't run the product. Takes under a minute.
await install()
const steps = [
  [['oxfmt', '--check']],
  [['react-router', 'typegen']],
  [['tsc', '--noEmit']],
  [['oxlint', '--type-aware', '--deny-warnings']],
  // In parallel: each keeps one core busy.
  [
    ['knip', '--no-progress'],
    ['knip', '--no-progress', '--production', '--config', 'knip.production.jsonc'],
    ['vitest', 'run', 'tests/repo-rules'],
  ],
]
for (const step of steps) {
  const codes = await Promise.all(step.map(([command, ...args]) => runCommand(command, args)))
  const failed = codes.find((code) => code !== 0)
  if (failed !== undefined) process.exit(failed)
}
