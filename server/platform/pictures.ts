import type Sharp from 'sharp'
import { pictureTypes } from '../../contract/pictures.ts'
import { Refused } from './refused.ts'

/** A JPEG made by us. */
export type Picture = { bytes: Buffer; width: number; height: number }
/** The longest side in pixels; `square` cuts the middle out. */
export type PictureSize = { longestSide: number; square?: true }

export const pictureContentType = 'image/jpeg'

/** As many as a large phone camera makes. Decoded, that is 200 MB at worst. */
const mostPixels = 50_000_000
const atMostAtOnce = 2
const waitAtMost = 32
const timeoutSeconds = 15
const documentSize: PictureSize = { longestSide: 2400 }

let limited: Promise<typeof Sharp> | undefined

/** Loads the library at its first use. Only these readers exist, whatever a file says it is; one thread a picture, nothing remembered. */
function loadSharp(): Promise<typeof Sharp> {
  limited ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return limited
}

/**
 * Draws a picture anew: what was seen in it as a JPEG, upright, bounded in size, without place, device, names or anything
 * that followed the picture in its file; of an animation the first frame. What kind it is, is told by its bytes, never by its
 * name. Memory stays bounded: two at once, others wait. Throws `bad_file`, `picture_too_large`, `busy`.
 */
export async function reencode(bytes: Uint8Array, size: PictureSize = documentSize): Promise<Picture> {
  await checkKind(bytes)
  await turn()
  try {
    return await draw(bytes, size)
  } catch (error) {
    throw asRefusal(error as Error)
  } finally {
    drawing--
    waiting.shift()?.()
  }
}

let drawing = 0
const waiting: (() => void)[] = []

async function turn(): Promise<void> {
  if (waiting.length >= waitAtMost) throw new Refused('busy')
  while (drawing >= atMostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  drawing++
}

async function checkKind(bytes: Uint8Array): Promise<void> {
  const { fileTypeFromBuffer } = await import('file-type')
  const mime = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
  if (pictureTypes.some((type) => type === mime)) return
  const isPhone = mime === 'image/heic' || mime === 'image/heif' || mime === 'image/avif'
  throw new Refused('bad_file', {
    detail: isPhone
      ? 'This is an HEIC or AVIF picture, which we cannot read. Save it as JPEG and send that.'
      : 'Send a picture: JPEG, PNG or WebP.',
  })
}

async function draw(bytes: Uint8Array, { longestSide, square }: PictureSize): Promise<Picture> {
  const sharp = await loadSharp()
  const sent = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: false })
  const { width, height } = await sent.metadata()
  // A small picture is cut to a small square, not blown up to a large one.
  const side = square ? Math.min(longestSide, width, height) : longestSide
  const { data, info } = await sent
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize({ width: side, height: side, fit: square ? 'cover' : 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 85 })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

function asRefusal(error: Error): Error {
  if (/pixel limit|too large|dimensions/i.test(error.message)) return new Refused('picture_too_large')
  if (/timeout/i.test(error.message))
    return new Refused('bad_file', { detail: 'This picture takes too long to read. Send a simpler one.' })
  return new Refused('bad_file', { detail: 'This picture is damaged or cut off. Send it again, or another one.' })
}
