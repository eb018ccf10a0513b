import { setImmediate } from 'node:timers/promises'
import type { Transporter } from 'nodemailer'
import type { Alarms } from './alarms.ts'
import type { Clock } from './clock.ts'
import { isLoopback } from './config-rules.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { uuidv7, type Random } from './random.ts'
import { createSealer, purposeKey } from './sealing.ts'

export type Mail = { to: string; subject: string; text: string }
export type MailboxEntry = Mail & { at: string }

export type Mailer = {
  /** Hands a mail over and returns at once: the caller's answer takes the same time whether a mail goes out or not. */
  send(mail: Mail): void
  /** Newest first; empty where mail really goes out. */
  mailbox(): MailboxEntry[]
  /** Waits until what was handed over is stored. */
  stop(): Promise<void>
}

const mailboxSize = 200

/** The development mailbox: mails stay in this process's memory and can be read at `/dev/mailbox`. */
export function createMailbox(clock: Clock): Mailer {
  const entries: MailboxEntry[] = []
  return {
    send(mail) {
      entries.unshift({ ...mail, at: clock.now().toISOString() })
      entries.length = Math.min(entries.length, mailboxSize)
    },
    mailbox: () => entries,
    stop: async () => {},
  }
}

type QueueOptions = {
  smtpUrl: string
  from: string
  secretKey: Buffer
  jobs: Jobs
  alarms: Alarms
  metrics: Metrics
  clock: Clock
  random: Random
  log: Log
}

/** A mail as the queue keeps it: codes and names in it are readable with SECRET_KEY only. */
type QueuedMail = { id: string; sealed: string }

const task = 'send mail'
/** With the queue's growing pauses (e, e², ... up to e¹⁰ seconds) the last try comes after 16 hours. */
const mostAttempts = 12
const timeoutsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** A mail server on another machine must offer TLS, by `smtps:` or STARTTLS: mails hold codes. */
const demandsTls = (smtpUrl: string) => !isLoopback(new URL(smtpUrl).hostname)

/**
 * Mail by SMTP through the job queue: it survives a restart and is tried again for hours. The queue keeps it sealed and deletes it once it is
 * sent or given up. A mail goes out at least once; each try carries the same Message-ID, so that a repeated one can be recognised. Operators
 * see an alarm while the mail server takes nothing, and for mails that were given up.
 */
export function createQueuedMailer({ smtpUrl, from, secretKey, jobs, alarms, metrics, clock, random, log }: QueueOptions): Mailer {
  let transport: Promise<Transporter> | undefined
  const opened = () => {
    transport ??= import('nodemailer').then(({ createTransport }) => createTransport({ url: smtpUrl, requireTLS: demandsTls(smtpUrl), ...timeoutsMs }, { from }))
    return transport
  }
  const sealer = createSealer(purposeKey(secretKey, 'platform mails'), random)
  const underWay = new Set<Promise<void>>()
  const sent = metrics.counter('mails_total', 'Mails by outcome', ['outcome'])
  for (const outcome of ['sent', 'refused', 'given_up']) sent.inc({ outcome }, 0)
  let isFailing = true

  jobs.define(task, async (payload, { attempt }) => {
    const { id, sealed } = payload as QueuedMail
    const mail = JSON.parse(sealer.open(Buffer.from(sealed, 'base64'), id)) as Mail
    try {
      await (await opened()).sendMail({ ...mail, messageId: `<${id}@${domainOf(from)}>` })
      sent.inc({ outcome: 'sent' })
      // True at first, because an alarm may be left over from an earlier run.
      if (isFailing) await alarms.clear('mail_not_sent', 'SMTP')
      isFailing = false
    } catch (error) {
      const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
      if (code === 'EENVELOPE' && (responseCode ?? 0) >= firstPermanentCode) {
        log.warn({ responseCode }, 'the mail server refuses a recipient')
        return sent.inc({ outcome: 'refused' })
      }
      isFailing = true
      await alarms.raise({ kind: 'mail_not_sent', subject: 'SMTP', details: { code, attempt } })
      if (attempt < mostAttempts) throw new Error(`mail not sent (${code})`, { cause: undefined })
      await alarms.raise({ kind: 'mail_given_up', subject: id, details: { code, attempts: attempt } })
      sent.inc({ outcome: 'given_up' })
    }
  })

  async function keep(mail: Mail): Promise<void> {
    // The caller's own work goes first.
    await setImmediate()
    const id = uuidv7(clock.nowMs(), random)
    const payload: QueuedMail = { id, sealed: sealer.seal(JSON.stringify(mail), id).toString('base64') }
    try {
      await jobs.add(task, payload, { attempts: mostAttempts })
    } catch (error) {
      log.error({ err: error }, 'a mail could not be queued')
      await alarms.raise({ kind: 'mail_given_up', subject: id, details: { code: 'queue', attempts: 0 } })
    }
  }

  return {
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

/** RFC 5321, 4.2.1: replies of the 500s say that trying again is of no use. */
const firstPermanentCode = 500

function domainOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'tallystick.localhost'
}
