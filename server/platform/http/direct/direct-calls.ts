import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { parse, type ParsedUrlQuery } from 'node:querystring'
import { Readable, pipeline } from 'node:stream'
import proxyaddr from '@fastify/proxy-addr'
import type { ApiAnswer, ApiRequest } from '../api-answer.ts'
import { hostsOf } from '../many-hosts.ts'
import { Refused } from '../refused.ts'
import { drainBody } from '../unread-bodies.ts'

export const bodyLimitBytes = 256 * 1024

/** The part of the API that this file uses. */
type DirectApi = {
  answer(request: ApiRequest): Promise<ApiAnswer>
  refusal(name: string, error: Error): ApiAnswer
}

/**
 * Answers calls with JSON bodies, and GET calls, directly from Node's HTTP server. Everything else, including forms and
 * multipart bodies, still goes through the framework. README.md in this folder gives the reasons.
 */
export function answerDirectly(
  server: Server,
  api: DirectApi,
  trustedProxies: number,
  headers: Record<string, string>,
): void {
  const everywhere = Object.entries(headers).flat()
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const target = pathOf(request.url!)
    if (target === undefined || hostsOf(request) > 1) return refuse(request, response, api, everywhere)
    request.url = target
    if (isDirect(request)) answerCall(request, response, api, trustedProxies, everywhere)
    else for (const listener of listeners) listener.call(server, request, response)
  })
}

/**
 * Returns the path and query of a request's target, which may also be an absolute URL, or undefined if it is neither,
 * as in `OPTIONS *`. Source: RFC 9112, section 3.2.
 */
function pathOf(target: string): string | undefined {
  if (target.startsWith('/')) return target
  const [, path] = /^https?:\/\/[^/?#]+(.*)$/i.exec(target) ?? []
  return path === undefined || path.startsWith('/') ? path : `/${path}`
}

function refuse(request: IncomingMessage, response: ServerResponse, api: DirectApi, everywhere: string[]): void {
  drainBody(request)
  send(response, api.refusal('', new Refused('unreadable_body')), everywhere)
}

function isDirect({ method, url, headers }: IncomingMessage): boolean {
  if (!url!.startsWith('/api?')) return false
  return method === 'GET' || (method === 'POST' && /^application\/json(;|$)/i.test(headers['content-type'] ?? ''))
}

function answerCall(
  request: IncomingMessage,
  response: ServerResponse,
  api: DirectApi,
  trustedProxies: number,
  everywhere: string[],
): void {
  const query = queryOf(request.url!)
  const answered = (answer: ApiAnswer) => send(response, answer, everywhere)
  const refused = (error: unknown) => {
    drainBody(request)
    send(response, api.refusal(String(query['r'] ?? ''), error as Error), everywhere)
  }
  const answer = (text?: string) => {
    try {
      const body = text === undefined ? undefined : parseBody(text)
      const { method, headers } = request
      api
        .answer({ method: method!, query, headers, ip: addressOf(request, trustedProxies), body })
        .then(answered, refused)
    } catch (error) {
      refused(error)
    }
  }
  if (request.method === 'POST') readBody(request, answer, refused)
  else {
    drainBody(request)
    answer()
  }
}

function send(response: ServerResponse, { status, headers, body }: ApiAnswer, everywhere: string[]): void {
  if (body instanceof Readable) return sendPieces(response, { status, headers, body }, everywhere)
  const bytes = Buffer.byteLength(body)
  const lines: (string | number)[] = ['content-length', bytes]
  addHeaders(lines, headers, everywhere)
  response.writeHead(status, lines as string[])
  // Plain ASCII text is written without conversion.
  if (typeof body === 'string' && bytes === body.length) response.end(body, 'latin1')
  else response.end(body)
}

/**
 * Sends a body of unknown length. If the body fails, the connection is destroyed; if the client disconnects, the body
 * is destroyed.
 */
function sendPieces(response: ServerResponse, answer: ApiAnswer & { body: Readable }, everywhere: string[]): void {
  const lines: (string | number)[] = []
  addHeaders(lines, answer.headers, everywhere)
  response.writeHead(answer.status, lines as string[])
  pipeline(answer.body, response, () => {})
}

function addHeaders(lines: (string | number)[], headers: ApiAnswer['headers'], everywhere: string[]): void {
  for (let i = 0; i < everywhere.length; i += 2)
    if (!(everywhere[i]! in headers)) lines.push(everywhere[i]!, everywhere[i + 1]!)
  for (const name in headers) lines.push(name, headers[name]!)
}

/** Cached parsed queries of calls without parameters, by URL. They must not be modified. */
const plainQueries = new Map<string, ParsedUrlQuery>()
const maxPlainQueries = 1_000

function queryOf(url: string): ParsedUrlQuery {
  const known = plainQueries.get(url)
  if (known) return known
  const query = parse(url.slice(5))
  if (/^\/api\?r=[a-z.]{1,40}$/i.test(url) && plainQueries.size < maxPlainQueries)
    plainQueries.set(url, Object.freeze(query))
  return query
}

/**
 * Passes the whole body to `read` as text. Passes `too_large` to `refused` if the body exceeds the limit, or
 * `unreadable_body` if the client disconnects.
 */
function readBody(request: IncomingMessage, read: (text: string) => void, refused: (error: Refused) => void): void {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimitBytes) return refused(new Refused('too_large'))
  let first: Buffer | undefined
  let more: Buffer[] | undefined
  let size = 0
  let isOver = false
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > bodyLimitBytes) {
      if (!isOver) refused(new Refused('too_large'))
      isOver = true
    } else if (first === undefined) first = chunk
    else (more ??= [first]).push(chunk)
  })
  request.on('end', () => {
    if (isOver) return
    isOver = true
    read(more ? Buffer.concat(more).toString() : (first?.toString() ?? ''))
  })
  request.on('error', () => {
    if (!isOver) refused(new Refused('unreadable_body'))
    isOver = true
  })
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused('unreadable_body')
  }
}

/**
 * Returns the client's IP address: the entry that is as many hops back in X-Forwarded-For as we have proxies, or the
 * socket's address if we have none.
 */
function addressOf(request: IncomingMessage, trustedProxies: number): string {
  if (trustedProxies === 0) return request.socket.remoteAddress ?? ''
  return proxyaddr(request, (_address, hop) => hop < trustedProxies)
}
