import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { insideOnly } from './inside-only.ts'

const metricsToken = 'a token for the monitoring'

async function ask(production: boolean, headers: Record<string, string>, remoteAddress = '127.0.0.1'): Promise<number> {
  const app = fastify()
  app.get('/metrics', { onRequest: insideOnly({ production, metricsToken }) }, async () => 'figures')
  const answer = await app.inject({ url: '/metrics', headers: { host: '127.0.0.1:3000', ...headers }, remoteAddress })
  await app.close()
  return answer.statusCode
}

it('an internal route admits programs on this machine, and bearers of the token from anywhere', async () => {
  expect(await ask(true, {})).toBe(200)
  expect(await ask(true, { host: 'localhost:3000' }, '::1')).toBe(200)
  expect(await ask(true, { authorization: `Bearer ${metricsToken}` }, '203.0.113.5')).toBe(200)
})

it.each<[string, Record<string, string>, string]>([
  ['another machine', {}, '203.0.113.5'],
  ['another machine with a wrong token', { authorization: 'Bearer nothing' }, '203.0.113.5'],
  ['a visitor through a proxy on this machine', { 'x-forwarded-for': '203.0.113.5' }, '127.0.0.1'],
  ['a visitor through a proxy that passes on only the host', { host: 'practice.example.org' }, '127.0.0.1'],
])('an internal route does not exist for %s in production', async (_who, headers, remoteAddress) => {
  expect(await ask(true, headers, remoteAddress)).toBe(404)
  expect(await ask(false, headers, remoteAddress)).toBe(200)
})
