import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { callDoc, type CallDoc } from '../contract/call-docs.ts'
import { calls } from '../contract/calls.ts'
import { commonRefusals } from '../contract/refusals.ts'

const file = fileURLToPath(new URL('../docs/api/calls.md', import.meta.url))

/** The text of `docs/api/calls.md`. */
export function callsMarkdown(): string {
  const docs = Object.values(calls).map(callDoc)
  return `# Calls\n\nMade from \`contract/\` by \`npm run docs\`; a test compares. One endpoint, \`/api?r=NAME\`; a running server shows the same at \`/api/docs\`.\n\n## Refusals of every call\n\n${refusalTable(Object.entries(commonRefusals).map(([code, { status, message }]) => [code, status, message]))}\n${docs.map(section).join('\n')}`
}

function section(doc: CallDoc): string {
  const own = doc.refusals.filter(([code]) => !(code in commonRefusals))
  const fields = (title: string, list: [string, string][]) => (list.length > 0 ? `${title}: ${list.map(([name, shape]) => `\`${name}\` (${shape})`).join(', ')}.\n\n` : '')
  return `\n## ${doc.name}\n\n\`${doc.method}\`, ${doc.access}${doc.movesMoney ? ', takes an `Idempotency-Key`' : ''}. ${doc.summary}\n\n${fields('Takes', doc.takes)}${fields('Headers', doc.headers)}Answers \`${doc.answers}\`.\n${own.length > 0 ? `\n${refusalTable(own)}` : ''}`
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
