import { startApp } from './app.ts'
import { ConfigError, readConfig, readEnvironment } from './platform/config.ts'
import { onParentGone } from './platform/parent.ts'

/** A stop that takes longer than this has hung. */
const stopWithinMs = 25_000

// Nothing that this process writes is for other users of the machine.
process.umask(0o077)

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
onParentGone(process.env['TALLYSTICK_PARENT_PID'], () => ending.abort())
ending.signal.addEventListener('abort', () => setTimeout(() => process.exit(1), stopWithinMs).unref())

try {
  const app = await startApp(readConfig(readEnvironment()), { ending: ending.signal })
  const stop = () =>
    app.stop().then(() => process.exit(0), (error) => {
      app.platform.log.fatal({ err: error }, 'stop failed')
      process.exit(1)
    })
  if (ending.signal.aborted) await stop()
  ending.signal.addEventListener('abort', () => void stop())
  process.stdout.write(`Tallystick is served at ${app.url}\n`)
} catch (error) {
  if (ending.signal.aborted) process.exit(0)
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`Tallystick does not start:\n${error.message}\n`)
  process.exit(1)
}
