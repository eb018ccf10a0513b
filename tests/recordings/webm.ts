/** One encoded picture, its time in milliseconds, and whether it is a key frame, which needs no earlier picture. */
export type EncodedFrame = { atMs: number; key: boolean; data: Buffer }

/**
 * Returns a WebM file with one VP9 track, its duration and an index for seeking. VP9 doesn't need `codecPrivate`.
 * Source: RFC 8794 (EBML), RFC 9559 (Matroska).
 */
export function webm(
  frames: readonly EncodedFrame[],
  { width, height, durationMs }: { width: number; height: number; durationMs: number },
): Buffer {
  const head = element(
    0x1a45dfa3,
    element(0x4286, uint(1)),
    element(0x42f7, uint(1)),
    element(0x42f2, uint(4)),
    element(0x42f3, uint(8)),
    element(0x4282, text('webm')),
    element(0x4287, uint(4)),
    element(0x4285, uint(2)),
  )
  const info = element(
    0x1549a966,
    element(0x2ad7b1, uint(1_000_000)),
    element(0x4489, float(durationMs)),
    element(0x4d80, text('tallystick')),
    element(0x5741, text('tallystick')),
  )
  const video = element(0xe0, element(0xb0, uint(width)), element(0xba, uint(height)))
  const track = element(
    0x1654ae6b,
    element(
      0xae,
      element(0xd7, uint(1)),
      element(0x73c5, uint(1)),
      element(0x9c, uint(0)),
      element(0x86, text('V_VP9')),
      element(0x83, uint(1)),
      video,
    ),
  )
  const clusters = groups(frames).map((group) => ({ atMs: group[0]!.atMs, content: cluster(group) }))
  // Positions in the index count from the start of the segment's content, which includes the index. The size of the
  // index doesn't depend on the positions.
  const cuesOf = (start: number) => {
    let position = start
    const points = clusters.map(({ atMs, content }) => {
      const point = element(
        0xbb,
        element(0xb3, uint(atMs, 4)),
        element(0xb7, element(0xf7, uint(1)), element(0xf1, uint(position, 4))),
      )
      position += content.length
      return point
    })
    return element(0x1c53bb6b, ...points)
  }
  const cues = cuesOf(info.length + track.length + cuesOf(0).length)
  return Buffer.concat([head, element(0x18538067, info, track, cues, ...clusters.map(({ content }) => content))])
}

/** Starts a group at every key frame. */
function groups(frames: readonly EncodedFrame[]): EncodedFrame[][] {
  const all: EncodedFrame[][] = []
  for (const frame of frames) {
    if (frame.key || all.length === 0) all.push([])
    all.at(-1)!.push(frame)
  }
  return all
}

function cluster(group: readonly EncodedFrame[]): Buffer {
  const startMs = group[0]!.atMs
  const blocks = group.map(({ atMs, key, data }) => {
    const block = Buffer.alloc(4)
    block.writeUInt8(0x81, 0)
    block.writeInt16BE(atMs - startMs, 1)
    block.writeUInt8(key ? 0x80 : 0, 3)
    return element(0xa3, Buffer.concat([block, data]))
  })
  return element(0x1f43b675, element(0xe7, uint(startMs)), ...blocks)
}

/** Encodes an element: its id as in the file, its size in eight bytes, and its content. */
function element(id: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const name = uint(id)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
  return Buffer.concat([name, size, body])
}

function uint(value: number, bytes = Math.max(1, Math.ceil(value.toString(16).length / 2))): Buffer {
  const whole = Buffer.alloc(8)
  whole.writeBigUInt64BE(BigInt(value))
  return whole.subarray(8 - bytes)
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

const text = (value: string) => Buffer.from(value, 'ascii')
