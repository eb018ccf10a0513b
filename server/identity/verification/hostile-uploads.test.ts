import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
} from '../../platform/files/test-pictures.ts'
import { createIdentityWorld, type IdentityWorld } from '../test-world.ts'
import { documentPurpose } from './context.ts'
import { file, upload } from './test-documents.ts'

/**
 * Malicious uploads, sent through the calls. Each is refused or redrawn, and memory stays bounded. Source:
 * docs/spec/targets.md S8.
 */
let world: IdentityWorld
let address: URL
beforeAll(async () => {
  world = await createIdentityWorld()
  address = new URL(await world.api.http.listen({ port: 0, host: '127.0.0.1' }))
})
afterAll(() => world.stop())

const megabyte = 1024 * 1024

describe('a malicious upload', () => {
  let turn = 0
  const newcomer = () => world.signUp(`sender${turn++}@example.org`)

  it.each([
    ['nothing', async () => Buffer.alloc(0), 'files_missing'],
    ['GIF and JavaScript', async () => gifScript, 'bad_file'],
    [
      'SVG with a script',
      async () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
      'bad_file',
    ],
    ['a pixel bomb', async () => pngBomb(50_000, 50_000), 'picture_too_large'],
    ['HEIC', async () => heicHead, 'bad_file'],
    ['a truncated JPEG', async () => (await picture(2000, 1500)).subarray(0, 5_000), 'bad_file'],
    ['a program called scan.jpg', async () => Buffer.from('7f454c4602010100', 'hex'), 'bad_file'],
    ['ZIP', async () => zip, 'bad_file'],
  ])('is refused: %s', async (_name, make, code) => {
    const answer = await upload(world, await newcomer(), 'Passport', { ID: file(await make()) })
    expect(answer).toMatchObject({ status: 400, body: { type: 'warning', code, msg: expect.any(String) } })
  })

  it.each([
    ['JPEG and ZIP', () => pictureWithTail('jpeg', zip), 'evil.jar'],
    ['PNG and HTML', () => pictureWithTail('png', script), 'script'],
    ['location and author', pictureWithPlace, 'Ada at home'],
    ['an animation', () => animation('#f00'), 'ANIM'],
  ])('is re-encoded: %s', async (_name, make, trace) => {
    const bytes = await make()
    expect(bytes.includes(trace)).toBe(true)
    const secrete = await newcomer()
    // The file name has the wrong extension.
    expect((await upload(world, secrete, 'Passport', { ID: file(bytes, 'scan.pdf') })).status).toBe(200)
    const { id: owner } = (await world.call('user', {}, { secrete })).body
    const { rows } = await world.platform.pool.query<{ id: string }>(
      `SELECT d.id FROM identity.document d JOIN identity.verification v ON v.id = d.verification_id
       WHERE v.customer_id = $1`,
      [owner],
    )
    const kept = (await world.platform.files.openFile(rows[0]!.id, { owner, purpose: documentPurpose }))!
    expect(kept.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    expect(kept.includes(trace)).toBe(false)
  })

  it.each(['../../../../etc/passwd', '..\\..\\boot.ini', '/etc/shadow', 'a\u0000.jpg', '.htaccess', 'x'.repeat(250)])(
    'does not affect where it is stored: %s',
    async (name) => {
      expect((await upload(world, await newcomer(), 'Passport', { ID: file(await picture(), name) })).status).toBe(200)
      const folder = path.join(world.platform.config.dataDir, 'files')
      const names = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => entry.name)
      expect(names.filter((one) => !/^([0-9a-f-]{36}|[0-9a-f]{2}|identity-document)$/.test(one))).toEqual([])
    },
  )

  it('is refused with too many files, or with an unexpected file', async () => {
    const good = file(await picture())
    const secrete = await newcomer()
    const five = { ID: good, PID1: good, PID2: good, PID3: good, PID4: good }
    expect((await upload(world, secrete, 'Passport', five)).body.code).toMatch(/^(too_large|bad_input)$/)
    expect((await upload(world, secrete, 'Passport', { ID: good, passport: good })).body.code).toBe('bad_input')
  })

  it('is cut off at the limit: a file of 100 MB, with and without a declared length', { timeout: 60_000 }, async () => {
    const secrete = await newcomer()
    for (const framing of ['content-length', 'chunked'] as const) {
      const answer = await sendStream(secrete, 100 * megabyte, framing)
      expect(answer.said, framing).toMatch(/^HTTP\/1\.1 413 /)
      expect(answer.said, framing).toContain('"code":"too_large"')
      expect(answer.sentBytes, framing).toBeLessThan(40 * megabyte)
    }
    expect((await world.call('user', {}, { secrete })).status).toBe(200)
  })

  it('doesn’t exhaust memory: 40 streams of 100 MB at once, 40 decompression bombs', { timeout: 120_000 }, async () => {
    // The server reads only one upload from each customer at a time.
    const senders: string[] = []
    while (senders.length < 40) senders.push(await newcomer())
    const atStart = process.memoryUsage().rss
    let peak = atStart
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
    const answers = await Promise.all(senders.map((secrete) => sendStream(secrete, 100 * megabyte, 'chunked')))
    await Promise.all(
      senders.map((secrete) => upload(world, secrete, 'Passport', { ID: file(pngBomb(50_000, 50_000)) })),
    )
    clearInterval(watch)
    expect(answers.every(({ said }) => said.includes('"code":"too_large"'))).toBe(true)
    const grownMegabytes = Math.round((peak - atStart) / megabyte)
    // Up to eight files of 10 MB are read at once, and each needs twice its size while its parts are joined.
    expect(grownMegabytes).toBeLessThan(400)
  })
})

/** Sends a file of this many bytes over a plain socket until the server responds or disconnects. */
async function sendStream(
  secrete: string,
  bytes: number,
  framing: 'content-length' | 'chunked',
): Promise<{ said: string; sentBytes: number }> {
  const piece = Buffer.alloc(64 * 1024, 0xff)
  const head = Buffer.from(
    '--x\r\ncontent-disposition: form-data; name="voption"\r\n\r\nPassport\r\n' +
      '--x\r\ncontent-disposition: form-data; name="ID"; filename="scan.jpg"\r\n\r\n',
  )
  const framed = (part: Buffer) =>
    framing === 'chunked'
      ? Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')])
      : part
  const socket = connect({ host: address.hostname, port: Number(address.port) })
  let said = ''
  let sentBytes = 0
  let resume = () => {}
  socket.on('data', (data) => {
    said += data.toString()
    resume()
  })
  socket.on('drain', () => resume())
  socket.on('error', () => resume())
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  await once(socket, 'connect')
  const length = framing === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${bytes}`
  socket.write(
    `POST /api?r=uploadid HTTP/1.1\r\nhost: x\r\nsecrete: ${secrete}\r\n` +
      `content-type: multipart/form-data; boundary=x\r\n${length}\r\n\r\n`,
  )
  socket.write(framed(head))
  while (socket.writable && sentBytes < bytes && said === '') {
    sentBytes += piece.length
    const taken = new Promise<void>((resolve) => (resume = resolve))
    if (!socket.write(framed(piece))) await taken
  }
  if (said !== '') socket.destroy()
  await closed
  return { said, sentBytes }
}
