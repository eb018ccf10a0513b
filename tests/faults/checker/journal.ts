import { readFileSync } from 'node:fs'

/** One JSON line of a client's journal. The client flushes it to disk before it sends the next request. */
export type JournalLine =
  | { type: 'customer'; id: string }
  | { type: 'sent'; key: string; call: string; customer: string; input: Record<string, unknown>; atMs: number }
  | { type: 'answer'; key: string; status: number; body: AnswerBody; atMs: number }
  | { type: 'silence'; key: string; atMs: number }

export type AnswerBody = Record<string, unknown> & { code?: string; id?: string; tid?: string }

/** One request, with the results of all attempts that used its key. */
export type Operation = {
  key: string
  call: string
  customer: string
  input: Record<string, unknown>
  attempts: number
  acknowledged: AnswerBody[]
  /** The last refusal means that nothing was done, and no attempt was acknowledged. */
  isRefused: boolean
}

export type Journal = { customers: string[]; operations: Operation[] }

/** Codes that leave open whether the request was carried out. */
const unknownCodes = new Set(['outcome_unknown', 'records_unreachable'])

/** Reads journals. Ignores an incomplete last line: no other request followed it. */
export function readJournals(files: string[]): Journal {
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(0, -1))
  const customers = new Set<string>()
  const operations = new Map<string, Operation>()
  for (const line of lines.map((text) => JSON.parse(text) as JournalLine)) {
    if (line.type === 'customer') customers.add(line.id)
    else if (line.type === 'sent') {
      const known = operations.get(line.key)
      if (known) known.attempts += 1
      else operations.set(line.key, operationOf(line))
    } else if (line.type === 'answer') learn(operations.get(line.key)!, line.status, line.body)
  }
  return { customers: [...customers], operations: [...operations.values()] }
}

function operationOf({ key, call, customer, input }: Extract<JournalLine, { type: 'sent' }>): Operation {
  return { key, call, customer, input, attempts: 1, acknowledged: [], isRefused: false }
}

function learn(operation: Operation, status: number, body: AnswerBody): void {
  if (status === 200) {
    operation.acknowledged.push(body)
    operation.isRefused = false
  } else if (operation.acknowledged.length === 0)
    operation.isRefused = !unknownCodes.has(body.code ?? '') && status !== 500
}
