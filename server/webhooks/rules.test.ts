import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './address-rules.ts'
import { endpointUrl } from './endpoint-url.ts'
import { chooseLanes, judge, type Lane } from './schedule.ts'
import { signatureOf } from './signature.ts'

describe('the IP address of an endpoint', () => {
  it('may be any public one', () => {
    for (const address of ['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8'])
      expect(isPublicAddress(address, []), address).toBe(true)
  })
  it('is never private, local, that of a metadata service, or disguised', () => {
    const inner = [
      '127.0.0.1',
      '127.9.9.9',
      '0.0.0.0',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '224.0.0.1',
      '239.1.1.1',
      '255.255.255.255',
      '240.0.0.1',
      '192.0.2.1',
      '198.51.100.1',
      '203.0.113.1',
      '198.18.0.1',
      '192.0.0.1',
      '192.88.99.1',
      '::',
      '::1',
      'fe80::1',
      'fc00::1',
      'fd00:ec2::254',
      'ff02::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::ffff:10.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:0:7f00:1::',
      '2001:db8::1',
      '::10.0.0.1',
      '8000::1',
      '1000::1',
      'nonsense',
      '',
    ]
    expect(inner.filter((address) => isPublicAddress(address, []))).toEqual([])
  })
  it('is never one of our own public addresses', () => {
    expect(isPublicAddress('93.184.216.34', ['10.0.0.1', '93.184.216.34'])).toBe(false)
    expect(isPublicAddress('::ffff:93.184.216.34', ['93.184.216.34'])).toBe(false)
    expect(isPublicAddress('2606:4700:0:0::1111', ['2606:4700::1111'])).toBe(false)
  })
})

describe('the URL of an endpoint', () => {
  const strict = { loopback: false }
  it('uses https and a public name or address', () => {
    expect(endpointUrl('https://hooks.example.org/a?b=c', strict)).toBe('https://hooks.example.org/a?b=c')
    expect(endpointUrl('HTTPS://Hooks.Example.ORG:8443', strict)).toBe('https://hooks.example.org:8443/')
    expect(endpointUrl('https://93.184.216.34/', strict)).toBe('https://93.184.216.34/')
  })
  it.each([
    '',
    'hooks.example.org',
    'http://hooks.example.org/',
    'ftp://hooks.example.org/',
    'file:///etc/passwd',
    'https://user:pass@hooks.example.org/',
    'https://user@hooks.example.org/',
    'https://hooks.example.org/#part',
    'https://localhost/',
    'https://localhost./',
    'https://a.localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00:ec2::254]/',
    'https://metadata/',
    'javascript:alert(1)',
  ])('is not %j', (url) => {
    expect(endpointUrl(url, strict)).toBeUndefined()
  })
  it('is not the product itself', () => {
    const rules = { loopback: false, ownHost: 'practice.example.org' }
    expect(endpointUrl('https://practice.example.org/api?r=login', rules)).toBeUndefined()
    expect(endpointUrl('https://Practice.Example.org.:8443/', rules)).toBeUndefined()
    expect(endpointUrl('https://hooks.practice.example.org/', rules)).toBe('https://hooks.practice.example.org/')
  })
  it('is local only if development tools are on', () => {
    expect(endpointUrl('http://localhost:4000/hook', { loopback: true })).toBe('http://localhost:4000/hook')
    expect(endpointUrl('http://localhost:4000/hook', strict)).toBeUndefined()
    expect(endpointUrl('http://10.0.0.1/', { loopback: true })).toBeUndefined()
    expect(endpointUrl('http://hooks.example.org/', { loopback: true })).toBeUndefined()
  })
})

it('signs the example from the Standard Webhooks libraries with the same result', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', atSeconds: 1_614_265_330, body: '{"test": 2432232314}' }
  const first = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
  expect(signatureOf(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toBe(first)
  expect(signatureOf(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_AAAA']).split(' ')).toEqual([
    first,
    expect.stringMatching(/^v1,/),
  ])
})

describe('the outcome of an attempt', () => {
  const dayMs = 86_400_000
  it('is success for any 2xx status, and for no other', () => {
    for (const statusCode of [200, 201, 204, 299]) expect(judge({ statusCode }, 1, null, 0)).toEqual({ state: 'sent' })
    for (const statusCode of [100, 301, 302, 400, 404, 500, null])
      expect(judge({ statusCode }, 1, null, 0).state).toBe('waiting')
  })
  it('leads to retries after increasing pauses, up to eight attempts', () => {
    const pauses = Array.from({ length: 8 }, (_, index) => judge({ statusCode: 500 }, index + 1, 0, 0))
    expect(pauses.map((verdict) => ('nextMs' in verdict ? verdict.nextMs / 1_000 : verdict.state))).toEqual([
      5,
      300,
      1_800,
      7_200,
      18_000,
      36_000,
      50_400,
      'failed',
    ])
  })
  it('disables an endpoint that is gone or silent for a day, unless it accepts other messages', () => {
    expect(judge({ statusCode: 500 }, 8, null, 5 * dayMs)).toEqual({ state: 'failed', switchOff: 'failing' })
    expect(judge({ statusCode: 500 }, 8, 4 * dayMs, 5 * dayMs)).toEqual({ state: 'failed', switchOff: 'failing' })
    expect(judge({ statusCode: 500 }, 8, 4 * dayMs + 1, 5 * dayMs)).toEqual({ state: 'failed' })
    expect(judge({ statusCode: 410 }, 1, 5 * dayMs, 5 * dayMs)).toEqual({ state: 'failed', switchOff: 'gone' })
  })
})

describe('lanes', () => {
  /** Creates lanes, each for a different customer. */
  const lanes = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}`, customerId: `of ${prefix}${index}` }))
  const [a, b] = lanes('e', 2) as [Lane, Lane]
  it('are never all taken by slow endpoints', () => {
    const slow = lanes('slow', 500)
    const chosen = chooseLanes([...slow, a], [], new Set(slow.map(({ id }) => id)))
    expect(chosen).toContain(a)
    expect(chosen.length).toBe(51)
  })
  it('are one per endpoint and at most a hundred in total', () => {
    expect(chooseLanes([a, b], [a], new Set())).toEqual([b])
    expect(chooseLanes(lanes('e', 500), lanes('r', 30), new Set()).length).toBe(70)
  })
  it('are at most two per customer, running ones included', () => {
    const own = lanes('own', 5).map(({ id }) => ({ id, customerId: 'ada' }))
    expect(chooseLanes([...own, b], [], new Set())).toEqual([own[0], own[1], b])
    expect(chooseLanes(own, [own[4]!], new Set())).toEqual([own[0]])
    expect(chooseLanes(own, own.slice(3), new Set())).toEqual([])
  })
})
