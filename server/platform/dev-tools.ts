import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isLoopback } from './config-rules.ts'
import { parseInput } from './http.ts'
import type { Platform } from './platform.ts'
import { Refused } from './refused.ts'

const tenYearsSeconds = 10 * 365 * 86_400

/**
 * Mounts the routes for development and tests, only with DEV_TOOLS=1, which production refuses. Every route below `/dev/` answers programs
 * and pages of this machine only: 403 for others.
 */
export function registerDevTools(app: FastifyInstance, { mail, clock }: Pick<Platform, 'mail' | 'clock'>): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.url?.startsWith('/dev/') || comesFromHere(request.headers)) return
    return reply.code(403).send({ type: 'error', code: 'forbidden', msg: 'Development tools answer this machine only.' })
  })

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

/**
 * A foreign name in Host means that the name was pointed at this machine (DNS rebinding), a foreign Origin that another site's page asks, and
 * a forwarded address that a proxy stands between.
 */
function comesFromHere(headers: IncomingHttpHeaders): boolean {
  const { host, origin } = headers
  if (!host || !URL.canParse(`http://${host}`) || !isLoopback(new URL(`http://${host}`).hostname)) return false
  if (headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined) return false
  if (headers['sec-fetch-site'] === 'cross-site') return false
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character]!)

function mailboxPage(mails: ReturnType<Platform['mail']['mailbox']>): string {
  const items = mails.map(
    (mail) => `<article><h2>${escaped(mail.subject)}</h2><p>To ${escaped(mail.to)}, ${escaped(mail.at)}</p><pre>${escaped(mail.text)}</pre></article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Development mailbox</title></head><body><h1>Development mailbox</h1>${items.join('') || '<p>No mail yet.</p>'}</body></html>`
}
