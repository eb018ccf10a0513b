import { install, runCommand } from './prepare.mjs'

// `npm run check`: every check that doesn't run the product. Takes under a minute.
await install()
for (const [command, ...args] of [
  ['oxfmt', '--check'],
  ['react-router', 'typegen'],
  ['tsc', '--noEmit'],
  ['oxlint', '--type-aware', '--deny-warnings'],
  ['knip', '--no-progress'],
  ['knip', '--no-progress', '--production', '--config', 'knip.production.jsonc'],
  ['vitest', 'run', 'tests/repo-rules'],
]) {
  const code = await runCommand(command, args)
  if (code !== 0) process.exit(code)
}
