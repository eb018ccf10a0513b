import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Transporter } from 'nodemailer'
import type { Alarms } from '../alarms.ts'
import type { Clock } from '../time/clock.ts'
import { isLoopback } from '../config-rules.ts'
import { afterCommit, type Database, type Executor } from '../database/database.ts'
import type { Jobs } from '../time/jobs.ts'
import type { Keys } from '../secrets/keys.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { uuidv7, type Random } from '../random.ts'
import { invariant } from '../http/refused.ts'
import { mailPurpose } from '../secrets/sealed-values.ts'
import { createSealer } from '../secrets/sealing.ts'
import { bytea, queryFirst, row } from '../database/rows.ts'

export type Mail = { to: string; subject: string; text: string }
type MailboxEntry = Mail & { at: string }

export type Mailer = {
  /**
   * Queues an email in the caller's transaction: it is sent only if the transaction commits. Use it for every email
   * about stored data. Rolling back to a savepoint also discards the email, except in the development mailbox. Throws
   * outside a transaction.
   */
  queue(tx: Executor, mail: Mail): Promise<void>
  /**
   * Queues an email and returns immediately, so that the response takes the same time whether or not an email is sent.
   * Use it only when a person requests a code. The email may be lost if the process ends, but the person can request
   * another one. `tests/repo-rules/mails.test.ts` lists the permitted callers.
   */
  send(mail: Mail): void
  /** Returns the development mailbox, newest first; empty if emails are really sent. */
  mailbox(): MailboxEntry[]
  /** Waits until all queued emails are stored. */
  stop(): Promise<void>
}

const mailboxSize = 200

/** Throws outside a transaction. An email's row, its job and the data that it reports on must commit together. */
function requireTransaction(tx: Executor): void {
  invariant(tx.isTransaction, 'an email must be queued in the transaction that stores the data it reports on')
}

/** Creates the development mailbox: emails stay in this process's memory and can be read at `/dev/mailbox`. */
export function createMailbox(clock: Clock): Mailer {
  const entries: MailboxEntry[] = []
  const send = (mail: Mail) => {
    entries.unshift({ ...mail, at: clock.now().toISOString() })
    entries.length = Math.min(entries.length, mailboxSize)
  }
  return {
    async queue(tx, mail) {
      requireTransaction(tx)
      await afterCommit(tx, () => send(mail))
    },
    send,
    mailbox: () => entries,
    stop: async () => {},
  }
}

type QueueOptions = {
  smtpUrl: string
  from: string
  db: Database
  keys: Pick<Keys, 'ring'>
  jobs: Jobs
  alarms: Alarms
  metrics: Metrics
  clock: Clock
  random: Random
  log: Log
}

/**
 * The job that sends an email. The email itself is in `platform.mails`, where codes and names are encrypted under
 * SECRET_KEY.
 */
type MailJob = { id: string }

const task = 'send mail'
/** With the queue's increasing delays (e, e², ... up to e¹⁰ seconds), the last attempt is made after 16 hours. */
const maxAttempts = 12
const timeoutsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** A mail server on another machine must offer TLS, by `smtps:` or STARTTLS, because emails contain codes. */
const requiresTls = (smtpUrl: string) => !isLoopback(new URL(smtpUrl).hostname)

/**
 * Sends email by SMTP through the job queue, which survives a restart and retries for hours. The queue stores an email
 * encrypted and deletes it once it is sent or abandoned. An email is sent at least once; each attempt has the same
 * Message-ID, so that duplicates can be recognised. Operators see an alarm while the mail server accepts nothing, and
 * for abandoned emails.
 */
export function createQueuedMailer({
  smtpUrl,
  from,
  db,
  keys,
  jobs,
  alarms,
  metrics,
  clock,
  random,
  log,
}: QueueOptions): Mailer {
  let transport: Promise<Transporter> | undefined
  const opened = () => {
    transport ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({ url: smtpUrl, requireTLS: requiresTls(smtpUrl), ...timeoutsMs }, { from }),
    )
    return transport
  }
  const sealer = createSealer(keys, mailPurpose, random)
  const underWay = new Set<Promise<void>>()
  const sent = metrics.counter('mails_total', 'Emails by outcome', ['outcome'])
  for (const outcome of ['sent', 'refused', 'given_up']) sent.inc({ outcome }, 0)
  let isFailing = true

  jobs.define(task, async (payload, { attempt }) => {
    const { id } = payload as MailJob
    const sealed = await findMail(db, id)
    if (!sealed) return
    const mail = JSON.parse(sealer.open(sealed, id)) as Mail
    try {
      await (await opened()).sendMail({ ...mail, messageId: `<${id}@${domainOf(from)}>` })
    } catch (error) {
      sent.inc({ outcome: await afterFailure(id, attempt, error) })
      return deleteMail(db, id)
    }
    await deleteMail(db, id)
    sent.inc({ outcome: 'sent' })
    // True at first, because an alarm may be left over from an earlier run.
    if (isFailing) await alarms.clear('mail_not_sent', 'SMTP')
    isFailing = false
  })

  /** Returns the outcome after a failed attempt. Throws if the email will be retried. */
  async function afterFailure(id: string, attempt: number, error: unknown): Promise<'refused' | 'given_up'> {
    const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
    if (code === 'EENVELOPE' && (responseCode ?? 0) >= firstPermanentCode) {
      log.warn({ responseCode }, 'the mail server rejected a recipient')
      return 'refused'
    }
    isFailing = true
    await alarms.raise({ kind: 'mail_not_sent', subject: 'SMTP', details: { code, attempt } })
    if (attempt < maxAttempts) throw new Error(`mail not sent (${code})`, { cause: undefined })
    await alarms.raise({ kind: 'mail_given_up', subject: id, details: { code, attempts: attempt } })
    return 'given_up'
  }

  async function queue(tx: Executor, mail: Mail): Promise<void> {
    requireTransaction(tx)
    const id = uuidv7(clock.nowMs(), random)
    await insertMail(tx, id, sealer.seal(JSON.stringify(mail), id))
  }

  async function keep(mail: Mail): Promise<void> {
    // Lets the caller's own work run first.
    await setImmediate()
    try {
      await db.transaction().execute((tx) => queue(tx, mail))
    } catch (error) {
      log.error({ err: error }, 'an email could not be queued')
      await alarms.raise({
        kind: 'mail_given_up',
        subject: uuidv7(clock.nowMs(), random),
        details: { code: 'queue', attempts: 0 },
      })
    }
  }

  return {
    queue,
    send(mail) {
      const keeping = keep(mail).finally(() => underWay.delete(keeping))
      underWay.add(keeping)
    },
    mailbox: () => [],
    async stop() {
      await Promise.all(underWay)
      ;(await transport)?.close()
    },
  }
}

/** Stores an email and the job that sends it. graphile-worker's function runs in the same transaction. */
async function insertMail(tx: Executor, id: string, sealed: Buffer): Promise<void> {
  await sql`INSERT INTO platform.mails (id, mail_sealed) VALUES (${id}, ${sealed})`.execute(tx)
  await sql`
    SELECT graphile_worker.add_job(${task}, json_build_object('id', ${id}::text),
      max_attempts => ${maxAttempts}::int)`.execute(tx)
}

const sealedRow = row({ sealed: bytea })

async function findMail(db: Database, id: string): Promise<Buffer | undefined> {
  const found = await queryFirst(db, sealedRow)`SELECT mail_sealed AS sealed FROM platform.mails WHERE id = ${id}`
  return found?.sealed
}

async function deleteMail(db: Database, id: string): Promise<void> {
  await sql`DELETE FROM platform.mails WHERE id = ${id}`.execute(db)
}

/** RFC 5321, 4.2.1: after 5xx replies, a retry is pointless. */
const firstPermanentCode = 500

function domainOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'tallystick.localhost'
}
