import { startApp } from '../server/app.ts'
import { readConfig } from '../server/platform/config.ts'
import { benchLimits } from './world.ts'

// The whole product in a process of its own, with limits that a load from few customers does not reach. Settings come by
// the environment, `UNBATCHED=1` commits each order alone. Says its address when it serves.
const unbatched = process.env['UNBATCHED'] === '1'
const app = await startApp(readConfig(process.env), {
  trading: { limits: benchLimits, ...(unbatched && { desk: { lanes: 16, maxBatch: 1 } }) },
})
process.send?.(app.url)
process.on('disconnect', () => void app.stop().then(() => process.exit(0)))
