import { demonstrationOperator } from '../../api/calls/operators/operator-profile.ts'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { registerSite } from './site.ts'

const builtSite = fileURLToPath(new URL('../../build', import.meta.url))
const noncePattern = /script-src 'self' 'nonce-([\w+/=]+)'/
let app: FastifyInstance
let monotonicMs = 0
let productMs = Date.UTC(2031, 5, 1)
let made: unknown[] = []

async function serve(
  buildDir: string,
  publicUrl = 'http://tallystick.test',
  nowMs = () => productMs,
  ratePerMinute = 0,
) {
  app = fastify()
  await app.register(compress, { global: false })
  app.post('/api', async (request) => ({ got: request.body }))
  const { load } = await registerSite(app, {
    buildDir,
    // No calls are available, so pages must render without their live parts.
    call: async () => {
      throw new Error('no calls here')
    },
    callAs: async (name, input, as) => {
      made.push({ name, input, as })
      if (name === 'user') return { status: 401, headers: { 'content-type': 'application/json' }, body: '{}' }
      const type = name === 'plans' ? 'application/json; charset=utf-8' : 'image/png'
      return { status: 200, headers: { 'content-type': type }, body: '{"plan":"gold"}' }
    },
    publicUrl,
    operator: demonstrationOperator,
    development: false,
    practiceGrant: '2500.00',
    ratePerMinute,
    clock: { nowMs, monotonicMs: () => monotonicMs },
  })
  await load()
}

beforeEach(() => {
  monotonicMs = 0
  productMs = Date.UTC(2031, 5, 1)
})
afterEach(() => app.close())

describe('the built site', () => {
  beforeEach(async () => {
    if (!existsSync(path.join(builtSite, 'server/index.js')))
      throw new Error('Build the pages first: npx react-router build')
    await serve(builtSite)
  })

  it('gives every response its own nonce, and puts it on every script and style in the page', async () => {
    const [first, second] = [await app.inject('/'), await app.inject('/')]
    const nonces = [first, second].map(
      (response) => noncePattern.exec(String(response.headers['content-security-policy']))?.[1],
    )
    expect(nonces[0]).toMatch(/^[\w+/]{24}$/)
    expect(nonces[0]).not.toBe(nonces[1])
    const tags = [...first.body.matchAll(/<(?:script|style)\b[^>]*>/g)].map(([tag]) => tag)
    expect(tags.length).toBeGreaterThan(4)
    expect(tags.filter((tag) => !tag.includes(`nonce="${nonces[0]}"`))).toEqual([])
    expect(first.body).not.toContain(nonces[1])
  })

  it('allows only its own scripts, and requires Trusted Types', async () => {
    const policy = String((await app.inject('/')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(/script-src[^;]*/.exec(policy)?.[0]).not.toMatch(/unsafe|https?:|\*/)
  })

  it('requests no script before the page is painted', async () => {
    const { body } = await app.inject('/')
    expect(body).not.toContain('rel="modulepreload"')
    const modules = [...body.matchAll(/<script[^>]*type="module"[^>]*>([^]*?)<\/script>/g)].map(([, script]) => script!)
    expect(modules).toHaveLength(1)
    expect(modules[0]).toMatch(/^await new Promise/)
    expect(modules[0]).toMatch(/Promise\.all\(\[import\("\/assets\//)
    expect(modules[0]).not.toMatch(/import (\*|")/)
  })

  it('renders the home page without its live parts if calls fail', async () => {
    const home = await app.inject('/')
    expect(home.statusCode).toBe(200)
    expect(home.body).toContain('Start Trading')
    expect(home.body).toContain('Nothing here can be cashed out.')
    expect(home.body).toContain('The plans are unavailable right now. Try again later.')
    expect(home.body).toMatch(/©.{0,12}2031/)
  })

  it('states the practice money of the installation on the sign-up page', async () => {
    expect((await app.inject('/account/signup')).body).toContain('$2,500.00</a> in practice money on day one.')
  })

  it('responds to an unknown URL with the error page and status 404', async () => {
    const missing = await app.inject('/no/such/page')
    expect(missing.statusCode).toBe(404)
    expect(missing.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(missing.body).toContain('Page not found')
  })

  it('shows the generic error view when rendering fails, without the cause', async () => {
    await app.close()
    await serve(builtSite, undefined, () => {
      throw new Error('connection to 10.0.0.7 refused')
    })
    const failed = await app.inject('/about')
    expect(failed.statusCode).toBe(500)
    expect(failed.body).toContain('Unexpected Application Error!')
    expect(failed.body).toContain('Nothing here can be cashed out.')
    expect(failed.body).not.toContain('10.0.0.7')
  })

  it('treats a URL that begins with two slashes as a path, not as another host', async () => {
    expect((await app.inject({ url: '//example.org/x' })).statusCode).toBe(404)
  })

  it('responds to HEAD with headers only', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/about' })
    expect(head.statusCode).toBe(200)
    expect(head.headers['content-security-policy']).toBeDefined()
    expect(head.body).toBe('')
  })

  it('does not affect /api or its body parsers', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api', payload: { a: 1 } })
    expect(answer.json()).toEqual({ got: { a: 1 } })
    for (const url of ['/api', '/api/nothing', '/dev/mailbox', '/live']) {
      const missing = await app.inject(url)
      expect([url, missing.statusCode, missing.headers['content-type']]).toEqual([
        url,
        404,
        'application/json; charset=utf-8',
      ])
    }
  })

  it('serves hashed files as immutable and precompressed, and none of the build’s internal files', async () => {
    const name = (await readdir(path.join(builtSite, 'client/assets'))).find(
      (file) => file.startsWith('entry.client') && file.endsWith('.js'),
    )!
    const file = await app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': 'br' } })
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(file.headers['content-encoding']).toBe('br')
    expect(file.rawPayload).toEqual(await readFile(path.join(builtSite, `client/assets/${name}.br`)))
    expect((await app.inject('/.vite/manifest.json')).statusCode).toBe(404)
    expect((await app.inject('/assets/..%2f..%2fserver%2findex.js')).statusCode).not.toBe(200)
    expect((await app.inject('/favicon.svg')).headers['content-type']).toContain('image/svg+xml')
  })
})

/** A build with a single handler, whose response shows what the adapter does. */
describe('any build', () => {
  let buildDir: string

  async function serveHandler(code: string, publicUrl?: string, ratePerMinute?: number) {
    buildDir = await mkdtemp(path.join(tmpdir(), 'tallystick-site-'))
    await mkdir(path.join(buildDir, 'client/assets'), { recursive: true })
    await mkdir(path.join(buildDir, 'server'))
    await writeFile(path.join(buildDir, 'package.json'), '{"type":"module"}')
    await writeFile(
      path.join(buildDir, 'server/index.js'),
      `let renderings = 0
      const aborted = []
      export { aborted }
      const chosenAddress = (url, cookies) =>
        cookies === 'language=de' && !url.startsWith('/de') ? '/de' + url : undefined
      const pageReader = (url, { cookie = '' }) =>
        cookie.startsWith('secrete=') ? { reader: 'customer', secrete: cookie.slice(8) } : undefined
      const createSiteHandler = () => async (request, context) => {
        renderings += 1
        ${code}
      }
      export const entry = { module: { chosenAddress, createSiteHandler, pageReader } }
      `,
    )
    await serve(buildDir, publicUrl, undefined, ratePerMinute)
  }

  afterEach(() => rm(buildDir, { recursive: true, force: true }))

  it('passes cookies on individually', async () => {
    await serveHandler(`
      const cookies = ['a=1; Expires=Wed, 01 Jan 2031 00:00:00 GMT', 'b=2']
      const headers = new Headers(cookies.map((cookie) => ['Set-Cookie', cookie]))
      return new Response('ok', { headers })`)
    expect((await app.inject('/')).headers['set-cookie']).toEqual(['a=1; Expires=Wed, 01 Jan 2031 00:00:00 GMT', 'b=2'])
  })

  it('renders a cacheable page once per period, but gives each visitor a unique nonce', async () => {
    await serveHandler(
      `const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'public, s-maxage=2' }
      return new Response(renderings + ' ' + context.nonce, { headers })`,
    )
    const bodies: string[] = []
    for (const atMs of [0, 1999, 2000]) {
      monotonicMs = atMs
      bodies.push((await app.inject('/')).body)
    }
    expect(bodies.map((body) => body.split(' ')[0])).toEqual(['1', '1', '2'])
    expect(new Set(bodies.map((body) => body.split(' ')[1])).size).toBe(3)
  })

  it('ignores query parameters that change nothing', async () => {
    await serveHandler(
      `const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'public, s-maxage=60' }
      return new Response(renderings + ' ' + request.url, { headers })`,
    )
    const bodies = []
    for (const url of ['/payouts', '/payouts?x=1', '/payouts?utm=2&p=2', '/payouts?p=2&x=3'])
      bodies.push((await app.inject(url)).body)
    expect(bodies).toEqual([
      '1 http://tallystick.test/payouts',
      '1 http://tallystick.test/payouts',
      '2 http://tallystick.test/payouts?p=2',
      '2 http://tallystick.test/payouts?p=2',
    ])
  })

  it('renders a signed-in reader’s page each time with the whole URL, and lets nobody store it', async () => {
    await serveHandler(
      `const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'public, s-maxage=60' }
      const own = context.reader ? context.reader.secrete : 'nobody'
      return new Response(renderings + ' ' + own + ' ' + new URL(request.url).search, { headers })`,
    )
    const page = (cookie?: string) => app.inject({ url: '/office?x=1', headers: { ...(cookie && { cookie }) } })
    const [first, second] = [await page('secrete=one'), await page('secrete=two')]
    expect([first.body, second.body]).toEqual(['1 one ?x=1', '2 two ?x=1'])
    expect(first.headers['cache-control']).toBe('private, no-store')
    expect((await page()).body).toBe('3 nobody ')
    expect((await page()).body).toBe('3 nobody ')
  })

  it('makes the calls of a signed-in reader’s page with the session, address and browser of the request', async () => {
    made = []
    await serveHandler(
      `const answers = await Promise.all(['user', 'plans', 'photo'].map((name) => context.readersCall(name, { a: 1 })))
      return new Response(JSON.stringify(answers), { headers: { 'Content-Type': 'text/html' } })`,
    )
    const headers = { cookie: 'secrete=one', 'user-agent': 'Test' }
    const page = await app.inject({ url: '/office', headers, remoteAddress: '192.0.2.7' })
    expect(JSON.parse(page.body)).toEqual(['signed_out', { value: { plan: 'gold' } }, 'none'])
    expect(made).toHaveLength(3)
    expect(made[0]).toMatchObject({ name: 'user', input: { a: 1 }, as: { secrete: 'one', ip: '192.0.2.7', headers } })
  })

  it('compresses a page once, but gives each visitor a unique nonce', async () => {
    await serveHandler(
      `const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'public, s-maxage=60' }
      return new Response('<p>' + 'word '.repeat(1000) + context.nonce, { headers })`,
    )
    const nonces = []
    for (let i = 0; i < 2; i++) {
      const answer = await app.inject({ url: '/', headers: { 'accept-encoding': 'br, gzip' } })
      expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
      expect(answer.rawPayload.length).toBeLessThan(300)
      const nonce = noncePattern.exec(String(answer.headers['content-security-policy']))![1]!
      expect(gunzipSync(answer.rawPayload).toString().endsWith(nonce)).toBe(true)
      nonces.push(nonce)
    }
    expect(new Set(nonces).size).toBe(2)
  })

  it('refuses a network with 429 after too many page renders, but still serves other networks', async () => {
    await serveHandler(
      `const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'public, s-maxage=60' }
      return new Response('page', { headers })`,
      undefined,
      40,
    )
    const status = async (url: string, remoteAddress: string) => (await app.inject({ url, remoteAddress })).statusCode
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push(await status(`/page-${i}`, '2001:db8:1:1::1'))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await status('/page-9', '2001:db8:1:1::2')).toBe(429)
    expect(await status('/page-9', '2001:db8:1:2::1')).toBe(200)
  })

  it('renders a cached page again after the clock advances', async () => {
    await serveHandler(
      `const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'public, s-maxage=60' }
      return new Response(String(renderings), { headers })`,
    )
    const bodies = [(await app.inject('/')).body, (await app.inject('/')).body]
    productMs += 86_400_000
    expect([...bodies, (await app.inject('/')).body, (await app.inject('/')).body]).toEqual(['1', '1', '2', '2'])
  })

  it('redirects a visitor who chose another language, and serves all other requests as usual', async () => {
    await serveHandler(
      `const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'public, s-maxage=60' }
      return new Response(new URL(request.url).pathname, { headers })`,
    )
    const cookie = 'language=de'
    expect((await app.inject('/about')).body).toBe('/about')
    const sent = await app.inject({ url: '/about?x=1', headers: { cookie } })
    expect([sent.statusCode, sent.headers['location'], sent.headers['cache-control']]).toEqual([
      302,
      '/de/about?x=1',
      'no-store',
    ])
    expect((await app.inject({ url: '/de/about', headers: { cookie } })).body).toBe('/de/about')
    expect((await app.inject({ url: '/api/x', headers: { cookie } })).statusCode).toBe(404)
  })

  it('caches neither errors nor pages without s-maxage', async () => {
    await serveHandler(`
      const status = new URL(request.url).pathname === '/bad' ? 500 : 200
      const cached = request.url.endsWith('/bad') && { 'Cache-Control': 's-maxage=60' }
      return new Response(String(renderings), { status, headers: { 'Content-Type': 'text/html', ...cached } })`)
    expect([
      (await app.inject('/')).body,
      (await app.inject('/')).body,
      (await app.inject('/bad')).body,
      (await app.inject('/bad')).body,
    ]).toEqual(['1', '2', '3', '4'])
  })

  it('stops rendering for a visitor who disconnects', async () => {
    await serveHandler(
      `return new Promise((resolve, reject) => {
        request.signal.addEventListener('abort', () => {
          aborted.push(true)
          reject(request.signal.reason)
        })
      })`,
    )
    const build = (await import(path.join(buildDir, 'server/index.js'))) as { aborted: boolean[] }
    const url = await app.listen({ port: 0 })
    const abort = new AbortController()
    const requested = fetch(url, { signal: abort.signal })
    await new Promise((resolve) => app.server.once('request', resolve))
    abort.abort()
    await expect(requested).rejects.toThrow()
    await expect.poll(() => build.aborted).toEqual([true])
  })

  it('makes browsers stay on HTTPS if it is served over HTTPS', async () => {
    await serveHandler(`return new Response('ok')`, 'https://tallystick.test')
    expect((await app.inject('/')).headers['strict-transport-security']).toContain('max-age=')
  })
})
