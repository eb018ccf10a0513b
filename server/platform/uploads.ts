import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FileField } from '../../contract/call.ts'
import { Refused } from './refused.ts'

/** A file as it was sent. Nothing about it is known but its bytes: its name and kind are the sender's words. */
export type Upload = { name: string; bytes: Buffer }

/** A request whose multipart body has not been read. */
export type Multipart = {
  parts(options: { limits: object }): AsyncIterableIterator<MultipartFile | MultipartValue>
  raw?: { socket: { bytesRead?: number } }
}

const atMostAtOnce = 8
const waitAtMost = 64
let reading = 0
const waiting: (() => void)[] = []
/** Who has a body read now, or waits for it. */
const readers = new Set<string>()
/**
 * The least that a client sends after a start of its own, and how often it is checked. A phone far from its mast sends more. While every place
 * is taken and others wait, more is demanded: otherwise eight accounts could block everybody's uploads for as long as their bodies take.
 */
const leastRate = { bytesPerSecond: 8_192, whileOthersWait: 131_072, startMs: 5_000, everyMs: 1_000 }

/**
 * Reads the fields of a multipart body, and the files that `wanted` names. Memory stays bounded: so many bodies with files at
 * once, others wait, and a file is cut off at its limit. Each `reader` has one place, and loses it by sending too slowly. Throws
 * `too_large`, `unreadable_body`, `busy`, `too_many_requests`, `too_slow`, `bad_input`.
 */
export async function readMultipart(
  request: Multipart,
  wanted: Record<string, FileField> | undefined,
  reader: string,
): Promise<{ fields: Record<string, unknown>; files: Record<string, Upload> }> {
  if (!wanted) return readParts(request, {})
  if (readers.has(reader)) throw new Refused('too_many_requests', { seconds: 5 })
  readers.add(reader)
  try {
    return await inTurn(() => fastEnough(request, readParts(request, wanted)))
  } finally {
    readers.delete(reader)
  }
}

async function inTurn<Read>(read: () => Promise<Read>): Promise<Read> {
  await turn()
  try {
    return await read()
  } finally {
    reading--
    waiting.shift()?.()
  }
}

/** What `read` resolves with, or `too_slow` as soon as the client sends less than the least rate. */
function fastEnough<Read>({ raw }: Multipart, read: Promise<Read>): Promise<Read> {
  const received = () => raw?.socket.bytesRead ?? Infinity
  const before = received()
  let elapsedMs = 0
  return new Promise((resolve, reject) => {
    const check = setInterval(() => {
      elapsedMs += leastRate.everyMs
      const bytesPerSecond = waiting.length > 0 ? leastRate.whileOthersWait : leastRate.bytesPerSecond
      const due = ((elapsedMs - leastRate.startMs) / 1000) * bytesPerSecond
      if (received() - before < due) reject(new Refused('too_slow'))
    }, leastRate.everyMs)
    read.then(resolve, reject).finally(() => clearInterval(check))
  })
}

async function turn(): Promise<void> {
  if (waiting.length >= waitAtMost) throw new Refused('busy')
  while (reading >= atMostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  reading++
}

async function readParts(request: Multipart, wanted: Record<string, FileField>) {
  const fields: Record<string, unknown> = {}
  const files: Record<string, Upload> = {}
  const largest = Math.max(0, ...Object.values(wanted).map(({ maxBytes }) => maxBytes))
  try {
    for await (const part of request.parts({
      limits: { files: Object.keys(wanted).length, fields: 50, fieldSize: 64 * 1024, fileSize: largest + 1, parts: 60 },
    })) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw new Refused('too_large')
        fields[part.fieldname] = part.value
        continue
      }
      const field = wanted[part.fieldname]
      if (!field)
        throw new Refused('bad_input', { detail: `There is no file called ${part.fieldname.slice(0, 40)} here.` })
      const bytes = await readFile(part, field.maxBytes)
      // An empty file control sends a part without bytes.
      if (bytes.length > 0) files[part.fieldname] = { name: String(part.filename ?? '').slice(0, 200), bytes }
    }
  } catch (error) {
    throw asRefusal(error)
  }
  const missing = Object.entries(wanted).find(([name, { required }]) => required && !files[name])
  if (missing) throw new Refused('bad_input', { detail: 'Choose a file.' }, { [missing[0]]: 'Choose a file.' })
  return { fields, files }
}

/** Reads a file and stops where it is too large: what is still to come, be it without end, is not waited for. */
async function readFile({ file }: MultipartFile, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of file as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new Refused('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function asRefusal(error: unknown): unknown {
  if (error instanceof Refused) return error
  const { code = '', statusCode } = error as { code?: string; statusCode?: number }
  if (statusCode === 413 || /LIMIT|TOO_LARGE/.test(code)) return new Refused('too_large')
  return new Refused('unreadable_body')
}
