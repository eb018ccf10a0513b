import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { registerDevTools } from './dev-tools.ts'
import { createHttpServer } from './http.ts'

let platform: TestPlatform
let http: FastifyInstance
beforeAll(async () => {
  platform = await createTestPlatform()
  http = await createHttpServer(platform)
  registerDevTools(http, platform)
  http.get('/dev/other', async () => 'a tool of another module')
  http.get('/not-dev', async () => 'a page')
})
afterAll(async () => {
  await http?.close()
  await platform?.stop()
})

const get = async (url: string, headers: Record<string, string>) => (await http.inject({ url, headers })).statusCode

describe('development tools', () => {
  it.each<Record<string, string>>([
    { host: 'localhost:3000' },
    { host: '127.0.0.1:3000' },
    { host: '[::1]:3000' },
    { host: 'localhost:3000', origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
  ])('answer %j', async (headers) => {
    expect(await get('/dev/mailbox', headers)).toBe(200)
    expect(await get('/dev/other', headers)).toBe(200)
  })

  it.each<Record<string, string>>([
    { host: 'evil.example' },
    { host: 'localhost.evil.example:3000' },
    { host: 'localhost:3000', origin: 'https://evil.example' },
    { host: 'localhost:3000', origin: 'http://localhost:4000' },
    { host: 'localhost:3000', origin: 'null' },
    { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.7' },
    { host: 'localhost:3000', 'sec-fetch-site': 'cross-site' },
  ])('refuse %j with 403', async (headers) => {
    expect(await get('/dev/mailbox', headers)).toBe(403)
    expect(await get('/dev/other', headers)).toBe(403)
    expect((await http.inject({ method: 'POST', url: '/dev/clock', headers, payload: { advanceSeconds: 60 } })).statusCode).toBe(403)
    expect(await get('/not-dev', headers)).toBe(200)
  })
})
