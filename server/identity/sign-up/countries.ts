import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import type { CountryCode } from 'libphonenumber-js/max'

const load = createRequire(import.meta.url)
// Loaded on first use, because the server can accept orders without these packages.
const countryNames = () => load('i18n-iso-countries') as typeof import('i18n-iso-countries')
/** Returns the phone number library. */
export const phones = () => load('libphonenumber-js/max') as typeof import('libphonenumber-js/max')

/** A country as listed in `/countries.json`: English name, dial code such as `+44`, two-letter ISO 3166-1 code. */
export type Country = { name: string; dial_code: string; code: string }

/**
 * Returns all countries that have a dial code, sorted by name. Source: the packages i18n-iso-countries and
 * libphonenumber-js.
 */
export function countries(): readonly Country[] {
  listed ??= Object.entries(countryNames().getNames('en', { select: 'official' }))
    .filter(([code]) => phones().isSupportedCountry(code))
    .map(([code, name]) => ({ name, dial_code: `+${phones().getCountryCallingCode(code as CountryCode)}`, code }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
  return listed
}

let listed: readonly Country[] | undefined
let indexed: ReadonlyMap<string, Country> | undefined
const byCode = () => (indexed ??= new Map(countries().map((country) => [country.code, country])))

/** Finds a country by its English name, a common alternative name or its two-letter code, ignoring case. */
export function findCountry(text: string): Country | undefined {
  return byCode().get(text.toUpperCase()) ?? byCode().get(countryNames().getAlpha2Code(text, 'en') ?? '')
}

/** Returns the English name of the country with this two-letter code. */
export function countryName(code: string): string {
  return byCode().get(code)?.name ?? code
}

function countriesAnswer(): { body: string; etag: string } {
  const body = JSON.stringify(countries())
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

/** Serves `/countries.json`, which changes only with a release. Source: docs/spec/product.md section 3 "Country". */
export function registerCountries(app: FastifyInstance): void {
  let made: { body: string; etag: string } | undefined
  app.get('/countries.json', (request, reply) => {
    const { body, etag } = (made ??= countriesAnswer())
    reply.header('cache-control', 'public, max-age=86400').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    return reply.compress(body)
  })
}
