import { t } from '@lingui/core/macro'
import { postCalls } from 'virtual:call-methods'
import type { CallName, Calls } from '../../api/calls.ts'
import type { HeadersOf, OutputOf } from '../../api/call.ts'
import type { RefusalBody } from '../../api/sentences/refusals.ts'
import type { z } from 'zod'
import { currentLanguage } from '#i18n'
import { withCatalogue } from '../language/catalogues.ts'
import { sourceLanguage } from '../language/languages.ts'
import { customerSession, operatorSession, type SecretStore } from './session.ts'

/** A refusal by the server, with its code and a sentence for the user. */
export class CallRefused extends Error {
  override name = 'CallRefused'
  readonly code: string
  readonly status: number
  readonly fields: Record<string, string>
  readonly details: Record<string, unknown>

  constructor(status: number, body: Partial<RefusalBody>) {
    super(body.msg || t`The server refused this request without giving a reason. Try again in a moment.`)
    this.code = body.code ?? 'unknown'
    this.status = status
    this.fields = body.fields ?? {}
    this.details = body.details ?? {}
  }

  get msg() {
    return this.message
  }
}

/** The server did not respond. The outcome of the call is unknown. */
export class ServerUnreachable extends Error {
  override name = 'ServerUnreachable'
  constructor(cause: unknown) {
    super(t`We cannot reach the server. Check your connection and try again.`, { cause })
  }
}

export type CallInput<N extends CallName> = z.input<Calls[N]['input']>
export type CallOutput<N extends CallName> = OutputOf<Calls[N]>

export type CallOptions<N extends CallName> = {
  headers?: Partial<HeadersOf<Calls[N]>>
  /** Repeating a call with the same key and body only returns the first response. For calls that move money. */
  idempotencyKey?: string
  /** Files by field name, sent with the input as a multipart body. */
  files?: Record<string, Blob>
  signal?: AbortSignal
}

const deskMethods = new Map<string, 'GET' | 'POST'>()

/** Registers the desk's calls, which use the operator's secret. Desk pages call this once, before their first call. */
export function addDeskCalls(gets: readonly string[], posts: readonly string[]): void {
  for (const name of gets) deskMethods.set(name, 'GET')
  for (const name of posts) deskMethods.set(name, 'POST')
}

/**
 * Makes a call declared in `api/`. Sends GET input in the query and POST input as JSON, with the session secret if
 * there is one. Sentences in the response are in the page's language. Throws `CallRefused` or `ServerUnreachable`, both
 * with a message for the user.
 */
export async function call<N extends CallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions<N> = {},
): Promise<CallOutput<N>> {
  const deskMethod = deskMethods.get(name)
  const method = deskMethod ?? (postCalls.includes(name) ? 'POST' : 'GET')
  const query = new URLSearchParams({ r: name })
  const headers = new Headers(options.headers as Record<string, string>)
  const session = deskMethod ? operatorSession : customerSession
  const secret = session.read()
  if (secret) headers.set('secrete', secret)
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
  const device = carrying.has(name) && (await knownDevices()).deviceHeader()
  if (device) headers.set('device', device)
  // Emails that the call triggers use the page's language, which may differ from the browser's.
  headers.set('Accept-Language', currentLanguage())
  let body: string | FormData | undefined
  if (options.files) {
    body = formOf(input, options.files)
  } else if (method === 'POST') {
    headers.set('Content-Type', 'application/json')
    body = JSON.stringify(input)
  } else {
    for (const [key, value] of Object.entries(input)) if (value !== undefined) query.set(key, String(value))
  }
  const answer = await send(`/api?${query}`, { method, headers, body, signal: options.signal })
  const value = currentLanguage() === sourceLanguage ? answer.value : await inPageLanguage(name, answer)
  if (!answer.ok) throw refusalOf({ ...answer, value }, session, secret)
  if (isSignIn(value)) (await knownDevices()).keepDevice(value.device)
  return value as CallOutput<N>
}

/** Returns a response with its sentences in the page's language, or in English if the catalogue fails to load. */
async function inPageLanguage(name: CallName, { ok, value }: Answer): Promise<unknown> {
  try {
    const sentences = await import('../language/sentence-text.ts')
    if (ok && !sentences.hasSentences(value)) return value
    await withCatalogue('refusals')
    return ok ? sentences.answerInPageLanguage(value) : sentences.refusalInPageLanguage(name, value as RefusalBody)
  } catch {
    return value
  }
}

/** Returns a live message with its sentences in the page's language. */
export async function translated<Message>(message: Message): Promise<Message> {
  if (currentLanguage() === sourceLanguage) return message
  return (await inPageLanguage('trades', { ok: true, status: 200, value: message })) as Message
}

/** Calls that authenticate or request a code; they send this device's secrets. */
const carrying: ReadonlySet<string> = new Set(['login', 'resetcode', 'reset', 'operators.login'])
// Loaded on demand, because few pages sign anyone in.
const knownDevices = () => import('./known-devices.ts')

/** Returns whether a response has a secret for this device. */
function isSignIn(value: unknown): value is { device: string } {
  return typeof value === 'object' && value !== null && 'device' in value && typeof value.device === 'string'
}

function formOf(input: object, files: Record<string, Blob>): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(input)) if (value !== undefined) form.set(key, String(value))
  for (const [key, file] of Object.entries(files)) form.set(key, file)
  return form
}

/** Makes a call that returns a picture or a file. */
export async function callForBytes<N extends CallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions<N> = {},
): Promise<Blob> {
  return (await call(name, input, options)) as unknown as Blob
}

type Answer = { ok: boolean; status: number; value: unknown }

async function send(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, init)
    const kind = response.headers.get('content-type') ?? ''
    const value = kind.includes('json')
      ? await response.json()
      : kind.startsWith('text/plain')
        ? await response.text()
        : await response.blob()
    return { ok: response.ok, status: response.status, value }
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ServerUnreachable(error)
  }
}

function refusalOf({ status, value }: Answer, session: SecretStore, secret: string | null): CallRefused {
  const refused = new CallRefused(
    status,
    typeof value === 'object' && value !== null ? (value as Partial<RefusalBody>) : {},
  )
  // The secret was revoked or expired; the office guard redirects to sign-in.
  if (refused.code === 'not_signed_in' && secret && session.read() === secret) session.clear()
  return refused
}

/** Returns the message to show for any error that a call throws. */
export function errorText(error: unknown): string {
  if (error instanceof CallRefused || error instanceof ServerUnreachable) return error.message
  return t`Something went wrong on this page. Reload it and try again.`
}
