import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  accessWords,
  callDoc,
  liveDocs,
  webhookDocs,
  type CallDoc,
  type LiveMessageDoc,
} from '../contract/call-docs.ts'
import { calls } from '../contract/calls.ts'
import { liveCloseCodes } from '../contract/live.ts'
import { commonRefusals } from '../contract/sentences/refusals.ts'

const file = fileURLToPath(new URL('../docs/api/calls.md', import.meta.url))

/** Returns the text of `docs/api/calls.md`. */
export function callsMarkdown(): string {
  const docs = Object.values(calls).map(callDoc)
  const common = refusalTable(
    Object.entries(commonRefusals).map(([code, { status, message }]) => [code, status, message]),
  )
  return (
    '# Calls\n\nGenerated from `contract/` by `npm run docs`; do not edit. ' +
    'All calls share one endpoint, `/api?r=NAME`. ' +
    'A running server serves the same reference at `/api/docs`.\n\n' +
    `## Refusals of every call\n\n${common}\n${live()}${webhookMessages()}${docs.map(section).join('\n')}`
  )
}

function live(): string {
  const rows = (list: LiveMessageDoc[]) =>
    table(
      ['kind', 'fields', 'meaning'],
      list.map(({ kind, fields, summary }) => [
        kind,
        fields.map(([name, shape]) => `\`${name}\` (${escaped(shape)})`).join(', '),
        summary,
      ]),
    )
  const codes = table(
    ['code', 'meaning'],
    Object.values(liveCloseCodes).map(({ code, meaning }) => [code, meaning]),
  )
  return (
    '\n## /live\n\nA WebSocket that sends prices to everyone, and customers news of their own trades. ' +
    'Messages are JSON. ' +
    'Pages of other sites cannot connect.\n\n' +
    `From the client:\n\n${rows(liveDocs.fromClient)}\nFrom the server:\n\n${rows(liveDocs.fromServer)}\n` +
    `The server closes with:\n\n${codes}`
  )
}

function webhookMessages(): string {
  const headers = table(['header', 'meaning'], webhookDocs.headers)
  const fields = table(
    ['field of the body', 'shape'],
    webhookDocs.fields.map(([name, shape]) => [name, escaped(shape)]),
  )
  return (
    '\n## Webhook messages\n\nThe server POSTs them to each endpoint of `webhooks.add`: see ' +
    `[receive webhooks](../how-to/receive-webhooks.md).\n\n${headers}\n${fields}\n`
  )
}

function section(doc: CallDoc): string {
  const own = doc.refusals.filter(([code]) => !(code in commonRefusals))
  const fields = (title: string, list: [string, string][]) =>
    list.length > 0 ? `${title}: ${list.map(([name, shape]) => `\`${name}\` (${shape})`).join(', ')}.\n\n` : ''
  const key = doc.takesIdempotencyKey ? ', accepts an `Idempotency-Key`' : ''
  return (
    `\n## ${doc.name}\n\n\`${doc.method}\`. ${accessWords(doc)}${key}. ${doc.summary}\n\n` +
    `${fields('Parameters', doc.takes)}${fields('Headers', doc.headers)}Returns \`${doc.answers}\`.\n` +
    (own.length > 0 ? `\n${refusalTable(own)}` : '')
  )
}

function refusalTable(list: [string, number, string][]): string {
  return table(['code', 'status', 'message'], list)
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |\n`
  return `${line(head)}|${'---|'.repeat(head.length)}\n${rows.map(line).join('')}`
}

/** Escapes the bars of a union, which would end the cell of a table. */
const escaped = (shape: string) => shape.replaceAll('|', '\\|')

/** Returns whether `docs/api/calls.md` matches the contract. */
export function isCurrent(): boolean {
  return readFileSync(file, 'utf8') === callsMarkdown()
}

if (import.meta.main) {
  mkdirSync(new URL('../docs/api', import.meta.url), { recursive: true })
  writeFileSync(file, callsMarkdown())
}
