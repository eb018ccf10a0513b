import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FileField } from '../../contract/call.ts'
import { Refused } from './refused.ts'

/** A file as it was sent. Nothing about it is known but its bytes: its name and kind are the sender's words. */
export type Upload = { name: string; bytes: Buffer }

/** A request whose multipart body has not been read. */
export type Multipart = { parts(options: { limits: object }): AsyncIterableIterator<MultipartFile | MultipartValue> }

const atMostAtOnce = 8
const waitAtMost = 64
let reading = 0
const waiting: (() => void)[] = []

/**
 * Reads the fields of a multipart body, and the files that `wanted` names. Memory stays bounded: so many bodies with files at
 * once, others wait, and a file is cut off at its limit. Throws `too_large`, `unreadable_body`, `busy`, `bad_input`.
 */
export async function readMultipart(request: Multipart, wanted: Record<string, FileField> | undefined): Promise<{ fields: Record<string, unknown>; files: Record<string, Upload> }> {
  if (!wanted) return readParts(request, {})
  await turn()
  try {
    return await readParts(request, wanted)
  } finally {
    reading--
    waiting.shift()?.()
  }
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
    for await (const part of request.parts({ limits: { files: Object.keys(wanted).length, fields: 50, fieldSize: 64 * 1024, fileSize: largest + 1, parts: 60 } })) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw new Refused('too_large')
        fields[part.fieldname] = part.value
        continue
      }
      const field = wanted[part.fieldname]
      if (!field) throw new Refused('bad_input', { detail: `There is no file called ${part.fieldname.slice(0, 40)} here.` })
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
