import type { ChainCoin } from './address.ts'
import { ChainAway } from './adapter.ts'

/** What a node answered to a call that it understood. Codes: JSON-RPC 2.0, and Bitcoin's own of rpc/protocol.h. */
export class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export type Rpc = <Answer = unknown>(method: string, params?: unknown[]) => Promise<Answer>

const timeoutMs = 20_000

/**
 * Calls of the JSON-RPC server at `url`, which may carry a user name and a password. Throws `RpcError` where the node says no and
 * `ChainAway` where it cannot be reached; neither names the address, which may hold a secret.
 */
export function jsonRpc(coin: ChainCoin, url: string): Rpc {
  const { endpoint, headers } = withoutPassword(url)
  let id = 0
  return async <Answer>(method: string, params: unknown[] = []) => {
    let body: { result?: unknown; error?: { code: number; message: string } | null }
    try {
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers,
        body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (answer.status === 401 || answer.status === 403) throw new ChainAway(coin, 'the node refuses our user name or password')
      body = (await answer.json()) as typeof body
    } catch (error) {
      if (error instanceof ChainAway) throw error
      throw new ChainAway(coin, `the node does not answer (${reason(error)})`)
    }
    if (body?.error) {
      if (body.error.code === warmingUp) throw new ChainAway(coin, 'the node is starting')
      throw new RpcError(body.error.code, body.error.message)
    }
    return body.result as Answer
  }
}

const warmingUp = -28

function withoutPassword(url: string): { endpoint: string; headers: Record<string, string> } {
  const endpoint = new URL(url)
  const { username, password } = endpoint
  endpoint.username = ''
  endpoint.password = ''
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  return { endpoint: endpoint.href, headers: { 'content-type': 'application/json', ...(username && { authorization: `Basic ${credentials}` }) } }
}

function reason(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  if (name === 'TimeoutError') return 'it took too long'
  return cause?.code ?? (error instanceof SyntaxError ? 'no JSON came back' : 'no connection')
}
