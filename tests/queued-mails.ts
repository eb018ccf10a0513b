import { makeWorkerUtils } from 'graphile-worker'
import { createJobs } from '../server/platform/time/jobs.ts'
import { createQueuedMailer, type Mail } from '../server/platform/mail/mail.ts'
import type { Platform } from '../server/platform/platform.ts'
import { mailPurpose } from '../server/platform/secrets/sealed-values.ts'
import { createSealer } from '../server/platform/secrets/sealing.ts'

export type QueuedMails = {
  /** Returns the queued emails, oldest first. */
  list(): Promise<Mail[]>
  clear(): Promise<void>
}

/** Queues emails in a platform's database, as if the mail server were unreachable. Nothing sends them. */
export async function queueMails(platform: Platform): Promise<QueuedMails> {
  const { pool, clock, log, keys, random, mail } = platform
  const tools = await makeWorkerUtils({ pgPool: pool })
  await tools.migrate()
  await tools.release()
  const jobs = createJobs(pool, clock, log)
  const from = 'Tallystick <no-reply@practice.example>'
  mail.queue = createQueuedMailer({ ...platform, jobs, smtpUrl: 'smtp://127.0.0.1:1', from }).queue
  const sealer = createSealer(keys, mailPurpose, random)
  return {
    async list() {
      const { rows } = await pool.query<{ id: string; sealed: Buffer }>(`
        SELECT m.id, m.mail_sealed AS sealed FROM platform.mails m
        JOIN graphile_worker._private_jobs j ON j.payload ->> 'id' = m.id::text ORDER BY j.id`)
      return rows.map(({ id, sealed }) => JSON.parse(sealer.open(sealed, id)) as Mail)
    },
    async clear() {
      await pool.query('DELETE FROM platform.mails')
    },
  }
}
