import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Call } from '../api/call.ts'
import { jsonSchema } from '../api/openapi.ts'
import { allCalls, noId, startAccessWorld, type AccessWorld } from './test-access.ts'

/**
 * Sends values that tend to break databases, drivers and nodes, in every text and number field of every call. No input
 * may cause a server error.
 */
let world: AccessWorld
let secretes: { customer: string; owner: string }
beforeAll(async () => {
  world = await startAccessWorld({ CHAINS: '0' })
  secretes = { customer: await world.signUp('ada@example.org'), owner: (await world.addOperator('owner')).secrete }
})
afterAll(() => world?.stop())

type Field = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Field[]
  format?: string
  items?: Field
  properties?: Record<string, Field>
  minimum?: number
}

/** Returns a value that the field most likely accepts. */
function plausible(name: string, field: Field): unknown {
  if (field.const !== undefined) return field.const
  if (field.enum) return field.enum[0]
  if (field.anyOf) return plausible(name, field.anyOf[0]!)
  if (field.type === 'array') return [plausible(name, field.items ?? {})]
  if (field.type === 'object')
    return Object.fromEntries(
      Object.entries(field.properties ?? {}).map(([each, inner]) => [each, plausible(each, inner)]),
    )
  if (field.type === 'boolean') return true
  if (field.type === 'number' || field.type === 'integer') return Math.max(1, field.minimum ?? 1)
  if (/id$|^(id|customer|operator)/i.test(name)) return noId
  if (/email/i.test(name)) return 'ada@example.org'
  if (/coin|asset|cur/i.test(name)) return 'BTC'
  if (/symbol/i.test(name)) return 'BTCUSD'
  return /amount|minor|rate|price|min|max|before|v$/i.test(name) ? '10' : 'ada'
}

const texts = ['\ud800', 'a\udc00b', '\u0000', '9'.repeat(19), '9223372036854775808', '-1']
const numbers = [2 ** 31, 2 ** 53, -1, 0.5, 1e300, '9'.repeat(16)]
const hostileFor = ({ type, anyOf }: Field): unknown[] =>
  type === 'string' ? texts : type === 'number' || type === 'integer' || anyOf ? [...numbers, ...texts.slice(0, 3)] : []
const ending = new Set(['signout', 'operators.signout', 'close', 'sessions.revoke'])

async function attack(call: Call): Promise<string[]> {
  const fields = Object.entries((jsonSchema(call.input, 'input') as Field).properties ?? {})
  const base = Object.fromEntries(fields.map(([name, field]) => [name, plausible(name, field)]))
  const failures: string[] = []
  for (const [name, field] of fields) {
    for (const hostile of hostileFor(field)) {
      const { status, body } = await world.send(
        call.name,
        { ...base, [name]: hostile },
        { secrete: call.access === 'operator' ? secretes.owner : secretes.customer },
      )
      // Some calls respond with 503 because the test chains are off.
      if (status >= 500 && body.code !== 'chain_away')
        failures.push(`${call.name} ${name}=${JSON.stringify(hostile)}: ${status} ${body.code}`)
    }
  }
  return failures
}

it('handles hostile strings and numbers in every field without a server error', { timeout: 120_000 }, async () => {
  const calls = allCalls.filter(({ name }) => !ending.has(name))
  const failures: string[] = []
  for (let at = 0; at < calls.length; at += 16)
    failures.push(...(await Promise.all(calls.slice(at, at + 16).map(attack))).flat())
  expect(failures).toEqual([])
})
