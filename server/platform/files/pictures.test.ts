import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { reencode } from './pictures.ts'
import {
  animation,
  gifScript,
  heicHead,
  picture,
  pictureWithPlace,
  pictureWithTail,
  pngBomb,
  script,
  zip,
} from './test-pictures.ts'

const code = (bytes: Uint8Array) =>
  reencode(bytes).then(
    () => 'drawn',
    (error: { code: string }) => error.code,
  )

describe('a picture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('in the format %s is redrawn as a JPEG', async (kind) => {
    const drawn = await reencode(await picture(640, 400, kind))
    expect(await sharp(drawn.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 640,
      height: 400,
      space: 'srgb',
    })
  })

  it('is bounded in size, and never enlarged', async () => {
    expect(await reencode(await picture(4000, 3000))).toMatchObject({ width: 2400, height: 1800 })
    expect(await reencode(await picture(900, 600), { longestSide: 512, square: true })).toMatchObject({
      width: 512,
      height: 512,
    })
    expect(await reencode(await picture(30, 20))).toMatchObject({ width: 30, height: 20 })
  })

  it('loses its location, author and all other metadata, and is turned upright', async () => {
    const sent = await pictureWithPlace()
    expect(await sharp(sent).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) })
    expect(sent.includes('Ada at home')).toBe(true)
    const { bytes, width, height } = await reencode(sent)
    expect([width, height]).toEqual([400, 640])
    const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata()
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
    expect(bytes.includes('Ada')).toBe(false)
  })

  it.each([
    ['JPEG and ZIP', () => pictureWithTail('jpeg', zip), 'evil.jar'],
    ['PNG and HTML', () => pictureWithTail('png', script), 'script'],
    ['JPEG and HTML', () => pictureWithTail('jpeg', script), 'script'],
  ])('that is valid in two formats, %s, is only a picture afterwards', async (_name, make, trace) => {
    const sent = await make()
    expect(sent.includes(trace)).toBe(true)
    expect((await reencode(sent)).bytes.includes(trace)).toBe(false)
  })

  it('with animation keeps only its first frame', async () => {
    const { bytes } = await reencode(await animation('#f00'))
    const { pages = 1, height } = await sharp(bytes).metadata()
    const [red, , blue] = [...(await sharp(bytes).raw().toBuffer())]
    expect({ pages, height }).toEqual({ pages: 1, height: 64 })
    expect(red).toBeGreaterThan(200)
    expect(blue).toBeLessThan(60)
  })
})

describe('redrawing throws bad_file', () => {
  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['plain text', Buffer.from('not a picture at all')],
    ['SVG with a script', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`)],
    [
      'SVG in XML',
      Buffer.from(
        `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>`,
      ),
    ],
    ['GIF and JavaScript', gifScript],
    ['HEIC', heicHead],
    ['ZIP', zip],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj')],
    ['only the first bytes of a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ])('for %s', async (_name, bytes) => {
    expect(await code(bytes)).toBe('bad_file')
  })
  it.each(['gif', 'avif', 'tiff'] as const)('for the format %s', async (kind) => {
    expect(await code(await picture(64, 64, kind))).toBe('bad_file')
  })
  it.each(['jpeg', 'png', 'webp'] as const)('for a truncated %s', async (kind) => {
    const whole = await sharp(Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * 7919) % 251)), {
      raw: { width: 300, height: 300, channels: 3 },
    })
      .toFormat(kind)
      .toBuffer()
    expect(await code(whole)).toBe('drawn')
    expect(await code(whole.subarray(0, whole.length / 2))).toBe('bad_file')
  })
})

describe('redrawing throws picture_too_large', () => {
  it('for a decompression bomb: few bytes, 2.5 billion pixels', async () => {
    const bomb = pngBomb(50_000, 50_000)
    expect(bomb.length).toBeLessThan(10_000)
    expect(await code(bomb)).toBe('picture_too_large')
    expect(await code(pngBomb(1_000_000, 60))).toBe('picture_too_large')
  })
})

describe('redrawing throws busy', () => {
  it('if too many pictures are waiting, and redraws the others two at a time', async () => {
    const sent = await picture(200, 200)
    const codes = await Promise.all(Array.from({ length: 60 }, () => code(sent)))
    expect(codes.filter((one) => one === 'drawn').length).toBeGreaterThanOrEqual(34)
    expect(codes.filter((one) => one === 'busy').length).toBe(60 - codes.filter((one) => one === 'drawn').length)
    expect(codes).toContain('busy')
    expect(await code(sent)).toBe('drawn')
  })
})
