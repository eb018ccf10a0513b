import { startApp } from '../server/app.ts'
import { readConfig } from '../server/platform/config.ts'
import { benchLimits } from './world.ts'

// Runs the whole product in a separate process, with limits that a load from a few customers doesn't reach. Reads its
// settings from the environment; `UNBATCHED=1` commits each order separately. Sends its URL to its parent when ready.
const unbatched = process.env['UNBATCHED'] === '1'
const app = await startApp(readConfig(process.env), {
  trading: { limits: benchLimits, ...(unbatched && { intake: { lanes: 16, maxBatch: 1 } }) },
})
process.send?.(app.url)
process.on('disconnect', () => void app.stop().then(() => process.exit(0)))
