import { build, install, removeDevelopmentPackages } from './prepare.mjs'

// `npm run build`: installs and builds, like `npm start` before it serves. `npm run build:server`, for servers and
// containers, then removes the development packages.
await install()
await build()
if (process.argv.includes('--production')) await removeDevelopmentPackages()
