import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseInput } from './http.ts'
import type { Platform } from './platform.ts'
import { Refused } from './refused.ts'

const tenYearsSeconds = 10 * 365 * 86_400

/** Routes for development and tests, mounted only with DEV_TOOLS=1, which production refuses. */
export function registerDevTools(app: FastifyInstance, { mail, clock }: Pick<Platform, 'mail' | 'clock'>): void {
  app.get('/dev/mailbox', (request, reply) => {
    const mails = mail.mailbox()
    if (!String(request.headers.accept ?? '').includes('text/html')) return reply.send(mails)
    return reply.type('text/html; charset=utf-8').send(mailboxPage(mails))
  })

  app.post('/dev/clock', async (request, reply) => {
    try {
      const { advanceSeconds } = parseInput(z.object({ advanceSeconds: z.number().positive().max(tenYearsSeconds) }), request.body)
      await clock.advance(advanceSeconds * 1000)
      return { now: clock.nowMs(), offsetMs: clock.offsetMs() }
    } catch (error) {
      if (error instanceof Refused) return reply.code(400).send({ type: 'warning', code: error.code, msg: String(error.details['detail']) })
      throw error
    }
  })
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character]!)

function mailboxPage(mails: ReturnType<Platform['mail']['mailbox']>): string {
  const items = mails.map(
    (mail) => `<article><h2>${escaped(mail.subject)}</h2><p>To ${escaped(mail.to)}, ${escaped(mail.at)}</p><pre>${escaped(mail.text)}</pre></article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Development mailbox</title></head><body><h1>Development mailbox</h1>${items.join('') || '<p>No mail yet.</p>'}</body></html>`
}
