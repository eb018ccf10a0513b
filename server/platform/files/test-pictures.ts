import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'

/** Valid and malicious pictures for tests. Source: docs/spec/targets.md S8. */

/** Returns a picture of the given size in a single colour. */
export function picture(
  width = 640,
  height = 400,
  kind: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff' = 'jpeg',
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#7a9' } })
    .toFormat(kind)
    .toBuffer()
}

/** Returns a JPEG rotated by its EXIF data, which also contains a location and an author. */
export function pictureWithPlace(): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 400, channels: 3, background: '#7a9' } })
    .withExif({
      IFD0: { Artist: 'Ada at home' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

export const script = '<script>alert(document.cookie)</script>'

/** Returns a picture with trailing data, as in a file that is valid in two formats. */
export async function pictureWithTail(kind: 'jpeg' | 'png', tail: string | Buffer): Promise<Buffer> {
  return Buffer.concat([await picture(640, 400, kind), Buffer.from(tail)])
}

/** A valid GIF that is also JavaScript: the header is a variable name, and the rest is its value. */
export const gifScript = Buffer.concat([Buffer.from('GIF89a/*'), Buffer.alloc(40), Buffer.from('*/=1;alert(1)')])

/** Returns a PNG of a few kilobytes that claims to have this many pixels. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(1024 * 1024))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Returns a WebP with two frames, of which the first has the colour `first`. */
export function animation(first: string): Promise<Buffer> {
  const frame = (background: string) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer()
  return Promise.all([frame(first), frame('#00f')]).then((frames) =>
    sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer(),
  )
}

/** The header of a HEIC file, a format that phones produce. */
export const heicHead = Buffer.concat([
  Buffer.from('00000024', 'hex'),
  Buffer.from('ftypheic'),
  Buffer.from('00000000', 'hex'),
  Buffer.from('mif1MiHEmiafheic'),
  Buffer.alloc(200),
])

/** The header of a ZIP file. */
export const zip = Buffer.concat([
  Buffer.from('504b0304140000000000', 'hex'),
  Buffer.alloc(16),
  Buffer.from('evil.jar'),
  Buffer.from('504b0506', 'hex'),
  Buffer.alloc(18),
])
