import path from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { commonRefusals } from '../../api/sentences/refusals.ts'
import { writeSentence } from '../../api/sentences/sentences.ts'
import type { ReadersAnswer, ServerCall, SiteContext } from '../../web/document/load-context.ts'
import type { PageReader } from '../../web/document/page-reader.ts'
import type { Clock } from '../platform/time/clock.ts'
import { networkOf } from '../platform/http/network.ts'
import { paintedFirst } from './painted-first.ts'
import { type Random, systemRandom } from '../platform/random.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'
import { SplicedPage } from './spliced-page.ts'

export type SiteOptions = {
  /** Output folder of `react-router build`: `client/` and `server/index.js`. */
  buildDir: string
  /** Makes public calls in process, without a session, for loaders. */
  call: ServerCall
  /** Makes a call with a session, as its browser would, for pages that are rendered for one reader. */
  callAs: (name: string, input: Record<string, unknown>, as: CallAs) => Promise<CallAnswer>
  /** The public origin of the site, without a trailing slash. */
  publicUrl: string
  operator: SiteContext['operator']
  development: boolean
  /** Practice money of a new customer, in the currency that they choose. */
  practiceGrant: string
  /** Maximum number of page requests per minute and network; 0 for no limit. */
  ratePerMinute?: number
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>
  random?: Random
}

type CallAnswer = { status: number; headers: Record<string, string | number>; body: unknown }

/** The session and the request with which a page's calls are made. */
type CallAs = { secrete: string; ip: string; headers: FastifyRequest['headers'] }

type SiteHandler = (request: Request, context: SiteContext) => Promise<Response>
/** Returns the redirect for a visitor who chose another language, from the request URL and its cookies. */
type ChosenAddress = (url: string, cookies: string | undefined) => string | undefined
/** Returns for whom to render a page, from the request's URL and headers. */
type FindReader = (url: string, headers: Record<string, unknown>) => PageReader | undefined
type Page = { status: number; headers: [string, string][]; body: Buffer | SplicedPage }
/** A page with its lifetime, and when it was rendered, by the process's clock and by the product's. */
type Stored = { page: Page; freshMs: number; renderedMs: number; renderedAtMs: number; renewing: boolean }

/** Query parameters that change the rendered page. All others are dropped, so that they don't bypass the page cache. */
const renderedParameters = ['p']
/** A page render counts as this many requests towards a network's limit. A cached page counts as one. */
const renderingWeight = 8
/** Paths that belong to the server and never show a page. */
const serverOnly = /^\/(api|dev|live|assets)(\/|$|\?)/
const maxStoredPages = 200

const permissionsPolicy = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/**
 * Serves the built site: hashed assets, and every other GET or HEAD as a server-rendered page under a strict
 * Content-Security-Policy with a unique nonce. Pages are rendered with a secret placeholder that each response
 * replaces with its nonce, so a page whose headers allow it (`s-maxage`) is rendered once for many visitors. Returns
 * a function that loads the pages' code before the first visitor.
 */
export async function registerSite(app: FastifyInstance, options: SiteOptions): Promise<{ load(): Promise<unknown> }> {
  const { load, handle } = siteBuild(options.buildDir)
  const pages = new Pages(handle, options, (error) => app.log.error({ err: error }, 'page failed'))
  const client = path.resolve(options.buildDir, 'client')
  await app.register(async (scope) => {
    const headers = { ...securityHeaders(options), 'permissions-policy': permissionsPolicy }
    scope.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
    await scope.register(fastifyStatic, {
      root: path.join(client, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
      decorateReply: false,
    })
    await scope.register(fastifyStatic, {
      root: client,
      wildcard: false,
      globIgnore: ['assets/**', '.vite/**', '**/*.{br,gz}'],
      index: false,
      maxAge: '1h',
      preCompressed: true,
      decorateReply: false,
    })
    scope.get('/*', async (request, reply) => {
      const { chosenAddress, pageReader } = await load()
      const chosen = chosenAddress(request.url, request.headers.cookie)
      if (chosen !== undefined && !serverOnly.test(request.url))
        return reply.header('vary', 'cookie').header('cache-control', 'no-store').redirect(chosen, 302)
      return pages.serve(request, reply, pageReader(request.url, request.headers))
    })
  })
  return { load }
}

/** Returns the build, which `load` or the first page request loads. */
function siteBuild(buildDir: string) {
  let loaded: Promise<{ render: SiteHandler; chosenAddress: ChosenAddress; pageReader: FindReader }> | undefined
  const load = () => {
    loaded ??= import(pathToFileURL(path.resolve(buildDir, 'server/index.js')).href).then((build) => {
      const { createSiteHandler, chosenAddress, pageReader } = build.entry.module
      return {
        render: createSiteHandler(build) as SiteHandler,
        chosenAddress: chosenAddress as ChosenAddress,
        pageReader: pageReader as FindReader,
      }
    })
    return loaded
  }
  const handle: SiteHandler = async (request, context) => (await load()).render(request, context)
  return { load, handle }
}

/**
 * Returns the policy for one response. Charts and bars set style attributes, hence `style-src-attr`; nothing else is
 * inline without the nonce.
 */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
}

class Pages {
  readonly #handle: SiteHandler
  readonly #options: SiteOptions
  readonly #random: Random
  readonly #reportError: (error: unknown) => void
  /**
   * Placeholder for the nonce in rendered pages. Secret, because attacker-controlled output that contained it would get
   * a valid nonce.
   */
  readonly #placeholder: string
  readonly #stored = new Map<string, Stored>()
  readonly #limiter: RateLimiterMemory | undefined

  constructor(handle: SiteHandler, options: SiteOptions, reportError: (error: unknown) => void) {
    this.#handle = handle
    this.#reportError = reportError
    this.#options = options
    this.#limiter = options.ratePerMinute
      ? new RateLimiterMemory({ points: options.ratePerMinute, duration: 60 })
      : undefined
    this.#random = options.random ?? systemRandom
    this.#placeholder = this.#random.bytes(24).toString('base64url')
  }

  /** Serves a page. A page that is rendered for one reader is never stored, here or elsewhere. */
  async serve(request: FastifyRequest, reply: FastifyReply, reader: PageReader | undefined): Promise<unknown> {
    if (serverOnly.test(request.url)) return reply.callNotFound()
    const seconds = await this.#overLimit(request, 1)
    if (seconds !== undefined) return refuseTooMany(reply, seconds)
    const page = await (reader ? this.#readersPage(request, reply, reader) : this.#page(request, reply))
    if (typeof page === 'number') return refuseTooMany(reply, page)
    reply.code(page.status)
    for (const [name, value] of page.headers) reply.header(name, value)
    if (!(page.body instanceof SplicedPage)) return reply.send(page.body)
    const nonce = this.#random.bytes(18).toString('base64')
    reply.header('content-security-policy', contentSecurityPolicy(nonce))
    reply.header('cache-control', reader ? 'private, no-store' : 'no-cache')
    reply.header('vary', 'accept-encoding')
    const takesGzip =
      request.method === 'GET' &&
      /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(request.headers['accept-encoding'] ?? ''))
    if (!takesGzip) return reply.send(page.body.plain(nonce))
    return reply.header('content-encoding', 'gzip').send(page.body.gzip(nonce))
  }

  /**
   * Returns a cached page while it is fresh, or renders it. For the same period afterwards, visitors still get the
   * cached page while one request renders it again, so a busy page is rendered once per period and only one visitor
   * waits.
   */
  async #page(request: FastifyRequest, reply: FastifyReply): Promise<Page | number> {
    const url = renderedUrl(request.url)
    const key = request.method === 'GET' ? url : undefined
    const stored = key === undefined ? undefined : this.#stored.get(key)
    const ageMs = stored ? this.#ageMs(stored) : 0
    if (stored && ageMs < stored.freshMs) return stored.page
    if (stored && ageMs < 2 * stored.freshMs && stored.renewing) return stored.page
    const seconds = await this.#overLimit(request, renderingWeight - 1)
    if (seconds !== undefined) return stored?.page ?? seconds
    if (stored) stored.renewing = true
    const { page, freshMs } = await this.#render(request, url, abortedWith(reply))
    if (key !== undefined) this.#store(key, page, freshMs)
    return page
  }

  /** Renders a page with a reader's data. */
  async #readersPage(request: FastifyRequest, reply: FastifyReply, reader: PageReader): Promise<Page | number> {
    const seconds = await this.#overLimit(request, renderingWeight - 1)
    if (seconds !== undefined) return seconds
    const { page } = await this.#render(request, request.url, abortedWith(reply), reader)
    return page
  }

  async #readersAnswer(
    name: string,
    input: Record<string, unknown>,
    { ip, headers }: FastifyRequest,
    { secrete, reader }: PageReader,
  ): Promise<ReadersAnswer> {
    const { status, headers: given, body } = await this.#options.callAs(name, input, { secrete, ip, headers })
    const isJson = String(given['content-type']).startsWith('application/json')
    if (status === 200 && isJson) return { value: JSON.parse(String(body)) as unknown }
    const hasEnded = status === 401 || (reader === 'operator' && name === 'operators.me')
    return hasEnded ? 'signed_out' : 'none'
  }

  /** Counts a request from a network. Returns the seconds to wait if it is over its limit. */
  async #overLimit(request: FastifyRequest, weight: number): Promise<number | undefined> {
    try {
      await this.#limiter?.consume(networkOf(request.ip), weight)
      return undefined
    } catch (limit) {
      return Math.ceil((limit as { msBeforeNext: number }).msBeforeNext / 1000)
    }
  }

  /**
   * Uses both clocks, because product time can be advanced in development, and an operator can set the machine's clock
   * back.
   */
  #ageMs({ renderedMs, renderedAtMs }: Stored): number {
    const { clock } = this.#options
    return Math.max(clock.monotonicMs() - renderedMs, clock.nowMs() - renderedAtMs)
  }

  #store(key: string, page: Page, freshMs: number) {
    this.#stored.delete(key)
    if (freshMs === 0) return
    if (this.#stored.size >= maxStoredPages) this.#stored.delete(this.#stored.keys().next().value!)
    this.#stored.set(key, {
      page,
      freshMs,
      renderedMs: this.#options.clock.monotonicMs(),
      renderedAtMs: this.#options.clock.nowMs(),
      renewing: false,
    })
  }

  async #render(
    request: FastifyRequest,
    path: string,
    signal: AbortSignal,
    reader?: PageReader,
  ): Promise<{ page: Page; freshMs: number }> {
    const { publicUrl, call, operator, development, practiceGrant, clock } = this.#options
    // Concatenated as text, because `new URL(path, origin)` would parse `//host` as another origin.
    const url = new URL(publicUrl + path)
    const response = await this.#handle(
      new Request(url, { method: request.method, headers: requestHeaders(request), signal }),
      {
        nonce: this.#placeholder,
        call,
        ...(reader && {
          reader,
          readersCall: (name, input) => this.#readersAnswer(name, input, request, reader),
        }),
        publicUrl,
        operator,
        development,
        practiceGrant,
        reportError: this.#reportError,
        nowMs: () => clock.nowMs(),
      },
    )
    const headers: [string, string][] = []
    for (const [name, value] of response.headers) if (name !== 'set-cookie') headers.push([name, value])
    // Sets cookies individually, because browsers can't parse cookies joined by a comma.
    for (const cookie of response.headers.getSetCookie()) headers.push(['set-cookie', cookie])
    const html = response.headers.get('content-type')?.startsWith('text/html') ?? false
    const cacheControl = response.headers.get('cache-control') ?? ''
    const freshMs = html && response.status === 200 ? Number(/s-maxage=(\d+)/.exec(cacheControl)?.[1] ?? 0) * 1000 : 0
    const body = html
      ? new SplicedPage(paintedFirst(await response.text()), this.#placeholder)
      : Buffer.from(await response.arrayBuffer())
    return { page: { status: response.status, headers, body }, freshMs }
  }
}

/** Returns a signal that aborts when the visitor disconnects before the response is complete. */
function abortedWith(reply: FastifyReply): AbortSignal {
  const abort = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) abort.abort()
  })
  return abort.signal
}

function requestHeaders(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
  }
  return headers
}

/** Returns a URL with only the query parameters that change its page, in a fixed order. */
function renderedUrl(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const given = new URLSearchParams(url.slice(at + 1))
  const kept = new URLSearchParams(
    renderedParameters.flatMap((name) => (given.has(name) ? [[name, given.get(name)!]] : [])),
  )
  return kept.size > 0 ? `${url.slice(0, at)}?${kept}` : url.slice(0, at)
}

function refuseTooMany(reply: FastifyReply, seconds: number): FastifyReply {
  return reply
    .code(429)
    .header('retry-after', seconds)
    .type('text/plain; charset=utf-8')
    .send(writeSentence(commonRefusals.too_many_requests.message, { seconds }))
}
