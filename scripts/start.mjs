import { build, install, productEnvironment, runCommand } from './prepare.mjs'

// `npm start`: installs, builds and serves, even from a fresh clone.
await install()
await build()
// The server watches this process id and stops when this process ends for any reason.
process.exit(
  await runCommand('node', ['server/main.ts'], {
    env: { ...productEnvironment, TALLYSTICK_PARENT_PID: String(process.pid) },
  }),
)
