import { flushCompileCache } from 'node:module'
import { startApp } from './app.ts'
import { ConfigError, readConfig, readEnvironment } from './platform/config.ts'
import { onParentGone } from './platform/process/parent.ts'

/** A shutdown that takes longer than this counts as hung. */
const stopWithinMs = 25_000

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
onParentGone(process.env['TALLYSTICK_PARENT_PID'], () => ending.abort())
ending.signal.addEventListener('abort', () => setTimeout(() => process.exit(1), stopWithinMs).unref())

try {
  const app = await startApp(readConfig(readEnvironment()), { ending: ending.signal })
  const stop = () =>
    app.stop().then(
      () => process.exit(0),
      (error) => {
        app.platform.log.fatal({ err: error }, 'shutdown failed')
        process.exit(1)
      },
    )
  if (ending.signal.aborted) await stop()
  ending.signal.addEventListener('abort', () => void stop())
  process.stdout.write(`Tallystick is running at ${app.url}\n`)
  // Writes the cache now, because a killed process would write nothing and the next startup would be slow again.
  flushCompileCache()
} catch (error) {
  if (ending.signal.aborted) process.exit(0)
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`Tallystick failed to start:\n${error.message}\n`)
  process.exit(1)
}
