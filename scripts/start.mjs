import { build, install, runCommand } from './prepare.mjs'

// `npm start`: everything from a fresh clone to a served page.
install()
await build()
process.exit(await runCommand('node', ['server/main.ts']))
