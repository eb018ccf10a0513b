import { createLinkContext } from '../server/operators/context.ts'
import { recoverOwner } from '../server/operators/people/recover-owner.ts'
import { createClock } from '../server/platform/time/clock.ts'
import { readClockOffset } from '../server/platform/time/clock-offset.ts'
import { openKeys } from '../server/platform/secrets/open-keys.ts'
import { ConfigError, readConfig, readEnvironment } from '../server/platform/config.ts'
import { systemRandom } from '../server/platform/random.ts'
import { Refused } from '../server/platform/http/refused.ts'
import { openRecords } from './records.ts'

// `npm run operator:recover -- owner@example.org`: prints a link that lets an owner who lost their password or second
// factor set new ones. Run it on the server: it needs the server's settings. The audit log records each use.
const email = process.argv[2] ?? ''
try {
  if (!email) throw new ConfigError('Add the owner’s email: npm run operator:recover -- owner@example.org')
  const config = readConfig(readEnvironment())
  const { db, pool, stop } = await openRecords(config)
  try {
    const clock = createClock(config.devTools ? await readClockOffset(pool) : 0)
    const keys = await openKeys(pool, config, { clock, random: systemRandom })
    const link = await db
      .transaction()
      .execute((tx) => recoverOwner(createLinkContext({ config, clock, keys, random: systemRandom }), tx, email))
    process.stdout.write(
      `This link works once, within a day. Until then, the old password and second factor keep working.\n${link}\n`,
    )
  } finally {
    await stop()
  }
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof Refused)) throw error
  process.stderr.write(`${error instanceof Refused ? 'No owner has this email.' : error.message}\n`)
  process.exitCode = 1
}
