import type Sharp from 'sharp'
import { pictureTypes } from '../../../api/pictures.ts'
import { Refused } from '../http/refused.ts'

/** A JPEG that we created. */
export type Picture = { bytes: Buffer; width: number; height: number }
/** The longest side in pixels; `square` crops to the centre. */
export type PictureSize = { longestSide: number; square?: true }

export const pictureContentType = 'image/jpeg'

/** The resolution of a large phone camera. Decoded, such a picture takes at most 200 MB. */
const maxPixels = 50_000_000
const maxConcurrent = 2
const waitAtMost = 32
const timeoutSeconds = 15
const documentSize: PictureSize = { longestSide: 2400 }

let limited: Promise<typeof Sharp> | undefined

/**
 * Loads the library on first use. Enables only these decoders, whatever a file claims to be. Uses one thread per
 * picture and no cache.
 */
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
 * Redraws a picture as a JPEG of its visible content: upright, bounded in size, without location, device, names or
 * trailing data. Keeps only the first frame of an animation. Detects the format from the bytes, never from the name. To
 * limit memory use, processes two pictures at once while others wait. Throws `bad_file`, `picture_too_large`, `busy`.
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
  while (drawing >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve))
  drawing++
}

async function checkKind(bytes: Uint8Array): Promise<void> {
  const { fileTypeFromBuffer } = await import('file-type')
  const mime = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
  if (pictureTypes.some((type) => type === mime)) return
  const isPhone = mime === 'image/heic' || mime === 'image/heif' || mime === 'image/avif'
  throw new Refused('bad_file', {
    detail: isPhone ? { phrase: 'picture_of_phone' } : { phrase: 'picture_format' },
  })
}

async function draw(bytes: Uint8Array, { longestSide, square }: PictureSize): Promise<Picture> {
  const sharp = await loadSharp()
  const sent = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated: false })
  const { width, height } = await sent.metadata()
  // Crops a small picture to a small square without enlarging it.
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
  if (/timeout/i.test(error.message)) return new Refused('bad_file', { detail: { phrase: 'picture_too_slow' } })
  return new Refused('bad_file', {
    detail: { phrase: 'picture_damaged' },
  })
}
