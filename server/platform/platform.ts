import type { Pool } from 'pg'
import type { Alarms } from './alarms.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './time/clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { Files } from './files/files.ts'
import type { Jobs } from './time/jobs.ts'
import type { Keys } from './secrets/keys.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mail.ts'
import type { MailWriter } from './mail/mail-texts.ts'
import type { Metrics } from './metrics.ts'
import type { PasswordCost } from './secrets/password-hasher.ts'
import type { Random } from './random.ts'

/** Infrastructure for every module, free of domain concepts. */
export type Platform = {
  alarms: Alarms
  config: Config
  clock: Clock
  random: Random
  log: Log
  db: Database
  pool: Pool
  bus: Bus
  jobs: Jobs
  keys: Keys
  mail: Mailer
  mailWriter: MailWriter
  files: Files
  metrics: Metrics
  /** Set only by tests, because a hash at `installedCost` takes 10 ms of CPU time. */
  passwordCost?: PasswordCost
}

/** The lifecycle functions that a module returns to `app.ts`, in addition to its functions for other modules. */
export type ModuleLife = {
  /** Called in dependency order, after the database is migrated. */
  start?(): Promise<void>
  /** Called in reverse order; finishes running work. */
  stop?(): Promise<void>
  /** False while the module can't serve; part of `/readyz`. */
  ready?(): boolean
}
