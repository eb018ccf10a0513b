import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { createTestPlatform, type TestPlatform } from '../../../tests/harness.ts'
import { registerDevTools } from './dev-tools.ts'
import { createHttpServer } from '../http/http-server.ts'

let platform: TestPlatform
let http: FastifyInstance
let address: URL
beforeAll(async () => {
  platform = await createTestPlatform()
  http = await createHttpServer(platform)
  registerDevTools(http, platform)
  http.get('/dev/other', async () => 'a tool of another module')
  http.get('/not-dev', async () => 'a page')
  address = new URL(await http.listen({ host: '127.0.0.1', port: 0 }))
})
afterAll(async () => {
  await http?.close()
  await platform?.stop()
})

const get = async (url: string, headers: Record<string, string>) => (await http.inject({ url, headers })).statusCode

describe('development tools', () => {
  it('move the clock by whole milliseconds', async () => {
    const moved = await http.inject({
      method: 'POST',
      url: '/dev/clock',
      headers: { host: 'localhost' },
      payload: { advanceSeconds: 1.2345678 },
    })
    expect(Number.isInteger(moved.json().offsetMs)).toBe(true)
  })

  it.each<Record<string, string>>([
    { host: 'localhost:3000' },
    { host: '127.0.0.1:3000' },
    { host: '[::1]:3000' },
    { host: 'localhost:3000', origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
  ])('respond to %j', async (headers) => {
    expect(await get('/dev/mailbox', headers)).toBe(200)
    expect(await get('/dev/other', headers)).toBe(200)
  })

  it.each<Record<string, string>>([
    { host: 'evil.example' },
    { host: 'localhost.evil.example:3000' },
    { host: 'localhost:3000', origin: 'https://evil.example' },
    { host: 'localhost:3000', origin: 'http://localhost:4000' },
    { host: 'localhost:3000', origin: 'null' },
    { host: 'evil.example@localhost:3000' },
    { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.7' },
    { host: 'localhost:3000', 'x-real-ip': '203.0.113.7' },
    { host: 'localhost:3000', 'x-forwarded-proto': 'https' },
    { host: 'localhost:3000', via: '1.1 proxy' },
    { host: 'localhost:3000', 'cf-connecting-ip': '203.0.113.7' },
    { host: 'localhost:3000', 'sec-fetch-site': 'same-site' },
    { host: 'localhost:3000', 'sec-fetch-site': 'cross-site' },
  ])('refuse %j with 403', async (headers) => {
    expect(await get('/dev/mailbox', headers)).toBe(403)
    expect(await get('/dev/other', headers)).toBe(403)
    expect(
      (await http.inject({ method: 'POST', url: '/dev/clock', headers, payload: { advanceSeconds: 60 } })).statusCode,
    ).toBe(403)
    expect(await get('/not-dev', headers)).toBe(200)
  })

  it.each([
    ['HTTP/1.0, as a proxy with default settings sends it', 'GET /dev/mailbox HTTP/1.0\r\nHost: localhost\r\n\r\n'],
    [
      'an absolute URL in the request line',
      'GET http://evil.example/dev/mailbox HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    ],
  ])('refuse %s', async (_what, request) => {
    const socket = connect(Number(address.port), '127.0.0.1', () => socket.write(request))
    expect((await text(socket)).split('\r\n')[0]).toContain(' 403 ')
  })
})
