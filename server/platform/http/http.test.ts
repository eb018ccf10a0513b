import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineCall } from '../../../api/call.ts'
import { createTestPlatform, serveCalls, type TestApi, type TestPlatform } from '../../../tests/harness.ts'
import { Api } from './http.ts'
import { createMetrics } from '../metrics.ts'
import { Refused } from './refused.ts'

const echo = defineCall({
  name: 'echo',
  module: 'identity',
  method: 'POST',
  access: 'public',
  summary: 'Returns its input.',
  input: z.object({ word: z.string().max(20) }),
  output: z.object({ word: z.string() }),
  refusals: { rude_word: { status: 409, message: 'We do not say {word}.' } },
})
const hello = defineCall({
  name: 'hello',
  module: 'identity',
  method: 'GET',
  access: 'customer',
  summary: 'Greets the session.',
  input: z.object({}),
  output: z.string(),
  refusals: {},
})

let platform: TestPlatform
let api: TestApi

beforeAll(async () => {
  platform = await createTestPlatform()
  const bindings = {
    echo: ({ word }: { word: string }) => {
      if (word === 'drat') throw new Refused('rude_word', { word })
      if (word === 'gone')
        throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
      if (word === 'bug') throw new Error('a secret detail')
      return { word }
    },
    hello: () => 'hello',
  }
  const session = { sessionId: 's', customerId: 'c', shard: 0 }
  api = await serveCalls(platform, { echo, hello }, bindings, (secrete) => (secrete === 'good' ? session : null))
})
afterAll(async () => {
  await api.stop()
  await platform.stop()
})

describe('the endpoint', () => {
  it('returns JSON as JSON and text as text', async () => {
    expect(await api.call('echo', { word: 'ash' })).toMatchObject({ status: 200, body: { word: 'ash' } })
    const greeting = await api.call('hello', {}, { secrete: 'good' })
    expect(greeting.body).toBe('hello')
    expect(greeting.headers['content-type']).toContain('text/plain')
  })

  it('reads forms and multipart fields the same way as JSON', async () => {
    const form = await api.http.inject({
      method: 'POST',
      url: '/api?r=echo',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'word=elm',
    })
    expect(form.json()).toEqual({ word: 'elm' })
    const body = new FormData()
    body.set('word', 'oak')
    const request = new Request('http://localhost/', { method: 'POST', body })
    const multipart = await api.http.inject({
      method: 'POST',
      url: '/api?r=echo',
      headers: { 'content-type': request.headers.get('content-type')! },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    expect(multipart.json()).toEqual({ word: 'oak' })
  })

  it('decodes input only once, and accepts each field once, from one place', async () => {
    const post = (url: string, payload: string) =>
      api.http.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    expect((await post('/api?r=echo', 'word=%2561sh')).json()).toEqual({ word: '%61sh' })
    expect((await post('/api?r=echo&word=yew', 'word=elm')).json()).toEqual({ word: 'elm' })
    expect((await post('/api?r=echo&word=yew', '')).json()).toMatchObject({ code: 'bad_input' })
    expect((await post('/api?r=echo', 'word=elm&word=oak')).json()).toMatchObject({ code: 'bad_input' })
  })
})

describe('refusals that every call can return', () => {
  const post = (url: string, payload: string, type = 'application/json') =>
    api.http.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })

  it('unknown_call for a name that no call has', async () => {
    expect(await api.call('nothing')).toMatchObject({ status: 404, body: { type: 'warning', code: 'unknown_call' } })
  })
  it('wrong_method for a GET request to a POST call', async () => {
    const answer = await api.http.inject({ method: 'GET', url: '/api?r=echo&word=ash' })
    expect(answer.statusCode).toBe(405)
    expect(answer.json()).toMatchObject({ code: 'wrong_method', msg: 'Use POST for this call.' })
  })
  it('too_large for a body of 10 MB', async () => {
    const answer = await post('/api?r=echo', JSON.stringify({ word: 'x'.repeat(10_000_000) }))
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toMatchObject({ code: 'too_large' })
  })
  it('bad_input for text that the database cannot store', async () => {
    for (const word of ['a\u0000b', ['a', { deep: '\u0000' }]])
      expect(await api.call('echo', { word })).toMatchObject({
        status: 400,
        body: { code: 'bad_input', msg: 'A field contains an invalid character. Remove it.' },
      })
  })
  it('wrong_method in our format for every unsupported method', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const answer = await api.http.inject({ method, url: '/api?r=echo' })
      expect([answer.statusCode, answer.json().code]).toEqual([405, 'wrong_method'])
    }
    expect((await api.http.inject({ method: 'POST', url: '/api/other' })).json()).toMatchObject({
      code: 'unknown_call',
    })
  })
  it('unreadable_body for invalid JSON', async () => {
    expect((await post('/api?r=echo', '{"word":')).json()).toMatchObject({ code: 'unreadable_body' })
  })
  it('unsupported_type for XML', async () => {
    expect((await post('/api?r=echo', '<word/>', 'application/xml')).json()).toMatchObject({ code: 'unsupported_type' })
  })
  it('bad_input for malformed text', async () => {
    expect(await api.call('echo', { word: 'a\0b' })).toMatchObject({ status: 400, body: { code: 'bad_input' } })
  })
  it('bad_input names the field', async () => {
    const answer = await api.call('echo', { word: 'x'.repeat(21) })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'bad_input', fields: { word: expect.any(String) } })
  })
  it('not_signed_in for a missing or forged secret', async () => {
    expect(await api.call('hello')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    expect(await api.call('hello', {}, { secrete: 'forged' })).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    })
  })
  it('too_many_requests after the limit per minute', async () => {
    const strict = { ...platform, metrics: createMetrics(false), config: { ...platform.config, ratePerMinute: 2 } }
    const limited = await serveCalls(strict, { echo }, { echo: (input) => input })
    for (let turn = 0; turn < 2; turn++) expect((await limited.call('echo', { word: 'ash' })).status).toBe(200)
    const answer = await limited.call('echo', { word: 'ash' })
    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    await limited.stop()
  })
  it('too_many_requests cannot be evaded by a client header', async () => {
    const behindProxy = {
      ...platform,
      metrics: createMetrics(false),
      config: { ...platform.config, ratePerMinute: 2, trustedProxies: 1 },
    }
    const limited = await serveCalls(behindProxy, { echo }, { echo: (input) => input })
    const from = (forged: string, seen: string) =>
      limited.call('echo', { word: 'ash' }, { headers: { 'x-forwarded-for': `${forged}, ${seen}` } })
    const statuses = []
    for (const forged of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) statuses.push((await from(forged, '9.9.9.9')).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await from('1.1.1.1', '8.8.8.8')).status).toBe(200)
    await limited.stop()
  })
  it('too_many_requests counts an IPv6 address by its /64', async () => {
    const strict = { ...platform, metrics: createMetrics(false), config: { ...platform.config, ratePerMinute: 2 } }
    const limited = await serveCalls(strict, { echo }, { echo: (input) => input })
    const from = async (ip: string) => (await limited.call('echo', { word: 'ash' }, { ip })).status
    const statuses = [
      await from('2001:db8:1:1::1'),
      await from('2001:db8:1:1::2'),
      await from('2001:db8:1:1:a::3'),
      await from('2001:db8:1:2::1'),
    ]
    expect(statuses).toEqual([200, 200, 429, 200])
    await limited.stop()
  })
  it('internal reveals nothing about the cause', async () => {
    const answer = await api.call('echo', { word: 'bug' })
    expect(answer.status).toBe(500)
    expect(JSON.stringify(answer.body)).not.toContain('secret detail')
  })
  it('records_unreachable if the database is unavailable, without claiming that nothing was done', async () => {
    const answer = await api.call('echo', { word: 'gone' })
    expect(answer).toMatchObject({ status: 503, body: { code: 'records_unreachable' } })
    expect(answer.headers['retry-after']).toBe('1')
  })
  it('records_unreachable if the database hangs, or outcome_unknown if the call declares that code', async () => {
    const order = {
      ...echo,
      name: 'order',
      refusals: { outcome_unknown: { status: 503, message: 'Look at your orders.' } },
    } as const
    const hanging = new Api({ ...platform, metrics: createMetrics(false) }, () => null)
    const neverSettles = new Promise<never>(() => {})
    hanging.bind({ echo, order }, { echo: () => neverSettles, order: () => neverSettles })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const requested = ['echo', 'order'].map((r) =>
        hanging.answer({ method: 'POST', query: { r }, headers: {}, ip: '', body: { word: 'ash' } }),
      )
      await vi.advanceTimersByTimeAsync(15_000)
      const answers = (await Promise.all(requested)).map(({ status, body }) => [status, JSON.parse(String(body)).code])
      expect(answers).toEqual([
        [503, 'records_unreachable'],
        [503, 'outcome_unknown'],
      ])
    } finally {
      vi.useRealTimers()
    }
  })
})

it('fills the placeholders of a call’s own refusal', async () => {
  expect(await api.call('echo', { word: 'drat' })).toMatchObject({
    status: 409,
    body: { code: 'rude_word', msg: 'We do not say drat.' },
  })
})

describe('the endpoint on a socket, where JSON and GET calls bypass the framework', () => {
  let url: string
  beforeAll(async () => {
    url = await api.http.listen({ port: 0, host: '127.0.0.1' })
  })
  const post = (call: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/api?r=${call}`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
  const codeOf = async (answer: Response) => ({ status: answer.status, ...((await answer.json()) as { code: string }) })

  it('returns the same headers and body as the framework', async () => {
    const direct = await post('echo', '{"word":"äsh"}')
    const framed = await fetch(`${url}/api?r=echo`, { method: 'POST', body: new URLSearchParams({ word: 'äsh' }) })
    expect(await direct.json()).toEqual({ word: 'äsh' })
    expect(await framed.json()).toEqual({ word: 'äsh' })
    const headersOf = (answer: Response) => [...answer.headers].filter(([name]) => name !== 'date').sort()
    expect(headersOf(direct)).toEqual(headersOf(framed))
  })
  it('reads GET calls with sessions and returns text', async () => {
    const answer = await fetch(`${url}/api?r=hello&x=1%20`, { headers: { secrete: 'good' } })
    expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([
      200,
      'hello',
      'text/plain; charset=utf-8',
    ])
  })
  it.each([
    ['9.9.9.9, 8.8.8.8', '9.9.9.9'],
    ['1.1.1.1 ,9.9.9.9,\t8.8.8.8', '9.9.9.9'],
    ['9.9.9.9', '9.9.9.9'],
    ['', '127.0.0.1'],
  ])('takes the IP address that the trusted proxies saw: %j', async (header, ip) => {
    const behindProxies = {
      ...platform,
      metrics: createMetrics(false),
      config: { ...platform.config, trustedProxies: 2 },
    }
    const proxied = await serveCalls(behindProxies, { echo }, { echo: (_input, { ip: word }) => ({ word }) })
    const address = await proxied.http.listen({ port: 0, host: '127.0.0.1' })
    const headers = { 'x-forwarded-for': header }
    const direct = await fetch(`${address}/api?r=echo`, {
      method: 'POST',
      body: '{"word":"ash"}',
      headers: { ...headers, 'content-type': 'application/json' },
    })
    const framed = await fetch(`${address}/api?r=echo`, {
      method: 'POST',
      body: new URLSearchParams({ word: 'ash' }),
      headers,
    })
    expect([await direct.json(), await framed.json()]).toEqual([{ word: ip }, { word: ip }])
    await proxied.stop()
  })
  it('refuses what the framework refuses', async () => {
    expect(await codeOf(await post('nothing', '{}'))).toMatchObject({ status: 404, code: 'unknown_call' })
    expect(await codeOf(await fetch(`${url}/api?r=echo&word=ash`))).toMatchObject({ status: 405, code: 'wrong_method' })
    expect(await codeOf(await post('echo', '{"word":'))).toMatchObject({ status: 400, code: 'unreadable_body' })
    expect(await codeOf(await post('echo', ''))).toMatchObject({ status: 400, code: 'unreadable_body' })
    expect(await codeOf(await post('echo', '[]'))).toMatchObject({ status: 400, code: 'bad_input' })
    expect(await codeOf(await post('echo', '{"word":"drat"}'))).toMatchObject({ status: 409, code: 'rude_word' })
    expect(await codeOf(await post('echo', '{"word":"bug"}'))).toMatchObject({ status: 500, code: 'internal' })
    expect(await codeOf(await fetch(`${url}/api?r=hello`))).toMatchObject({ status: 401, code: 'not_signed_in' })
    expect(await codeOf(await post('echo', '<word/>', { 'content-type': 'application/xml' }))).toMatchObject({
      status: 415,
      code: 'unsupported_type',
    })
  })
  it('refuses a body that is too large, whether its length is announced or not', async () => {
    const large = JSON.stringify({ word: 'x'.repeat(300_000) })
    expect(await codeOf(await post('echo', large))).toMatchObject({ status: 413, code: 'too_large' })
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(large))
        controller.close()
      },
    })
    const chunked = await fetch(`${url}/api?r=echo`, {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    } as RequestInit)
    expect(await codeOf(chunked)).toMatchObject({ status: 413, code: 'too_large' })
  })
  it('refuses a URL that is too long, and malformed requests, in the same format', async () => {
    // Repeats the request, because a fault would lose the response only if the two sides close in a certain order.
    for (let turn = 0; turn < 20; turn++) {
      const answer = await fetch(`${url}/api?r=hello&x=${'x'.repeat(17_000 + turn * 10_000)}`)
      expect([answer.status, await answer.json()]).toEqual([
        431,
        { type: 'warning', msg: 'The request is too large for this call.', code: 'too_large' },
      ])
    }
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write('no request\r\n\r\n'))
    let said = ''
    for await (const piece of socket) said += String(piece)
    expect(said).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*"code":"unreadable_body"}$/)
  })
})
