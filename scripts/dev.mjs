import { build, install, productEnvironment, runCommand } from './prepare.mjs'

// `npm run dev`: the server starts again when its code changes, the pages are built again when theirs change.
await install()
await build()
void runCommand('node', ['scripts/watch-pages.mjs'])
process.exit(
  await runCommand(
    'node',
    ['--watch-path=server', '--watch-path=contract', '--watch-path=build/server', 'server/main.ts'],
    { env: productEnvironment },
  ),
)
