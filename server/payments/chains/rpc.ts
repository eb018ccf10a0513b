import { connect } from 'node:net'
import type { ChainCoin } from './address.ts'
import { ChainAway } from './adapter.ts'

/** A node's error response to a valid call. Codes: JSON-RPC 2.0, and Bitcoin Core's own in rpc/protocol.h. */
export class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export type Rpc = <Answer = unknown>(method: string, params?: unknown[]) => Promise<Answer>

const timeoutMs = 20_000
const socketScheme = 'ipc:'

/** Returns the URL of a node that serves JSON-RPC on a Unix socket, for `jsonRpc`. */
export const socketUrl = (file: string): string => `${socketScheme}${file}`

/**
 * Creates a client for the JSON-RPC server at `url`: an HTTP address, with user name and password if needed, or a
 * `socketUrl`. Throws `RpcError` if the node refuses the call and `ChainAway` if it is unreachable. Neither error
 * includes the URL, which may contain a password.
 */
export function jsonRpc(coin: ChainCoin, url: string): Rpc {
  const ask = url.startsWith(socketScheme) ? overSocket(url.slice(socketScheme.length)) : overHttp(coin, url)
  let id = 0
  return async <Answer>(method: string, params: unknown[] = []) => {
    let body: { result?: unknown; error?: { code: number; message: string } | null }
    try {
      body = JSON.parse(await ask(JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })))
    } catch (error) {
      if (error instanceof ChainAway) throw error
      throw new ChainAway(coin, `the node does not respond (${reason(error)})`)
    }
    if (body?.error) {
      if (body.error.code === warmingUp) throw new ChainAway(coin, 'the node is starting')
      throw new RpcError(body.error.code, body.error.message)
    }
    return body.result as Answer
  }
}

const warmingUp = -28

function overHttp(coin: ChainCoin, url: string): (body: string) => Promise<string> {
  const { endpoint, headers } = withoutPassword(url)
  return async (body) => {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.status === 401 || answer.status === 403)
      throw new ChainAway(coin, 'the node rejected the user name or password')
    return answer.text()
  }
}

/** Opens a connection for each call. A newline ends the response. */
function overSocket(file: string): (body: string) => Promise<string> {
  return (body) =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      const socket = connect({ path: file, signal: AbortSignal.timeout(timeoutMs) }, () => socket.write(body))
      socket.on('data', (chunk) => {
        chunks.push(chunk)
        if (chunk.at(-1) === lineEnd) socket.destroy()
      })
      socket.once('error', reject)
      socket.once('close', () => resolve(Buffer.concat(chunks).toString()))
    })
}

const lineEnd = 0x0a

function withoutPassword(url: string): { endpoint: string; headers: Record<string, string> } {
  const endpoint = new URL(url)
  const { username, password } = endpoint
  endpoint.username = ''
  endpoint.password = ''
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  return {
    endpoint: endpoint.href,
    headers: { 'content-type': 'application/json', ...(username && { authorization: `Basic ${credentials}` }) },
  }
}

function reason(error: unknown): string {
  const { name, code, cause } = error as { name?: string; code?: string; cause?: { code?: string } }
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout'
  return cause?.code ?? (error instanceof SyntaxError ? 'the response is not JSON' : (code ?? 'no connection'))
}
