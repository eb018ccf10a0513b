import { writeSentence } from '../../../api/sentences/sentences.ts'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isLoopback } from '../config-rules.ts'
import { parseInput } from '../http/parse-input.ts'
import type { Platform } from '../platform.ts'
import { Refused } from '../http/refused.ts'

const tenYearsSeconds = 10 * 365 * 86_400

/**
 * Mounts the routes for development and tests. Call it only with DEV_TOOLS=1, which production refuses. Routes under
 * `/dev/` return 403 to everything except programs and pages on this machine.
 */
export function registerDevTools(app: FastifyInstance, { mail, clock }: Pick<Platform, 'mail' | 'clock'>): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.url?.startsWith('/dev/') || comesFromHere(request.raw)) return
    return reply
      .code(403)
      .send({ type: 'error', code: 'forbidden', msg: 'Development tools are available only on this machine.' })
  })

  app.get('/dev/mailbox', (request, reply) => {
    const mails = mail.mailbox()
    if (!String(request.headers.accept ?? '').includes('text/html')) return reply.send(mails)
    return reply.type('text/html; charset=utf-8').send(mailboxPage(mails))
  })

  app.post('/dev/clock', async (request, reply) => {
    try {
      const { advanceSeconds } = parseInput(
        z.object({ advanceSeconds: z.number().positive().max(tenYearsSeconds) }),
        request.body,
      )
      // Times are whole milliseconds everywhere. A fraction would stay in the clock and break every query.
      await clock.advance(Math.ceil(advanceSeconds * 1000))
      return { now: clock.nowMs(), offsetMs: clock.offsetMs() }
    } catch (error) {
      if (error instanceof Refused)
        return reply
          .code(400)
          .send({ type: 'warning', code: error.code, msg: writeSentence('{detail}', error.details) })
      throw error
    }
  })
}

/** Headers added by proxies. Which of them are present depends on the proxy and its settings. */
const proxyHeaders =
  /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|x-original-.+|true-client-ip|cf-.+|cdn-loop|x-envoy-.+)$/

/**
 * Returns whether a request comes from this machine. A foreign Host header indicates DNS rebinding, and a foreign
 * Origin a page on another site. Proxy headers, an absolute request URL, and HTTP/1.0, the default of nginx, indicate a
 * proxy that forwards other people's requests.
 */
function comesFromHere({ headers, httpVersion, url }: IncomingMessage): boolean {
  const { host, origin } = headers
  if (
    !host ||
    !/^[\w.:[\]-]+$/.test(host) ||
    !URL.canParse(`http://${host}`) ||
    !isLoopback(new URL(`http://${host}`).hostname)
  )
    return false
  if (httpVersion === '1.0' || !url?.startsWith('/') || Object.keys(headers).some((name) => proxyHeaders.test(name)))
    return false
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return false
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character]!)

function mailboxPage(mails: ReturnType<Platform['mail']['mailbox']>): string {
  const items = mails.map(
    (mail) =>
      `<article><h2>${escaped(mail.subject)}</h2><p>To ${escaped(mail.to)}, ${escaped(mail.at)}</p>` +
      `<pre>${escaped(mail.text)}</pre></article>`,
  )
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    '<title>Development mailbox</title></head><body><h1>Development mailbox</h1>' +
    `${items.join('') || '<p>No emails yet.</p>'}</body></html>`
  )
}
