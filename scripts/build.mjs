import { build, install, removeDevelopmentPackages } from './prepare.mjs'

// `npm run build`: what `npm start` does before it serves. `npm run build:server`, for servers and containers, leaves only the packages that the
// product runs with.
await install()
await build()
if (process.argv.includes('--production')) await removeDevelopmentPackages()
