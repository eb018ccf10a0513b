import { build, install, productEnvironment, runCommand } from './prepare.mjs'

// `npm run dev`: restarts the server when its code changes, and rebuilds the pages when theirs does.
await install()
await build()
void runCommand('node', ['scripts/watch-pages.mjs'])
process.exit(
  await runCommand('node', ['--watch-path=server', '--watch-path=api', '--watch-path=build/server', 'server/main.ts'], {
    env: productEnvironment,
  }),
)
