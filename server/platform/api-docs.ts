import type { FastifyInstance } from 'fastify'
import type { Call } from '../../contract/call.ts'
import { callDoc, type CallDoc } from '../../contract/call-docs.ts'
import { openApi } from '../../contract/openapi.ts'

/** `/api/docs`: the calls for a person; `/api/openapi.json`: the same for a program. Both made from the contract at start. */
export function registerApiDocs(app: FastifyInstance, calls: Record<string, Call>, publicUrl: string): void {
  const page = docsPage(Object.values(calls).map(callDoc))
  const json = JSON.stringify(openApi(calls, publicUrl))
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(json))
  app.get('/api/docs.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(styles))
  app.get('/api/docs', (_request, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
      .header('x-content-type-options', 'nosniff')
      .type('text/html; charset=utf-8')
      .send(page),
  )
}

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
  const index = docs.map(({ name }) => `<li><a href="#${name}">${name}</a></li>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Calls · Tallystick</title><link rel="stylesheet" href="/api/docs.css"></head><body><main><h1>Calls</h1><p>One endpoint, <code>/api?r=NAME</code>. Signed-in calls carry the session secret in the header <code>secrete</code>. Practice money and test coins only. For programs: <a href="/api/openapi.json">openapi.json</a>.</p><nav aria-label="Calls"><ul>${index}</ul></nav>${docs.map(article).join('')}</main></body></html>`
}

function article(doc: CallDoc): string {
  const rows = (list: [string, string][]) => `<table>${list.map(([name, shape]) => `<tr><td><code>${escaped(name)}</code></td><td><code>${escaped(shape)}</code></td></tr>`).join('')}</table>`
  const part = (title: string, html: string) => `<dt>${title}</dt><dd>${html}</dd>`
  return `<article id="${doc.name}"><h2><code>${doc.method} ${doc.name}</code></h2><p>${escaped(doc.summary)} <em>${doc.access === 'public' ? 'Public.' : 'Signed in.'}${doc.movesMoney ? ' Takes an Idempotency-Key.' : ''}</em></p><dl>${doc.takes.length > 0 ? part('Takes', rows(doc.takes)) : ''}${doc.headers.length > 0 ? part('Headers', rows(doc.headers)) : ''}${part('Answers', `<code>${escaped(doc.answers)}</code>`)}${part('Refuses', `<table>${doc.refusals.map(([code, status, message]) => `<tr><td><code>${code}</code></td><td>${status}</td><td>${escaped(message)}</td></tr>`).join('')}</table>`)}</dl></article>`
}
