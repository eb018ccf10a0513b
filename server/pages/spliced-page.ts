import { constants, crc32, deflateRawSync } from 'node:zlib'

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty final DEFLATE block. */
const lastBlock = Buffer.from([3, 0])

/**
 * A page with a different secret in every response. The parts around the secret are compressed once; a response joins
 * them with the secret as uncompressed blocks. Source: RFC 1951, section 3.2.4; RFC 1952.
 */
export class SplicedPage {
  readonly #parts: Buffer[]
  #deflated: Buffer[] | undefined

  /** `placeholder` marks the position of the secret in `html`. */
  constructor(html: string, placeholder: string) {
    this.#parts = html.split(placeholder).map((part) => Buffer.from(part))
  }

  /** Returns the page with `secret`, uncompressed. */
  plain(secret: string): Buffer {
    return joined(this.#parts, Buffer.from(secret))
  }

  /** Returns the page with `secret` as gzip. */
  gzip(secret: string): Buffer {
    this.#deflated ??= this.#parts.map((part) =>
      deflateRawSync(part, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }),
    )
    const plain = this.plain(secret)
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(crc32(plain), 0)
    trailer.writeUInt32LE(plain.length, 4)
    return Buffer.concat([gzipHeader, joined(this.#deflated, storedBlock(Buffer.from(secret))), lastBlock, trailer])
  }
}

function joined(parts: readonly Buffer[], between: Buffer): Buffer {
  return Buffer.concat(parts.flatMap((part, i) => (i === 0 ? [part] : [between, part])))
}

function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([head, bytes])
}
