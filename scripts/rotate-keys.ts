import { parseArgs } from 'node:util'
import { createClock } from '../server/platform/time/clock.ts'
import { readClockOffset } from '../server/platform/time/clock-offset.ts'
import { ConfigError, readConfig, readEnvironment } from '../server/platform/config.ts'
import { createFiles } from '../server/platform/files/files.ts'
import { ringOf } from '../server/platform/secrets/keys.ts'
import { openKeys } from '../server/platform/secrets/open-keys.ts'
import { systemRandom as random } from '../server/platform/random.ts'
import { checkBeforeRotation, rotateKeys, type Rotated } from '../server/platform/secrets/rotate-keys.ts'
import { sealedValues } from '../server/sealed-values.ts'
import { openRecords } from './records.ts'

// `npm run keys:rotate [-- --data-dir DIR] [--leave-unreadable]`: re-encrypts under SECRET_KEY every value encrypted
// under SECRET_KEY_PREVIOUS, while the product runs. If it is interrupted, run it again. Exits with 1 if any value
// can't be decrypted with either key, unless `--leave-unreadable` is given.
const { values } = parseArgs({
  options: { 'data-dir': { type: 'string' }, 'leave-unreadable': { type: 'boolean', default: false } },
})
try {
  const own = values['data-dir'] && { DATA_DIR: values['data-dir'], DATABASE_URL: '', DATABASE_OWNER_URL: '' }
  const config = readConfig({ ...readEnvironment(), ...own })
  const { db, pool, stop } = await openRecords({
    ...config,
    databaseUrl: config.databaseOwnerUrl ?? config.databaseUrl,
  })
  try {
    const clock = createClock(config.devTools ? await readClockOffset(pool) : 0)
    await checkBeforeRotation(pool, ringOf(config))
    const keys = await openKeys(pool, config, { clock, random })
    const files = createFiles({ config, clock, keys, random })
    report(
      await rotateKeys(
        { db, pool, files, keys, random, nowMs: clock.nowMs(), values: sealedValues },
        { leaveUnreadable: values['leave-unreadable'] },
      ),
    )
  } finally {
    await stop()
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

function report({ resealed, unreadable }: Rotated): void {
  for (const [place, count] of Object.entries(resealed)) if (count > 0) print(`${place}: ${count} re-encrypted`)
  for (const place of unreadable) print(`UNREADABLE with either key: ${place}`)
  if (unreadable.length > 0 && !values['leave-unreadable']) {
    print('\nKeep SECRET_KEY_PREVIOUS. If you can do without the unreadable values, run again with --leave-unreadable.')
    process.exitCode = 1
  } else {
    const encrypted = unreadable.length > 0 ? 'Every readable value' : 'Everything'
    print(`\n${encrypted} is encrypted under SECRET_KEY. Remove SECRET_KEY_PREVIOUS from the settings.`)
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
