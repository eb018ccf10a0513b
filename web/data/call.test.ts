import { setupI18n } from '@lingui/core'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { activeI18n, provideI18n } from '#i18n'
import { addDeskCalls, call, CallRefused, errorText, ServerUnreachable } from './call.ts'
import { operatorSession, readSecret, storeSecret } from './session.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
let server: Server
let seen: Seen[]
let answer: { status?: number; type?: string; body: string }

beforeEach(async () => {
  seen = []
  answer = { body: '{}' }
  server = createServer(async (request, response) => {
    seen.push({ method: request.method!, url: request.url!, headers: request.headers, body: await text(request) })
    response
      .writeHead(answer.status ?? 200, { 'content-type': answer.type ?? 'application/json; charset=utf-8' })
      .end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => fetch(origin + url, init))
  const held = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
    removeItem: (key: string) => held.delete(key),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  server.close()
})

const refusal = (code: string, status: number, more: object = {}) => {
  answer = { status, body: JSON.stringify({ type: 'warning', msg: `said ${code}`, code, ...more }) }
}

it('puts GET input into the query, and omits undefined fields', async () => {
  answer.body = '[]'
  await call('candles', { symbol: 'EURUSD', interval: '1m', to: undefined, limit: 10 })
  expect(seen[0]).toMatchObject({ method: 'GET', url: '/api?r=candles&symbol=EURUSD&interval=1m&limit=10', body: '' })
  expect(seen[0]!.headers.secrete).toBeUndefined()
})

it('sends POST input as JSON, with the secret, additional headers and the idempotency key', async () => {
  storeSecret('s3cret')
  await call('trade', { symbols: 'EURUSD', amount: '10.00', interval: 5, TYPE: 'BUY' }, { idempotencyKey: 'key-1' })
  await call('reset', { email: 'a@b.c', pwd: 'x', cpwd: 'x', vcode: '12345' }, { headers: { resetcode: 'token' } })
  expect(seen[0]).toMatchObject({
    method: 'POST',
    url: '/api?r=trade',
    headers: { secrete: 's3cret', 'idempotency-key': 'key-1', 'content-type': 'application/json' },
  })
  expect(JSON.parse(seen[0]!.body)).toEqual({ symbols: 'EURUSD', amount: '10.00', interval: 5, TYPE: 'BUY' })
  expect(seen[1]!.headers).toMatchObject({ resetcode: 'token', 'accept-language': 'en' })
})

it('returns text as text and numbers as numbers', async () => {
  answer = { type: 'text/plain; charset=utf-8', body: 'success-abc' }
  expect(await call('regcode', { email: 'a@b.c', name: 'A' })).toBe('success-abc')
  answer = { body: '10000.5' }
  expect(await call('totalbalance', {})).toBe(10000.5)
})

it('throws a refusal with its code, status, fields and message', async () => {
  refusal('weak_password', 400, { fields: { pwd: 'too short' }, details: { least: 8 } })
  const error = await call('login', { email: '', pwd: '' }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CallRefused)
  expect(error).toMatchObject({
    code: 'weak_password',
    status: 400,
    msg: 'said weak_password',
    fields: { pwd: 'too short' },
    details: { least: 8 },
  })
  expect(errorText(error)).toBe('said weak_password')
})

it('translates outcomes and refusals into the language of the page', async () => {
  const english = activeI18n()
  const messages = { 'outcome/signed_in': ['Willkommen zurück.'], 'login/locked_out': ['Bitte warten.'] }
  const german = setupI18n({ locale: 'de', messages: { de: messages as never } })
  provideI18n(() => german)
  try {
    answer.body = JSON.stringify({ type: 'success', msg: 'Welcome back.', outcome: 'signed_in', secrete: 's' })
    expect(await call('login', { email: '', pwd: '' })).toEqual({
      type: 'success',
      msg: 'Willkommen zurück.',
      outcome: 'signed_in',
      secrete: 's',
    })
    answer = { status: 400, body: JSON.stringify({ type: 'warning', code: 'locked_out', msg: 'Wait.' }) }
    await expect(call('login', { email: '', pwd: '' })).rejects.toThrow('Bitte warten.')
  } finally {
    provideI18n(() => english)
  }
})

it('has a readable message for an unreachable server', async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  const error = await call('user', {}).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ServerUnreachable)
  expect(errorText(error)).toBe('We cannot reach the server. Check your connection and try again.')
})

it('has a message for an error response from another server', async () => {
  answer = { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' }
  const error = await call('user', {}).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'unknown', status: 502 })
  expect(errorText(error)).toMatch(/^The server refused this/)
})

it('deletes the secret only if the server no longer accepts it', async () => {
  storeSecret('old')
  refusal('wrong_password', 403)
  await call('updatepass', { opwd: '', pwd: '', cpwd: '' }).catch(() => {})
  expect(readSecret()).toBe('old')
  refusal('not_signed_in', 401)
  await call('user', {}).catch(() => {})
  expect(readSecret()).toBeNull()
})

it('sends the desk’s calls with the operator’s secret, and all others with the customer’s', async () => {
  storeSecret('of a customer')
  operatorSession.store('of an operator')
  addDeskCalls(['audit'], ['messages.close'])
  await call('audit', {})
  await call('messages.close', { id: 'x' })
  await call('user', {})
  expect(seen.map(({ method, headers }) => [method, headers['secrete']])).toEqual([
    ['GET', 'of an operator'],
    ['POST', 'of an operator'],
    ['GET', 'of a customer'],
  ])
})
