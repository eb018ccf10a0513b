import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FileField } from '../../../api/call.ts'
import { Refused } from './refused.ts'

/** A file as it was sent. Only its bytes can be trusted: the sender chose its name and type. */
export type Upload = { name: string; bytes: Buffer }

/** A request with an unread multipart body. */
export type Multipart = {
  parts(options: { limits: object }): AsyncIterableIterator<MultipartFile | MultipartValue>
  raw?: { socket: { bytesRead?: number } }
}

const maxConcurrent = 8
const waitAtMost = 64
let reading = 0
const waiting: (() => void)[] = []
/** Clients whose body is being read or is waiting to be read. */
const readers = new Set<string>()
/**
 * The minimum upload rate after a grace period, and how often it is checked. Even a phone with poor reception sends
 * faster. While all slots are taken and others wait, the minimum is higher: otherwise, eight accounts could block all
 * uploads.
 */
const minRate = { bytesPerSecond: 8_192, whileOthersWait: 131_072, startMs: 5_000, everyMs: 1_000 }

/**
 * Reads the fields of a multipart body, and the files listed in `wanted`. Limits memory use: reads a limited number of
 * bodies with files at once while others wait, and cuts a file off at its limit. Each `reader` gets one slot and loses
 * it if it sends too slowly. Throws `too_large`, `unreadable_body`, `busy`, `too_many_requests`, `too_slow`,
 * `bad_input`.
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

/** Resolves with the result of `read`. Rejects with `too_slow` when the client falls below the minimum rate. */
function fastEnough<Read>({ raw }: Multipart, read: Promise<Read>): Promise<Read> {
  const received = () => raw?.socket.bytesRead ?? Infinity
  const before = received()
  let elapsedMs = 0
  return new Promise((resolve, reject) => {
    const check = setInterval(() => {
      elapsedMs += minRate.everyMs
      const bytesPerSecond = waiting.length > 0 ? minRate.whileOthersWait : minRate.bytesPerSecond
      const due = ((elapsedMs - minRate.startMs) / 1000) * bytesPerSecond
      if (received() - before < due) reject(new Refused('too_slow'))
    }, minRate.everyMs)
    read.then(resolve, reject).finally(() => clearInterval(check))
  })
}

async function turn(): Promise<void> {
  if (waiting.length >= waitAtMost) throw new Refused('busy')
  while (reading >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve))
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
        throw new Refused('bad_input', {
          detail: { phrase: 'file_not_accepted', values: { name: part.fieldname.slice(0, 40) } },
        })
      const bytes = await readFile(part, field.maxBytes)
      // An empty file input sends a part without bytes.
      if (bytes.length > 0) files[part.fieldname] = { name: String(part.filename ?? '').slice(0, 200), bytes }
    }
  } catch (error) {
    throw asRefusal(error)
  }
  const missing = Object.entries(wanted).find(([name, { required }]) => required && !files[name])
  if (missing) throw new Refused('bad_input', { detail: { phrase: 'choose_file' } }, { [missing[0]]: 'choose_file' })
  return { fields, files }
}

/** Reads a file and stops as soon as it is too large, because the rest may be endless. */
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
