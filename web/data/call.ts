import methods from 'virtual:call-methods'
import type { CallName, Calls } from '../../contract/calls.ts'
import type { HeadersOf, OutputOf } from '../../contract/call.ts'
import type { RefusalBody } from '../../contract/refusals.ts'
import type { z } from 'zod'
import { clearSecret, readSecret } from './session.ts'

/** A refusal of the server, with its stable code and the sentence for the person. */
export class CallRefused extends Error {
  override name = 'CallRefused'
  readonly code: string
  readonly status: number
  readonly fields: Record<string, string>
  readonly details: Record<string, unknown>

  constructor(status: number, body: Partial<RefusalBody>) {
    super(body.msg || 'The server refused this without saying why. Try again in a moment.')
    this.code = body.code ?? 'unknown'
    this.status = status
    this.fields = body.fields ?? {}
    this.details = body.details ?? {}
  }

  get msg() {
    return this.message
  }
}

/** The server did not answer at all. Whether it did what was asked is not known. */
export class ServerUnreachable extends Error {
  override name = 'ServerUnreachable'
  constructor(cause: unknown) {
    super('We cannot reach the server. Check your connection and try again.', { cause })
  }
}

export type CallInput<N extends CallName> = z.input<Calls[N]['input']>
export type CallOutput<N extends CallName> = OutputOf<Calls[N]>

export type CallOptions<N extends CallName> = {
  headers?: Partial<HeadersOf<Calls[N]>>
  /** Same key and body: the first answer again instead of a second effect. For calls that move money. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/**
 * Makes one call of the contract. GET inputs go into the query, POST inputs as JSON; the session secret goes along when
 * there is one. Throws `CallRefused` or `ServerUnreachable`, both with a message for the person.
 */
export async function call<N extends CallName>(name: N, input: CallInput<N>, options: CallOptions<N> = {}): Promise<CallOutput<N>> {
  const method = methods[name] ?? 'GET'
  const query = new URLSearchParams({ r: name })
  const headers = new Headers(options.headers as Record<string, string>)
  const secret = readSecret()
  if (secret) headers.set('secrete', secret)
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
  let body: string | undefined
  if (method === 'POST') {
    headers.set('Content-Type', 'application/json')
    body = JSON.stringify(input)
  } else {
    for (const [key, value] of Object.entries(input)) if (value !== undefined) query.set(key, String(value))
  }
  const answer = await send(`/api?${query}`, { method, headers, body, signal: options.signal })
  if (!answer.ok) throw refusalOf(answer, secret)
  return answer.value as CallOutput<N>
}

type Answer = { ok: boolean; status: number; value: unknown }

async function send(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, init)
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { ok: response.ok, status: response.status, value: isJson ? await response.json() : await response.text() }
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ServerUnreachable(error)
  }
}

function refusalOf({ status, value }: Answer, secret: string | null): CallRefused {
  const refused = new CallRefused(status, typeof value === 'object' && value !== null ? (value as Partial<RefusalBody>) : {})
  // The secret was revoked or has run out: the office guard sees it go and leads to sign-in.
  if (refused.code === 'not_signed_in' && secret && readSecret() === secret) clearSecret()
  return refused
}

/** The sentence to show for any error that a call can end in. */
export function errorText(error: unknown): string {
  if (error instanceof CallRefused || error instanceof ServerUnreachable) return error.message
  return 'Something went wrong in this page. Reload it and try again.'
}
