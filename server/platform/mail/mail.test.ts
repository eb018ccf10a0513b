import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../../tests/harness.ts'
import type { CheckTimes } from '../database/live-pools.ts'
import { createJobs, type Jobs } from '../time/jobs.ts'
import { createMailbox, createQueuedMailer, type Mailer } from './mail.ts'
import { createMetrics } from '../metrics.ts'

const mail = { to: 'ada@example.org', subject: 'Your code', text: 'Your code is 48151.' }

let platform: TestPlatform
let server: Server
let received: string[]
let refused: Set<string>
const closers: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  platform = await createTestPlatform()
  received = []
  refused = new Set()
  server = createServer(answerSmtp)
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  server.close()
  await platform.stop()
})

/** Implements the part of SMTP (RFC 5321) that a client needs to send an email. */
function answerSmtp(socket: Socket): void {
  let data: string | undefined
  socket.write('220 here\r\n')
  socket.on('data', (chunk) => {
    for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
      if (data !== undefined && line !== '.') data += `${line}\n`
      else if (data !== undefined) {
        received.push(data)
        data = undefined
        socket.write('250 taken\r\n')
      } else if (line === 'DATA') {
        data = ''
        socket.write('354 go on\r\n')
      } else if ([...refused].some((to) => line === `RCPT TO:<${to}>`)) socket.write('550 no such mailbox\r\n')
      else socket.write('250 fine\r\n')
    }
  })
  socket.on('error', () => {})
}

async function listen(port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function mailerOn(port: number, jobs: Jobs): Mailer {
  const mailer = createQueuedMailer({
    ...platform,
    metrics: createMetrics(false),
    jobs,
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'Tallystick <no-reply@practice.example>',
  })
  closers.push(
    () => mailer.stop(),
    () => jobs.stop(),
  )
  return mailer
}

const queued = async () =>
  (
    await platform.pool.query<{ text: string }>('SELECT payload::text AS text FROM graphile_worker._private_jobs')
  ).rows.map(({ text }) => text)
const keptMails = async () =>
  (await platform.pool.query<{ sealed: Buffer }>('SELECT mail_sealed AS sealed FROM platform.mails')).rows.map(
    ({ sealed }) => sealed,
  )
const newJobs = (checkTimes?: CheckTimes) => createJobs(platform.pool, platform.clock, platform.log, checkTimes)
const openKinds = async () => (await platform.alarms.open()).map(({ kind }) => kind)

it('an email is in the development mailbox once its transaction has committed, and not earlier', async () => {
  const mailbox = createMailbox(platform.clock)
  await platform.db.transaction().execute(async (tx) => {
    await mailbox.queue(tx, mail)
    expect(mailbox.mailbox()).toEqual([])
  })
  expect(mailbox.mailbox()).toHaveLength(1)
  const undone = platform.db.transaction().execute(async (tx) => {
    await mailbox.queue(tx, mail)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await platform.db.transaction().execute(async () => {})
  expect(mailbox.mailbox()).toHaveLength(1)
})

describe('an email in the queue', () => {
  it('is sent and leaves nothing behind', async () => {
    const jobs = newJobs()
    const mailer = mailerOn(await listen(), jobs)
    await jobs.start()
    mailer.send(mail)
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 10_000 })
    expect(received[0]).toContain('Your code is 48151.')
    expect(received[0]).toMatch(/^Message-ID: <[0-9a-f-]{36}@practice\.example>$/m)
    await vi.waitFor(async () => expect(await queued()).toEqual([]), { timeout: 10_000 })
    expect(await keptMails()).toEqual([])
    expect(await openKinds()).toEqual([])
  })

  it('is sent only if the transaction that queued it commits', async () => {
    const jobs = newJobs()
    const mailer = mailerOn(await listen(), jobs)
    await jobs.start()
    const decide = (subject: string, work: () => void) =>
      platform.db.transaction().execute(async (tx) => {
        await mailer.queue(tx, { ...mail, subject })
        work()
      })
    const undone = decide('Undone', () => {
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await decide('Decided', () => {})
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 10_000 })
    await vi.waitFor(async () => expect(await queued()).toEqual([]), { timeout: 10_000 })
    expect(received.map((text) => /^Subject: (.*)$/m.exec(text)?.[1])).toEqual(['Decided'])
  })

  it('waits, encrypted, while the mail server is down, raises an alarm, and is sent after a restart', async () => {
    const port = await listen()
    server.close()
    const before = newJobs()
    const mailer = mailerOn(port, before)
    await before.start()
    mailer.send(mail)
    await vi.waitFor(async () => expect(await openKinds()).toEqual(['mail_not_sent']), { timeout: 10_000 })
    const [kept] = await keptMails()
    expect(kept!.toString('latin1') + (await queued()).join()).not.toMatch(/48151|ada@/)
    await before.stop()

    server = createServer(answerSmtp)
    await listen(port)
    const after = newJobs()
    mailerOn(port, after)
    await after.start()
    await vi.waitFor(
      async () => {
        await platform.clock.advance(60_000)
        expect(received).toHaveLength(1)
      },
      { timeout: 15_000, interval: 100 },
    )
    expect(received[0]).toContain('Your code is 48151.')
    await vi.waitFor(async () => expect(await openKinds()).toEqual([]), { timeout: 10_000 })
  })

  it('is not retried for a recipient that the server rejects', async () => {
    refused.add(mail.to)
    const jobs = newJobs()
    const mailer = mailerOn(await listen(), jobs)
    await jobs.start()
    mailer.send(mail)
    await mailer.stop()
    await vi.waitFor(async () => expect(await queued()).toEqual([]), { timeout: 10_000 })
    expect(received).toEqual([])
    expect(await openKinds()).toEqual([])
  })

  it('that a killed process left behind is sent after a restart', async () => {
    const port = await listen()
    server.close()
    const killed = newJobs()
    const mailer = mailerOn(port, killed)
    await killed.start()
    mailer.send(mail)
    await vi.waitFor(async () => expect(await openKinds()).toEqual(['mail_not_sent']), { timeout: 10_000 })
    await killed.stop()
    await platform.pool.query(
      `UPDATE graphile_worker._private_jobs
       SET locked_by = 'worker-of-a-killed-process', locked_at = now(), run_at = now()`,
    )

    server = createServer(answerSmtp)
    await listen(port)
    // The installed times free a dead process's jobs after 8 seconds.
    const next = newJobs({ everyMs: 100, deadForMs: 300 })
    mailerOn(port, next)
    await next.start()
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 10_000 })
  })
})
