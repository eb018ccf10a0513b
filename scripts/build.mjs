import { build, install } from './prepare.mjs'

// `npm run build`: what `npm start` does before it serves, for servers and containers.
await install()
await build()
