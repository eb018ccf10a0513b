import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import type { Api, ApiAnswer } from './http.ts'
import { Refused } from './refused.ts'

export const bodyLimitBytes = 256 * 1024

/**
 * Answers calls with JSON bodies, and GET calls, straight from Node's HTTP server. The framework's request machinery (a logger for
 * each request, hooks, routing, content types) cost as much again as the server itself: 27 microseconds of processor
 * time for a bare answer, 50 to 55 through the framework. Everything else, forms and multipart bodies included, goes on to it.
 */
export function answerDirectly(server: Server, api: Api, trustedProxies: number): void {
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (isDirect(request)) void answerCall(request, response, api, trustedProxies)
    else for (const listener of listeners) listener.call(server, request, response)
  })
}

function isDirect({ method, url, headers }: IncomingMessage): boolean {
  if (!url!.startsWith('/api?')) return false
  return method === 'GET' || (method === 'POST' && /^application\/json(;|$)/i.test(headers['content-type'] ?? ''))
}

async function answerCall(request: IncomingMessage, response: ServerResponse, api: Api, trustedProxies: number): Promise<void> {
  const query = parse(request.url!.slice(5))
  let answer: ApiAnswer
  try {
    const body = request.method === 'POST' ? parseBody(await readBody(request)) : undefined
    answer = await api.answer({ method: request.method!, query, headers: request.headers, ip: addressOf(request, trustedProxies), body })
  } catch (error) {
    answer = api.refusal(String(query['r'] ?? ''), error as Error)
    // What is left of the body is not read.
    if (!request.complete) answer.headers['connection'] = 'close'
  }
  const headers: (string | number)[] = ['x-content-type-options', 'nosniff', 'content-length', Buffer.byteLength(answer.body)]
  for (const name in answer.headers) headers.push(name, answer.headers[name]!)
  response.writeHead(answer.status, headers as string[])
  response.end(answer.body)
}

/** The whole body as text. Rejects with `too_large` past the limit, with `unreadable_body` where the client hung up. */
function readBody(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimitBytes) return Promise.reject(new Refused('too_large'))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > bodyLimitBytes) {
        request.pause()
        reject(new Refused('too_large'))
      } else chunks.push(chunk)
    })
    request.on('end', () => resolve((chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString()))
    request.on('error', () => reject(new Refused('unreadable_body')))
  })
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused('unreadable_body')
  }
}

/** The address of the client: as many hops back in X-Forwarded-For as there are proxies of ours, else the socket's. */
function addressOf({ socket, headers }: IncomingMessage, trustedProxies: number): string {
  const direct = socket.remoteAddress ?? ''
  if (trustedProxies === 0) return direct
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',').map((address) => address.trim()).filter(Boolean)
  const hops = [direct, ...forwarded.reverse()]
  return hops[Math.min(trustedProxies, hops.length - 1)]!
}
