import type { Page } from '@playwright/test'
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny'

type Shot = { atMs: number; jpeg: string }

/** One encoded picture, its time in milliseconds, and whether it is a key frame, which needs no earlier picture. */
type EncodedFrame = { atMs: number; key: boolean; data: Buffer }

const codec = 'vp09.00.31.08'

/** Records a page as Chromium paints it. `stop` resolves with a WebM file. */
export async function recordScreen(page: Page, { width, height }: { width: number; height: number }) {
  const session = await page.context().newCDPSession(page)
  const shots: Shot[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    shots.push({ atMs: (metadata.timestamp ?? 0) * 1000, jpeg: data })
    void session.send('Page.screencastFrameAck', { sessionId })
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 92, maxWidth: width, maxHeight: height })
  return {
    async stop(): Promise<Buffer> {
      await session.send('Page.stopScreencast')
      const startMs = shots[0]!.atMs
      const kept = thin(shots.map(({ atMs, jpeg }) => ({ atMs: Math.round(atMs - startMs), jpeg })))
      const frames = await encode(page, kept, { width, height })
      return await webm(frames, { width, height, durationMs: kept.at(-1)!.atMs + 1500 })
    },
  }
}

/** Keeps at most ten pictures per second: only text moves, and the file stays small. */
function thin(shots: readonly Shot[]): Shot[] {
  const kept: Shot[] = []
  for (const shot of shots) if (kept.length === 0 || shot.atMs - kept.at(-1)!.atMs >= 100) kept.push(shot)
  const last = shots.at(-1)!
  return kept.at(-1) === last ? kept : [...kept, last]
}

/** Encodes the pictures as VP9 with the browser's encoder. The page must have a secure origin. */
async function encode(
  page: Page,
  shots: readonly Shot[],
  size: { width: number; height: number },
): Promise<EncodedFrame[]> {
  const encoded = await page.evaluate(
    async ({ all, codec, width, height }) => {
      const frames: { atMs: number; key: boolean; data: string }[] = []
      const failed = Promise.withResolvers<never>()
      const encoder = new VideoEncoder({
        output(chunk) {
          const bytes = new Uint8Array(chunk.byteLength)
          chunk.copyTo(bytes)
          frames.push({
            atMs: Math.round(chunk.timestamp / 1000),
            key: chunk.type === 'key',
            data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')),
          })
        },
        error: (error) => failed.reject(error),
      })
      encoder.configure({
        codec,
        width,
        height,
        bitrate: 180_000,
        framerate: 10,
        latencyMode: 'quality',
        contentHint: 'text',
      } as VideoEncoderConfig)
      let keyAtMs = -Infinity
      for (const { atMs, jpeg } of all) {
        const bytes = Uint8Array.from(atob(jpeg), (sign) => sign.charCodeAt(0))
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }), {
          resizeWidth: width,
          resizeHeight: height,
        })
        const frame = new VideoFrame(picture, { timestamp: atMs * 1000 })
        const keyFrame = atMs - keyAtMs > 8000
        if (keyFrame) keyAtMs = atMs
        encoder.encode(frame, { keyFrame })
        frame.close()
        picture.close()
      }
      await Promise.race([encoder.flush(), failed.promise])
      return frames
    },
    { all: [...shots], codec, ...size },
  )
  return encoded.map(({ atMs, key, data }) => ({ atMs, key, data: Buffer.from(data, 'base64') }))
}

/** Returns a WebM file with the frames, its duration and an index for seeking. */
async function webm(
  frames: readonly EncodedFrame[],
  { width, height, durationMs }: { width: number; height: number; durationMs: number },
): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const track = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(track)
  await output.start()
  const decoderConfig = { codec, codedWidth: width, codedHeight: height }
  for (const [index, { atMs, key, data }] of frames.entries()) {
    const endMs = frames[index + 1]?.atMs ?? durationMs
    const packet = new EncodedPacket(data, key ? 'key' : 'delta', atMs / 1000, (endMs - atMs) / 1000)
    await track.add(packet, { decoderConfig })
  }
  await output.finalize()
  return Buffer.from(target.buffer!)
}
