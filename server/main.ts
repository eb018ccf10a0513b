import { startApp } from './app.ts'
import { ConfigError, readConfig, readEnvironment } from './platform/config.ts'

try {
  const app = await startApp(readConfig(readEnvironment()))
  process.stdout.write(`Tallystick is served at ${app.url}\n`)
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      app.stop().then(() => process.exit(0), (error) => {
        app.platform.log.fatal({ err: error }, 'stop failed')
        process.exit(1)
      })
    })
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`Tallystick does not start:\n${error.message}\n`)
  process.exit(1)
}
