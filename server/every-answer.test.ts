import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAccessWorld, type AccessWorld } from './test-access.ts'

/** Tests properties of every response, whichever part of the server sends it. Source: ASVS 5.0, 3.4. */
let world: AccessWorld
beforeAll(async () => {
  world = await startAccessWorld({
    CHAINS: '0',
    PUBLIC_URL: 'https://practice.example.org',
    SMTP_URL: 'smtp://127.0.0.1:9',
  })
})
afterAll(() => world?.stop())

/** Sends bytes over a plain socket and returns the response. */
async function raw(request: string): Promise<string> {
  const { port } = new URL(world.app.url)
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(request))
  let said = ''
  for await (const piece of socket) said += String(piece)
  return said
}

/** Returns the server's routes, from its own list. */
function routes(): { method: string; path: string }[] {
  const parents: string[] = []
  return world.app.http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', segment = '', methods] = /^([│ ]*)(?:├──|└──) (\S*)(?: \((.*)\))?$/.exec(line) ?? []
      const depth = indent.length / 4
      parents.length = depth
      parents.push(segment)
      const path = parents.join('').replace(/\*$/, 'nothing.txt')
      return (methods ?? '')
        .split(', ')
        .filter((method) => ['GET', 'POST'].includes(method))
        .map((method) => ({ method, path: path.startsWith('/') ? path : `/${path}` }))
    })
}

it('every route responds with security headers', async () => {
  const all = [
    ...routes(),
    ...['/about', '/no/such/page', '/api?r=symbols', '/api?r=nothing', '/%zz'].map((path) => ({ method: 'GET', path })),
    { method: 'POST', path: '/api?r=login' },
  ]
  expect(all.length).toBeGreaterThan(12)
  for (const { method, path } of all.filter((route) => route.path !== '/dev/clock')) {
    const answer = await fetch(world.app.url + path, {
      method,
      redirect: 'manual',
      ...(method === 'POST' && { body: '{}', headers: { 'content-type': 'application/json' } }),
    })
    await answer.arrayBuffer()
    const lacks = [
      'strict-transport-security',
      'referrer-policy',
      'x-content-type-options',
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
    ].filter((name) => !answer.headers.has(name))
    expect({ method, path, lacks, policy: answer.headers.get('content-security-policy') }).toEqual({
      method,
      path,
      lacks: [],
      policy: expect.stringContaining("frame-ancestors 'none'"),
    })
  }
})

it('every response has a content type, and a charset for text', async () => {
  for (const path of [
    '/about',
    '/no/such/page',
    '/api?r=symbols',
    '/api?r=nothing',
    '/api/docs',
    '/api/openapi.json',
    '/countries.json',
    '/healthz',
    '/robots.txt',
    '/sitemap.xml',
  ]) {
    const answer = await fetch(world.app.url + path)
    const text = await answer.text()
    const type = answer.headers.get('content-type') ?? ''
    expect({ path, empty: text === '', type }).toEqual({
      path,
      empty: false,
      type: expect.stringMatching(/^(?:text|application)\/[\w+.-]+; ?charset=utf-8$/i),
    })
  }
})

it('no response allows pages on other sites to make calls', async () => {
  for (const method of ['GET', 'OPTIONS', 'POST']) {
    for (const path of ['/', '/api?r=symbols', '/api?r=login', '/api/openapi.json', '/countries.json']) {
      const headers = {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'secrete',
      }
      const answer = await fetch(world.app.url + path, { method, headers })
      await answer.arrayBuffer()
      expect([method, path, answer.headers.get('access-control-allow-origin')]).toEqual([method, path, null])
    }
  }
})

it('responses to calls are never cached by browsers or proxies', async () => {
  for (const path of ['/api?r=user', '/api?r=symbols', '/api?r=nothing']) {
    const answer = await fetch(world.app.url + path)
    await answer.arrayBuffer()
    expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store'])
  }
})

it('no response reveals the server’s software, or repeats the request after TRACE', async () => {
  const answer = await raw('TRACE /api?r=rates HTTP/1.1\r\nHost: x\r\nSecrete: hidden\r\nConnection: close\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 40[045] /)
  expect(answer).not.toMatch(/hidden|^server:|^x-powered-by:/im)
})

it('no response shows a folder listing or source code', async () => {
  for (const path of [
    '/.git/config',
    '/.git/HEAD',
    '/assets/',
    '/assets',
    '/package.json',
    '/server/main.ts',
    '/.env',
    '/data/',
  ]) {
    const answer = await fetch(world.app.url + path)
    await answer.arrayBuffer()
    expect([path, answer.status]).toEqual([path, 404])
  }
})

describe('a request target', () => {
  const get = (target: string, hosts = ['x']) =>
    raw(`GET ${target} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`)

  it('can be an absolute URL', async () => {
    expect(await get('http://evil.example/api?r=rates')).toMatch(/^HTTP\/1\.1 200 /)
    expect(await get('http://evil.example/healthz')).toMatch(/^HTTP\/1\.1 200 /)
  })
  it('is refused in our error format if it is neither a path nor a URL', async () => {
    for (const target of ['*', 'ftp://x/y', 'x']) {
      const answer = await get(target)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer).toContain('"code":"unreadable_body"')
      expect(answer).toContain('strict-transport-security: ')
    }
  })
  it('is refused with two Host headers, even for a WebSocket handshake', async () => {
    expect(await get('/api?r=rates', ['a.example', 'b.example'])).toMatch(/^HTTP\/1\.1 400 /)
    const upgrade = (hosts: string) =>
      raw(
        `GET /live HTTP/1.1\r\n${hosts}Upgrade: websocket\r\nConnection: Upgrade\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      )
    const refused = await upgrade('Host: a.example\r\nHost: b.example\r\n')
    expect(refused).toMatch(/^HTTP\/1\.1 400 /)
    expect(refused).not.toContain('101 Switching')
  })
})
