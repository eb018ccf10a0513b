import { createClock } from '../../platform/time/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { createLog } from '../../platform/log.ts'
import { createChains } from '../chains/chains.ts'
import { chainCoins } from '../chains/adapter.ts'

/** A process that runs both chains until it is killed, for `nodes.test.ts`. Sends `ready` to its parent. */
const config = readConfig({ NODE_ENV: 'test', DATA_DIR: process.argv[2]! })
const chains = createChains({ config, log: createLog('silent'), clock: createClock() }, { blocks: 'manual' })
await chains.start()
for (const coin of chainCoins) await chains.whenReady(coin)
process.send!('ready')
setInterval(() => {}, 60_000)
