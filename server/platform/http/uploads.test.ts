import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { defineCall } from '../../../api/call.ts'
import { createTestPlatform, serveCalls, type TestApi, type TestPlatform } from '../../../tests/harness.ts'

const upload = defineCall({
  name: 'upload',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  summary: 'Accepts a file.',
  input: z.object({}),
  files: { picture: { maxBytes: 100_000, required: true } },
  output: z.object({ bytes: z.number() }),
  refusals: {},
})

let platform: TestPlatform
let api: TestApi
let port: number
beforeAll(async () => {
  platform = await createTestPlatform()
  const session = (customerId: string) => ({ sessionId: customerId, customerId, shard: 0 })
  api = await serveCalls(
    platform,
    { upload },
    { upload: (_input, { files }) => ({ bytes: files['picture']!.bytes.length }) },
    (secrete) => session(secrete),
  )
  await api.http.listen({ port: 0, host: '127.0.0.1' })
  port = (api.http.server.address() as AddressInfo).port
})
afterAll(async () => {
  await api.stop()
  await platform.stop()
})

const head = '--x\r\nContent-Disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\n'
/** Starts an upload that continues at `bytesPerSecond`, or stalls if that is 0. `answer` resolves with the response. */
function stall(
  customer: string,
  { bytes = 50_000, bytesPerSecond = 0 } = {},
): { answer: Promise<string>; end(): void } {
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(
      `POST /api?r=upload HTTP/1.1\r\nHost: x\r\nsecrete: ${customer}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${bytes}\r\n\r\n${head}abc`,
    )
    const going = setInterval(() => void socket.write('x'.repeat(bytesPerSecond / 10)), 100)
    socket.on('close', () => clearInterval(going))
  })
  const answer = new Promise<string>((resolve) => void socket.once('data', (data) => resolve(String(data))))
  socket.on('error', () => {})
  return { answer, end: () => void socket.destroy() }
}

async function send(customer: string): Promise<{ status: number; body: unknown }> {
  const form = new FormData()
  form.set('picture', new Blob([new Uint8Array(1_000)]), 'a.jpg')
  const answer = await fetch(`http://127.0.0.1:${port}/api?r=upload`, {
    method: 'POST',
    body: form,
    headers: { secrete: customer },
  })
  return { status: answer.status, body: await answer.json() }
}

it('slow uploads by one customer occupy only one slot, and lose it', { timeout: 30_000 }, async () => {
  const slow = Array.from({ length: 12 }, () => stall('ada'))
  const refused = slow.slice(1).map(({ answer }) => answer)
  for (const answer of await Promise.all(refused))
    expect(answer).toMatch(/^HTTP\/1\.1 429 .*"code":"too_many_requests"/s)
  expect(await send('bob')).toEqual({ status: 200, body: { bytes: 1_000 } })
  expect(await slow[0]!.answer).toMatch(/^HTTP\/1\.1 408 .*"code":"too_slow"/s)
  expect((await send('ada')).status).toBe(200)
  for (const { end } of slow) end()
})

it('slow uploads by many customers lose their slots to uploads that are waiting', { timeout: 30_000 }, async () => {
  const slow = Array.from({ length: 8 }, (_, turn) => stall(`slow-${turn}`, { bytes: 90_000, bytesPerSecond: 10_000 }))
  await expect.poll(async () => (await send('slow-7')).status).toBe(429)
  expect(await send('zoe')).toEqual({ status: 200, body: { bytes: 1_000 } })
  expect(await slow[0]!.answer).toMatch(/^HTTP\/1\.1 408 .*"code":"too_slow"/s)
  for (const { end } of slow) end()
})
