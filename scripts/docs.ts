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
import { commonRefusals } from '../contract/refusals.ts'

const file = fileURLToPath(new URL('../docs/api/calls.md', import.meta.url))

/** The text of `docs/api/calls.md`. */
export function callsMarkdown(): string {
  const docs = Object.values(calls).map(callDoc)
  return `# Calls\n\nMade from \`contract/\` by \`npm run docs\`; a test compares. One endpoint, \`/api?r=NAME\`; a running server shows the same at \`/api/docs\`.\n\n## Refusals of every call\n\n${refusalTable(Object.entries(commonRefusals).map(([code, { status, message }]) => [code, status, message]))}\n${live()}${webhookMessages()}${docs.map(section).join('\n')}`
}

function live(): string {
  const rows = (list: LiveMessageDoc[]) =>
    `| kind | fields | meaning |\n|---|---|---|\n${list.map(({ kind, fields, summary }) => `| ${kind} | ${fields.map(([name, shape]) => `\`${name}\` (${shape.replaceAll('|', '\\|')})`).join(', ')} | ${summary} |\n`).join('')}`
  const codes = Object.values(liveCloseCodes)
    .map(({ code, meaning }) => `| ${code} | ${meaning} |\n`)
    .join('')
  return `\n## /live\n\nA WebSocket with prices for everyone, and news of their own trades for customers. Messages are JSON. Pages of other sites cannot connect.\n\nFrom the client:\n\n${rows(liveDocs.fromClient)}\nFrom the server:\n\n${rows(liveDocs.fromServer)}\nThe server closes with:\n\n| code | meaning |\n|---|---|\n${codes}`
}

function webhookMessages(): string {
  const headers = webhookDocs.headers.map(([name, meaning]) => `| ${name} | ${meaning} |\n`).join('')
  const fields = webhookDocs.fields.map(([name, shape]) => `| ${name} | ${shape.replaceAll('|', '\\|')} |\n`).join('')
  return `\n## Webhook messages\n\nSent by POST to each endpoint of \`webhooks.add\`: see [receive webhooks](../how-to/receive-webhooks.md).\n\n| header | meaning |\n|---|---|\n${headers}\n| field of the body | shape |\n|---|---|\n${fields}\n`
}

function section(doc: CallDoc): string {
  const own = doc.refusals.filter(([code]) => !(code in commonRefusals))
  const fields = (title: string, list: [string, string][]) =>
    list.length > 0 ? `${title}: ${list.map(([name, shape]) => `\`${name}\` (${shape})`).join(', ')}.\n\n` : ''
  return `\n## ${doc.name}\n\n\`${doc.method}\`. ${accessWords(doc)}${doc.takesIdempotencyKey ? ', takes an `Idempotency-Key`' : ''}. ${doc.summary}\n\n${fields('Takes', doc.takes)}${fields('Headers', doc.headers)}Answers \`${doc.answers}\`.\n${own.length > 0 ? `\n${refusalTable(own)}` : ''}`
}

function refusalTable(list: [string, number, string][]): string {
  return `| code | status | message |\n|---|---|---|\n${list.map(([code, status, message]) => `| ${code} | ${status} | ${message} |\n`).join('')}`
}

/** True where the written document is what the contract says now. */
export function isCurrent(): boolean {
  return readFileSync(file, 'utf8') === callsMarkdown()
}

if (import.meta.main) {
  mkdirSync(new URL('../docs/api', import.meta.url), { recursive: true })
  writeFileSync(file, callsMarkdown())
}
