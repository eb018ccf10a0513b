import { build, install, productEnvironment, runCommand } from './prepare.mjs'

// `npm start`: everything from a fresh clone to a served page.
await install()
await build()
// The server ends when we are gone, by whatever signal.
process.exit(
  await runCommand('node', ['server/main.ts'], {
    env: { ...productEnvironment, TALLYSTICK_PARENT_PID: String(process.pid) },
  }),
)
