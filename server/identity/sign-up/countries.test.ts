import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { createHttpServer } from '../../platform/http/http-server.ts'
import { readConfig } from '../../platform/config.ts'
import { createLog } from '../../platform/log.ts'
import { countries, findCountry, registerCountries } from './countries.ts'

let http: FastifyInstance
beforeAll(async () => {
  http = await createHttpServer({ config: readConfig({ SECRET_KEY: '00'.repeat(32) }), log: createLog('silent') })
  registerCountries(http)
})
afterAll(() => http.close())

describe('/countries.json', () => {
  it('lists the countries by name, with dial codes', async () => {
    const answer = await http.inject('/countries.json')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('application/json')
    const list = answer.json()
    expect(list.length).toBeGreaterThan(230)
    expect(list).toContainEqual({ name: 'United Kingdom', dial_code: '+44', code: 'GB' })
    expect(list).toContainEqual({ name: 'United States of America', dial_code: '+1', code: 'US' })
    expect(
      list.every(
        ({ name, dial_code, code }: Record<string, string>) =>
          name && /^\+\d{1,3}$/.test(dial_code!) && /^[A-Z]{2}$/.test(code!),
      ),
    ).toBe(true)
    const names = list.map(({ name }: { name: string }) => name)
    expect(names).toEqual(names.toSorted((a: string, b: string) => a.localeCompare(b, 'en')))
  })

  it('is cached by browsers and not sent again while unchanged', async () => {
    const answer = await http.inject('/countries.json')
    expect(answer.headers['cache-control']).toBe('public, max-age=86400')
    const again = await http.inject({
      url: '/countries.json',
      headers: { 'if-none-match': String(answer.headers['etag']) },
    })
    expect(again).toMatchObject({ statusCode: 304, body: '' })
  })

  it('is compressed for clients that accept it', async () => {
    const answer = await http.inject({ url: '/countries.json', headers: { 'accept-encoding': 'br' } })
    expect(answer.headers['content-encoding']).toBe('br')
    expect(answer.rawPayload.length).toBeLessThan(6_000)
  })
})

describe('findCountry', () => {
  it('finds every listed name', () => {
    expect(countries().filter(({ name, code }) => findCountry(name)?.code !== code)).toEqual([])
  })
  it.each([
    ['USA', 'US'],
    ['united kingdom', 'GB'],
    ['fr', 'FR'],
    ["Côte d'Ivoire", 'CI'],
  ])('finds %s', (text, code) => {
    expect(findCountry(text)?.code).toBe(code)
  })
  it.each(['', 'Atlantis', 'XX', '__proto__', 'constructor'])('does not find %j', (text) => {
    expect(findCountry(text)).toBeUndefined()
  })
})
