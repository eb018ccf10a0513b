import { Server as NetServer, type BlockList } from 'node:net'
import { Readable } from 'node:stream'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import { BinaryAnswer, scopeOf, type Call, type HeadersOf, type InputOf, type OutputOf } from '../../../api/call.ts'
import type { Permission } from '../../../api/permissions.ts'
import { commonRefusals, refusalBody } from '../../../api/sentences/refusals.ts'
import { refusalOf, type OperatorRefusalRecorder } from './operator-refusals.ts'
import type { Platform } from '../platform.ts'
import { databaseFaultOf } from '../database/database-faults.ts'
import { answerDirectly, bodyLimitBytes } from './direct/direct-calls.ts'
import { readMultipart, type Upload } from './uploads.ts'
import { networkOf } from './network.ts'
import { parseInput } from './parse-input.ts'
import { fieldsOf, Refused } from './refused.ts'
import { securityHeaders } from './security-headers.ts'
import type { ApiRequest, ApiAnswer } from './api-answer.ts'

/** The caller of a signed-in call. */
export type Session = {
  sessionId: string
  customerId: string
  shard: number
  /** Set if an API key is used instead of a session: the key's permissions. */
  scopes?: ReadonlySet<string>
  /** Set if the API key is restricted to certain networks. */
  networks?: BlockList
}

/** The operator behind a call, with a verified second factor. */
export type OperatorSession = { sessionId: string; operatorId: string; permissions: ReadonlySet<Permission> }

type SessionOf<C extends Call> = C['access'] extends 'public'
  ? Session | null
  : C['access'] extends 'operator'
    ? OperatorSession
    : Session

/** Request data that a bound function gets in addition to its input. */
export type CallRequest<C extends Call = Call> = {
  session: SessionOf<C>
  /** The uploaded files, if the call accepts files. */
  files: Record<string, Upload>
  headers: HeadersOf<C>
  ip: string
  userAgent: string
}

/** The idempotency key of a request, if the client sent one. Only the wrappers in actions.ts pass it on. */
export type KeyRequest = { idempotencyKey?: string | undefined }

export type Handler<C extends Call> = (
  input: InputOf<C>,
  request: CallRequest<C> & KeyRequest,
) => Promise<OutputOf<C>> | OutputOf<C>

export type Bindings<Calls extends Record<string, Call>> = { [N in keyof Calls]: Handler<Calls[N]> }

/**
 * Returns the session that a secret belongs to, or null. Returns synchronously if cached. For a key that is restricted
 * to networks, returns null without an `ip`, and throws `Refused('address_locked')` for an `ip` in another network.
 */
export type SessionFinder = (secrete: string, ip?: string) => Promise<Session | null> | Session | null

/**
 * Checks whether a customer may make calls that aren't marked `withoutFactor`, and rejects with a refusal if not.
 * Returns undefined if no lookup is needed.
 */
export type CustomerGuard = (session: Session) => Promise<void> | undefined

export type OperatorFinder = (secrete: string) => Promise<OperatorSession | null> | OperatorSession | null

type Bound = { call: Call; handler: (input: never, request: never) => unknown; succeeded: { inc(): void } }

const uploadsPerMinute = 10

const idempotencyKeyPattern = /^[\x21-\x7e]{1,100}$/

const leaveWithinMs = 250

/**
 * Longer than any call takes while the database responds, and longer than clients wait before they check an order's
 * outcome.
 */
const callWithinMs = 15_000

/** Codes and statuses of access decisions, which are logged. Source: ASVS 5.0, 16.3.2. */
const accessRefusals = new Set<string | number>(['unknown_call', 'not_found', 401, 403])

const anonymous = { session: null, files: {}, headers: {}, ip: '', userAgent: '', idempotencyKey: undefined }

/**
 * Serves `/api?r=NAME`: finds the call, its session and its input, runs the bound function and renders the result.
 * Refusals are rendered only here. Source: docs/spec/product.md sections 7 and 8.
 */
export class Api {
  readonly #bound = new Map<string, Bound>()
  readonly #platform: Pick<Platform, 'config' | 'log' | 'metrics'>
  readonly #sessionOf: SessionFinder
  readonly #operatorOf: OperatorFinder
  readonly #operatorRefused: OperatorRefusalRecorder | undefined
  readonly #guard: CustomerGuard
  readonly #limiter: RateLimiterMemory | undefined
  readonly #requests
  #stopping = false

  constructor(
    platform: Pick<Platform, 'config' | 'log' | 'metrics'>,
    sessionOf: SessionFinder,
    operatorOf: OperatorFinder = () => null,
    operatorRefused?: OperatorRefusalRecorder,
    guard: CustomerGuard = () => undefined,
  ) {
    this.#platform = platform
    this.#sessionOf = sessionOf
    this.#operatorOf = operatorOf
    this.#operatorRefused = operatorRefused
    this.#guard = guard
    const { ratePerMinute } = platform.config
    this.#limiter = ratePerMinute > 0 ? new RateLimiterMemory({ points: ratePerMinute, duration: 60 }) : undefined
    this.#requests = platform.metrics.counter('calls_total', 'Calls by name and outcome', ['call', 'outcome'])
  }

  /** Binds every call in `calls` to its function. */
  bind<Calls extends Record<string, Call>>(calls: Calls, bindings: Bindings<Calls>): void {
    for (const [name, call] of Object.entries(calls)) {
      this.#bound.set(name, {
        call,
        handler: bindings[name]! as Bound['handler'],
        succeeded: this.#requests.labels({ call: name, outcome: 'success' }),
      })
    }
  }

  boundNames(): string[] {
    return [...this.#bound.keys()]
  }

  /**
   * Accepts no new connections and refuses new calls with `stopping`; running calls finish normally. Each response
   * makes its client disconnect, so that no connection closes during a request. Resolves after a short grace
   * period.
   */
  async refuseNewCalls({ server }: Pick<FastifyInstance, 'server'>): Promise<void> {
    this.#stopping = true
    // The HTTP server's own close would cut idle connections on which a request may be in transit.
    NetServer.prototype.close.call(server)
    await new Promise((resolve) => setTimeout(resolve, leaveWithinMs))
  }

  /** Makes a public call in process, without a session, for server-rendered pages. Throws `Refused`. */
  async callPublic(name: string, input: unknown): Promise<unknown> {
    const bound = this.#bound.get(name)
    if (!bound || bound.call.access !== 'public') throw new Refused('unknown_call')
    return bound.handler(parseInput(bound.call.input, input) as never, anonymous as never)
  }

  /**
   * Makes a GET call in process with a session, for pages that are rendered for its reader. Resolves with the response
   * that a browser would get: the same access rules, limits and refusals apply.
   */
  async callAs(
    name: string,
    input: Record<string, unknown>,
    { secrete, ip, headers }: { secrete: string; ip: string; headers: ApiRequest['headers'] },
  ): Promise<ApiAnswer> {
    const given = Object.entries(input).filter(([, value]) => value !== undefined)
    return this.answer({
      method: 'GET',
      query: { r: name, ...Object.fromEntries(given.map(([key, value]) => [key, String(value)])) },
      headers: { 'user-agent': headers['user-agent'], secrete },
      ip,
      body: undefined,
    })
  }

  /** Mounts the endpoint on `app`. */
  async register(app: FastifyInstance): Promise<void> {
    await app.register(async (scope) => {
      await scope.register(formbody, { bodyLimit: bodyLimitBytes })
      await scope.register(multipart)
      scope.setErrorHandler((error: FastifyError, request, reply) =>
        send(
          reply,
          this.refusal(String((request.query as Record<string, unknown>)['r'] ?? ''), asRefused(error, request)),
        ),
      )
      scope.route({
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        url: '/api',
        handler: async (request, reply) => {
          const { method, query, headers, ip, body } = request
          return send(
            reply,
            await this.answer({
              method,
              query: query as Record<string, unknown>,
              headers,
              ip,
              body,
              ...(request.isMultipart() && { multipart: request }),
            }),
          )
        },
      })
    })
    answerDirectly(app.server, this, this.#platform.config.trustedProxies, securityHeaders(this.#platform.config))
  }

  /** Returns the response to a request. Never throws: errors are rendered as refusals. */
  async answer(request: ApiRequest): Promise<ApiAnswer> {
    const name = String(request.query['r'] ?? '')
    try {
      const bound = this.#bound.get(name)
      const answer = await (request.multipart
        ? this.#run(bound, request)
        : inTime(bound?.call, this.#run(bound, request)))
      if (!this.#platform.config.production) checkAnswer(bound!.call, answer)
      bound!.succeeded.inc()
      if (answer instanceof BinaryAnswer) return this.#binary(answer)
      const isText = typeof answer === 'string'
      return this.#rendered(
        200,
        isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
        isText ? answer : JSON.stringify(answer),
      )
    } catch (error) {
      return this.refusal(name, error as Error)
    }
  }

  /**
   * Returns the call's result, as a promise only if it isn't available at once, because each promise slows down orders.
   */
  #run(bound: Bound | undefined, request: ApiRequest): unknown {
    if (this.#stopping) throw new Refused('stopping')
    if (!bound) return this.#refuseUnknown(request)
    const { call } = bound
    if (call.access === 'operator') return this.#runForOperator(bound, request)
    if (request.method !== call.method) throw new Refused('wrong_method', { method: call.method })
    const found = this.#session(request, this.#sessionOf)
    return found instanceof Promise || this.#limiter
      ? this.#runLater(bound, request, found)
      : this.#runFor(bound, request, found)
  }

  async #refuseUnknown({ ip }: ApiRequest): Promise<never> {
    if (this.#limiter) await this.#consume(networkOf(ip))
    throw new Refused('unknown_call')
  }

  async #runLater(
    bound: Bound,
    request: ApiRequest,
    found: Promise<Session | null> | Session | null,
  ): Promise<unknown> {
    const session = await found
    if (this.#limiter) await this.#consume(session?.customerId ?? networkOf(request.ip), bound.call.weight)
    return this.#runFor(bound, request, session)
  }

  #runFor(bound: Bound, request: ApiRequest, session: Session | null): unknown {
    const { call } = bound
    if (call.access === 'customer' && !session) throw new Refused('not_signed_in')
    if (session?.scopes && call.access === 'customer' && !session.scopes.has(scopeOf(call)))
      throw new Refused('scope_missing', { call: call.name })
    const allowed = session && call.access === 'customer' && !call.withoutFactor ? this.#guard(session) : undefined
    return allowed ? allowed.then(() => this.#handle(bound, request, session)) : this.#handle(bound, request, session)
  }

  /** Runs an operator's call. Without an operator session and the permission, the call appears not to exist. */
  async #runForOperator(bound: Bound, request: ApiRequest): Promise<unknown> {
    const session = await this.#session(request, this.#operatorOf)
    if (this.#limiter) await this.#consume(session?.operatorId ?? networkOf(request.ip))
    if (!session) throw new Refused('unknown_call')
    try {
      if (bound.call.permission && !session.permissions.has(bound.call.permission)) throw new Refused('unknown_call')
      if (request.method !== bound.call.method) throw new Refused('wrong_method', { method: bound.call.method })
      return await this.#handle(bound, request, session)
    } catch (error) {
      if (error instanceof Refused) await this.#operatorRefused?.(refusalOf(session.operatorId, bound.call, error.code))
      throw error
    }
  }

  #handle(bound: Bound, request: ApiRequest, session: Session | OperatorSession | null): unknown {
    const { multipart } = request
    if (!multipart) return callBound(bound, request, session, request.body ?? {}, {})
    const reader = readerOf(request, session)
    return this.#readingTurn(bound.call, reader)
      .then(() => readMultipart(multipart, bound.call.files, reader))
      .then(({ fields, files }) => inTime(bound.call, callBound(bound, request, session, fields, files)))
  }

  /** Counts an upload against its limit before reading it. */
  async #readingTurn({ files }: Call, reader: string): Promise<void> {
    if (this.#limiter && files)
      await this.#consume(`upload ${reader}`, Math.ceil(this.#platform.config.ratePerMinute / uploadsPerMinute))
  }

  #session<Found>({ headers, ip }: ApiRequest, find: (secrete: string, ip: string) => Found): Found | null {
    const secrete = headers['secrete']
    return typeof secrete === 'string' && secrete.length > 0 && secrete.length <= 200 ? find(secrete, ip) : null
  }

  async #consume(key: string, weight = 1): Promise<void> {
    try {
      await this.#limiter!.consume(key, weight)
    } catch (limit) {
      throw new Refused('too_many_requests', {
        seconds: Math.ceil((limit as { msBeforeNext: number }).msBeforeNext / 1000),
      })
    }
  }

  /** Returns the response for an error in the call `name`. Counts refusals and logs bugs. */
  refusal(name: string, error: Error): ApiAnswer {
    const call = this.#bound.get(name)?.call
    const refused = error instanceof Refused ? error : refusedByFault(call, error)
    const known = call?.refusals[refused.code] ?? commonRefusals[refused.code as keyof typeof commonRefusals]
    const isBug = !known || refused.code === 'internal'
    if (isBug) this.#platform.log.error({ err: error, call: call?.name }, 'call failed')
    else if (!(error instanceof Refused))
      this.#platform.log.warn({ err: error, call: call?.name, outcome: refused.code }, 'the database failed')
    else if (accessRefusals.has(refused.code) || accessRefusals.has(known.status))
      this.#platform.log.info({ call: call?.name, outcome: refused.code }, 'access refused')
    const refusal = isBug ? commonRefusals.internal : known
    const code = isBug ? 'internal' : refused.code
    this.#requests.inc({ call: call?.name ?? 'unknown', outcome: code })
    const body = refusalBody(refusal, code, refused.details)
    if (refused.fields) Object.assign(body, fieldsOf(refused.fields))
    if (refused.clientData) body.details = { ...body.details, ...refused.clientData }
    const answer = this.#rendered(refusal.status, 'application/json; charset=utf-8', JSON.stringify(body))
    const { seconds } = refused.details
    if (typeof seconds === 'number') answer.headers['retry-after'] = seconds
    else if (refusal.status === 503) answer.headers['retry-after'] = code === 'records_full' ? 60 : 1
    return answer
  }

  #binary({ contentType, bytes, fileName }: BinaryAnswer): ApiAnswer {
    const answer = this.#rendered(200, contentType, bytes instanceof Uint8Array ? bytes : Readable.from(bytes))
    // Prevents the file from running code where it is opened, whatever it contains.
    answer.headers['content-security-policy'] = "default-src 'none'; frame-ancestors 'none'; sandbox"
    if (fileName !== undefined)
      answer.headers['content-disposition'] = `attachment; filename="${fileName.replace(/[^\w.-]/g, '-')}"`
    return answer
  }

  #rendered(status: number, contentType: string, body: ApiAnswer['body']): ApiAnswer {
    const headers: ApiAnswer['headers'] = { 'content-type': contentType, 'cache-control': 'no-store' }
    if (this.#stopping) headers['connection'] = 'close'
    return { status, headers, body }
  }
}

function send(reply: FastifyReply, { status, headers, body }: ApiAnswer): FastifyReply {
  return reply.code(status).headers(headers).send(body)
}

const readerOf = ({ ip }: ApiRequest, session: Session | OperatorSession | null): string =>
  session ? ('customerId' in session ? session.customerId : session.operatorId) : networkOf(ip)

function callBound(
  { call, handler }: Bound,
  request: ApiRequest,
  session: Session | OperatorSession | null,
  body: unknown,
  files: Record<string, Upload>,
): unknown {
  const input = parseInput(
    call.input,
    call.method === 'GET' ? request.query : call.files ? { ...request.query, ...(body as object) } : body,
  )
  return handler(input as never, callRequest(call, request, session, files) as never)
}

function callRequest(
  call: Call,
  request: ApiRequest,
  session: Session | OperatorSession | null,
  files: Record<string, Upload>,
): CallRequest<Call> & KeyRequest {
  const key = request.headers['idempotency-key']
  if (key !== undefined && (typeof key !== 'string' || !idempotencyKeyPattern.test(key))) {
    throw new Refused('bad_input', { detail: { phrase: 'key_too_long' } })
  }
  return {
    session: session as Session,
    files,
    headers: (call.headers ? parseInput(call.headers, request.headers) : {}) as never,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    idempotencyKey: key,
  }
}

/**
 * Returns the result or, after a timeout, a refusal that leaves the outcome open, because nothing can determine it
 * while the database hangs. The call keeps running, so that no transaction stops halfway.
 */
function inTime(call: Call | undefined, answer: unknown): unknown {
  if (!(answer instanceof Promise)) return answer
  const code = unknownOutcomeOf(call)
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Refused(code)), callWithinMs).unref()
    answer.then(resolve, reject).finally(() => clearTimeout(late))
  })
}

/**
 * Returns the code to refuse with after a timeout: `outcome_unknown` for a call that may have changed something or that
 * declares this code.
 */
function unknownOutcomeOf(call: Call | undefined): 'outcome_unknown' | 'records_unreachable' {
  const changes = call?.method === 'POST' && call.access !== 'public'
  return changes || (call && 'outcome_unknown' in call.refusals) ? 'outcome_unknown' : 'records_unreachable'
}

function refusedByFault(call: Call | undefined, error: Error): Refused {
  const fault = databaseFaultOf(error)
  return new Refused(fault === 'lost' ? unknownOutcomeOf(call) : (fault ?? 'internal'))
}

function checkAnswer(call: Call, answer: unknown): void {
  const parsed = call.output.safeParse(answer)
  if (!parsed.success)
    throw new Error(`the result of ${call.name} does not match its schema: ${z.prettifyError(parsed.error)}`)
}

/** Converts an error from the HTTP layer to one of our refusals. */
function asRefused(error: FastifyError, request: FastifyRequest): Error {
  if (error instanceof Refused) return error
  // The multipart reader's own errors have no status; the body is set when reading ends.
  if (error.statusCode === undefined && request.isMultipart() && !request.body) return new Refused('unreadable_body')
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.statusCode === 413) return new Refused('too_large')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || error.statusCode === 415)
    return new Refused('unsupported_type')
  if (error.statusCode !== undefined && error.statusCode < 500) return new Refused('unreadable_body')
  return error
}
