import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { constants, createGunzip, createInflateRaw, gunzipSync, inflateRawSync } from 'node:zlib'
import type { Readable } from 'node:stream'

const headBytes = 256 * 1024
const tailBytes = 64 * 1024
/** To find its end, a compressed file is unpacked only up to this size. */
const maxUnpackedBytes = 256 * 1024 * 1024

/** The compression of a file, and where its text starts and ends (exclusive). */
type Packing = { kind: 'plain' | 'gzip' | 'zip'; start: number; end: number }
/** The first and last lines of a file. `tail` is undefined if the end can't be found without reading the whole file. */
export type FileEnds = { size: number; head: string[]; tail: string[] | undefined; headIsWhole: boolean }

/** Streams the lines of a text file: UTF-8 or UTF-16, plain, gzip, or the first file in a zip archive. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  const { kind, start, end } = withFile(file, packingOf)
  if (end <= start) return
  const raw = createReadStream(file, { start, end: end - 1 })
  const stream: Readable =
    kind === 'plain' ? raw : pipeline(raw, kind === 'gzip' ? createGunzip() : createInflateRaw(), () => {})
  let decoder: TextDecoder | undefined
  let rest = ''
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    decoder ??= decoderOf(chunk)
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Reads the first and last lines of a file. Throws if the file can't be read or unpacked. */
export function readEnds(file: string): FileEnds {
  return withFile(file, (descriptor, size) => {
    const packing = packingOf(descriptor, size)
    const read = (from: number, length: number) =>
      readAt(descriptor, from, Math.max(0, Math.min(length, packing.end - from)))
    if (packing.kind === 'plain') {
      const head = read(0, headBytes)
      const isWhole = size <= headBytes
      const from = Math.max(0, size - tailBytes)
      const even = from - (from % 2)
      return {
        size,
        head: decoded(head, head, isWhole),
        tail: decoded(head, read(even, tailBytes + 1), true).slice(isWhole ? 0 : 1),
        headIsWhole: isWhole,
      }
    }
    const unpack = packing.kind === 'gzip' ? gunzipSync : inflateRawSync
    try {
      const text = unpack(read(packing.start, packing.end - packing.start), { maxOutputLength: maxUnpackedBytes })
      const lines = decoded(text, text, true)
      return { size, head: lines.slice(0, 5_000), tail: lines.slice(-1_000), headIsWhole: lines.length <= 5_000 }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error
      const head = unpack(read(packing.start, headBytes), { finishFlush: constants.Z_SYNC_FLUSH })
      return { size, head: decoded(head, head, false), tail: undefined, headIsWhole: false }
    }
  })
}

function withFile<T>(file: string, work: (descriptor: number, size: number) => T): T {
  const descriptor = openSync(file, 'r')
  try {
    return work(descriptor, fstatSync(descriptor).size)
  } finally {
    closeSync(descriptor)
  }
}

function readAt(descriptor: number, from: number, length: number): Buffer {
  const buffer = Buffer.alloc(length)
  return buffer.subarray(0, readSync(descriptor, buffer, 0, length, from))
}

function packingOf(descriptor: number, size: number): Packing {
  const start = readAt(descriptor, 0, 4)
  if (start[0] === 0x1f && start[1] === 0x8b) return { kind: 'gzip', start: 0, end: size }
  if (start.length === 4 && start.readUInt32LE() === 0x04034b50) return firstInZip(descriptor, size)
  return { kind: 'plain', start: 0, end: size }
}

/** Returns the first file in a zip archive's directory, skipping folders. */
function firstInZip(descriptor: number, size: number): Packing {
  const endRecord = readAt(descriptor, Math.max(0, size - 66_000), 66_000)
  const at = endRecord.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (at < 0) throw new Error('the zip archive has no directory')
  const directory = readAt(descriptor, endRecord.readUInt32LE(at + 16), endRecord.readUInt32LE(at + 12))
  for (let place = 0; place + 46 <= directory.length;) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      directory.readUInt16LE(place + offset),
    ) as [number, number, number]
    const name = directory.toString('utf8', place + 46, place + 46 + nameLength)
    if (!name.endsWith('/') && !name.startsWith('__MACOSX')) {
      const method = directory.readUInt16LE(place + 10)
      if (method !== 0 && method !== 8) throw new Error('the zip archive uses an unsupported compression method')
      const header = directory.readUInt32LE(place + 42)
      const local = readAt(descriptor, header, 30)
      const start = header + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
      return { kind: method === 0 ? 'plain' : 'zip', start, end: start + directory.readUInt32LE(place + 20) }
    }
    place += 46 + nameLength + extraLength + commentLength
  }
  throw new Error('the zip archive is empty')
}

/** Returns a decoder for the encoding that the byte order mark indicates. The decoder removes the mark. */
function decoderOf(start: Uint8Array): TextDecoder {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le')
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be')
  return new TextDecoder('utf-8')
}

/**
 * Returns the lines of a chunk, decoded with the encoding found at the file's start. Drops a last line that may be
 * incomplete.
 */
function decoded(start: Uint8Array, piece: Uint8Array, reachesEnd: boolean): string[] {
  const lines = decoderOf(start).decode(piece).split(/\r?\n/)
  if (!reachesEnd || lines.at(-1) === '') lines.pop()
  return lines
}
