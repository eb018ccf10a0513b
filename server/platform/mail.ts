import { setTimeout } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Clock } from './clock.ts'
import { isLoopback } from './config-rules.ts'
import type { Log } from './log.ts'

export type Mail = { to: string; subject: string; text: string }
export type MailboxEntry = Mail & { at: string }

export type Mailer = {
  /** Hands a mail over and returns at once: the caller's answer takes the same time whether a mail goes out or not. */
  send(mail: Mail): void
  /** Newest first; empty where mail really goes out. */
  mailbox(): MailboxEntry[]
  /** Waits for what is under way. */
  stop(): Promise<void>
}

const mailboxSize = 200
const retryDelaysMs = [1_000, 5_000, 30_000]

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

/** A mail server on another machine must offer TLS, by `smtps:` or STARTTLS: mails hold codes. */
const demandsTls = (smtpUrl: string) => !isLoopback(new URL(smtpUrl).hostname)

/** Mail by SMTP, tried again on failure. Nothing of a mail is stored or logged: a code in it would outlive its use. */
export function createSmtpMailer(smtpUrl: string, from: string, log: Log): Mailer {
  const transport = createTransport({ url: smtpUrl, requireTLS: demandsTls(smtpUrl) }, { from })
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  async function deliver(mail: Mail): Promise<void> {
    for (const delayMs of [0, ...retryDelaysMs]) {
      await setTimeout(delayMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (delayMs > 0 && stopping.signal.aborted) break
      try {
        await transport.sendMail(mail)
        return
      } catch (error) {
        log.warn({ reason: (error as { code?: string }).code }, 'mail not delivered')
      }
    }
    log.error('mail given up')
  }
  return {
    send(mail) {
      const delivery = deliver(mail).finally(() => underWay.delete(delivery))
      underWay.add(delivery)
    },
    mailbox: () => [],
    async stop() {
      stopping.abort()
      await Promise.all(underWay)
      transport.close()
    },
  }
}
