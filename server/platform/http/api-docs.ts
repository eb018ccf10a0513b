import type { FastifyInstance } from 'fastify'
import type { Call } from '../../../api/call.ts'
import {
  accessWords,
  callDoc,
  liveDocs,
  webhookDocs,
  type CallDoc,
  type LiveMessageDoc,
} from '../../../api/call-docs.ts'
import { liveCloseCodes } from '../../../api/live.ts'
import { openApi } from '../../../api/openapi.ts'
import { addressOf, type Config } from '../config.ts'
import { insideOf } from './inside-only.ts'

/**
 * Serves the call documentation: `/api/docs` for people, `/api/openapi.json` for programs. Both are generated from the
 * calls' declarations at the first request. External visitors see what the API_DOCS setting allows; programs on this
 * machine see everything.
 */
export function registerApiDocs(app: FastifyInstance, calls: Record<string, Call>, config: DocsConfig): void {
  const isInside = insideOf(config)
  const all = documents(calls, addressOf(config))
  const shown = { all, none: undefined, customers: documents(withoutOperators(calls), addressOf(config)) }[
    config.apiDocs
  ]
  const serve = (url: string, type: string, body: (of: Documents) => string, policy?: string) =>
    app.get(url, (request, reply) => {
      const found = isInside(request) && config.production ? all : shown
      if (!found) return reply.callNotFound()
      if (policy) reply.header('content-security-policy', policy)
      return reply.type(`${type}; charset=utf-8`).send(body(found))
    })
  serve('/api/openapi.json', 'application/json', ({ json }) => json)
  serve('/api/docs.css', 'text/css', () => styles)
  serve(
    '/api/docs',
    'text/html',
    ({ page }) => page,
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
}

type DocsConfig = Pick<Config, 'production' | 'metricsToken' | 'apiDocs' | 'publicUrl' | 'host' | 'port'>
type Documents = { page: string; json: string }

function documents(calls: Record<string, Call>, address: string): Documents {
  let page: string | undefined
  let json: string | undefined
  return {
    get page() {
      return (page ??= docsPage(Object.values(calls).map(callDoc)))
    },
    get json() {
      return (json ??= JSON.stringify(openApi(calls, address)))
    },
  }
}

const withoutOperators = (calls: Record<string, Call>) =>
  Object.fromEntries(Object.entries(calls).filter(([, { access }]) => access !== 'operator'))

const styles = `:root{color-scheme:light dark;font:16px/1.55 system-ui,sans-serif}
body{max-width:62rem;margin:0 auto;padding:1.5rem 1rem 4rem}
a{color:inherit}
code{font-family:ui-monospace,monospace;font-size:.9em;overflow-wrap:anywhere}
article{border-top:1px solid color-mix(in srgb,currentColor 22%,transparent);padding:1.25rem 0}
h2{margin:0 0 .25rem;font-size:1.15rem}
dt{font-weight:600;margin-top:.75rem}dd{margin:0}
table{border-collapse:collapse;width:100%}td{padding:.2rem .75rem .2rem 0;vertical-align:top}
nav ul{columns:12rem;padding-left:1.1rem}`

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character]!)

function docsPage(docs: CallDoc[]): string {
  const anchors = ['live', 'webhook-messages', ...docs.map(({ name }) => name)]
  const titles = ['/live', 'Webhook messages', ...docs.map(({ name }) => name)]
  const index = anchors.map((anchor, place) => `<li><a href="#${anchor}">${titles[place]}</a></li>`)
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Calls · Tallystick</title>' +
    '<link rel="stylesheet" href="/api/docs.css"></head><body><main><h1>Calls</h1>' +
    '<p>One endpoint, <code>/api?r=NAME</code>. Signed-in calls carry the session secret in the header ' +
    '<code>secrete</code>. Practice money and test coins only. ' +
    'For programs: <a href="/api/openapi.json">openapi.json</a>.</p>' +
    `<nav aria-label="Calls"><ul>${index.join('')}</ul></nav>` +
    `${liveArticle()}${webhooksArticle()}${docs.map(article).join('')}</main></body></html>`
  )
}

const code = (text: string) => `<code>${text}</code>`
const table = (rows: (string | number)[][]) =>
  `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`
const part = (title: string, html: string) => `<dt>${title}</dt><dd>${html}</dd>`

function article(doc: CallDoc): string {
  const fields = (title: string, list: [string, string][]) =>
    list.length > 0 ? part(title, table(list.map(([name, shape]) => [code(escaped(name)), code(escaped(shape))]))) : ''
  const refusals = doc.refusals.map(([name, status, message]) => [code(name), status, escaped(message)])
  const key = doc.takesIdempotencyKey ? ' Accepts an Idempotency-Key.' : ''
  return (
    `<article id="${doc.name}"><h2>${code(`${doc.method} ${doc.name}`)}</h2>` +
    `<p>${escaped(doc.summary)} <em>${accessWords(doc)}.${key}</em></p>` +
    `<dl>${fields('Parameters', doc.takes)}${fields('Headers', doc.headers)}` +
    `${part('Returns', code(escaped(doc.answers)))}${part('Refusals', table(refusals))}</dl></article>`
  )
}

function liveArticle(): string {
  const messages = (list: LiveMessageDoc[]) =>
    table(
      list.map(({ kind, fields, summary }) => [
        code(kind),
        code(escaped(fields.map(([name, shape]) => `${name}: ${shape}`).join(', '))),
        escaped(summary),
      ]),
    )
  const codes = Object.values(liveCloseCodes).map((close) => [code(String(close.code)), escaped(close.meaning)])
  return (
    `<article id="live"><h2>${code('WebSocket /live')}</h2>` +
    '<p>Sends prices to everyone, and sends customers updates on their own trades. Messages are JSON. ' +
    'Pages on other sites cannot connect.</p>' +
    `<dl>${part('From the client', messages(liveDocs.fromClient))}` +
    `${part('From the server', messages(liveDocs.fromServer))}${part('Closes with', table(codes))}</dl></article>`
  )
}

function webhooksArticle(): string {
  const rows = (list: [string, string][]) => table(list.map(([name, text]) => [code(escaped(name)), escaped(text)]))
  return (
    '<article id="webhook-messages"><h2>Webhook messages</h2>' +
    '<p>The server POSTs each transfer on a customer’s accounts to each endpoint added with ' +
    '<a href="#webhooks.add">webhooks.add</a>. Respond with a 2xx status within 10 seconds. ' +
    'Otherwise, we retry after 5 seconds, 5 and 30 minutes, and 2, 5, 10 and 14 hours. ' +
    'Messages can arrive twice or out of order.</p>' +
    `<dl>${part('Headers', rows(webhookDocs.headers))}${part('Body', rows(webhookDocs.fields))}</dl></article>`
  )
}
