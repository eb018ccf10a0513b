import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Call } from '../../api/call.ts'
import { calls } from '../../api/calls.ts'
import { commonRefusals } from '../../api/sentences/refusals.ts'
import { modules } from '../../server/modules.ts'
import { findings, isTest, sources } from './sources.ts'

const declared: Call[] = Object.values(calls)
const codes = [...new Set(declared.flatMap((call) => Object.keys(call.refusals)))]

/**
 * Fields allowed in a URL, which proxies log: ids, choices, times, amounts, a robot's settings, coin addresses, which
 * chains publish, and visitors' guesses, which belong to nobody.
 */
const fieldsInAddresses = new Set(
  `id tid v list as p state queue show customer operator before day hour from to until limit interval
  account action asset coin kind method plan size symbol amount duration lever addr hash height shard batch
  guess offset strategy stake symbols hours cur`.split(/\s+/),
)

it('accepts no field in a URL that could identify a person', () => {
  const found = declared
    .filter(({ method }) => method === 'GET')
    .flatMap(({ name, input }) => Object.keys(input.shape).map((field) => [name, field] as const))
  expect(found.length).toBeGreaterThan(50)
  expect(
    found.filter(([, field]) => !fieldsInAddresses.has(field)).map(([name, field]) => `${name}: ${field}`),
  ).toEqual([])
})

describe('refusals', () => {
  it('use only codes declared by calls of their module, or of a module that imports it', () => {
    const undocumented = Object.keys(modules).flatMap((module) => {
      const asked = (asker: string) =>
        asker === module || (modules[asker as keyof typeof modules] as readonly string[] | undefined)?.includes(module)
      const own = new Set([
        ...declared.filter((call) => asked(call.module)).flatMap((call) => Object.keys(call.refusals)),
        ...Object.keys(commonRefusals),
      ])
      return sources([`server/${module}`], ['.ts'])
        .filter((source) => !isTest(source))
        .flatMap(({ file, code }) =>
          [...code.matchAll(/new Refused\(\s*'(\w+)'/g)]
            .filter((match) => !own.has(match[1]!))
            .map((match) => `${file}: ${match[1]}`),
        )
    })
    expect(undocumented).toEqual([])
  })

  it('each have a test that names the call and the code', () => {
    const tests = sources(['server'], ['.test.ts'])
    const untested = declared.flatMap((call) =>
      Object.keys(call.refusals)
        .filter(
          (code) =>
            !tests.some(
              ({ file, text }) =>
                file.startsWith(`server/${call.module}/`) && text.includes(`'${call.name}'`) && text.includes(code),
            ),
        )
        .map((code) => `${call.name}: ${code}`),
    )
    expect(untested).toEqual([])
  })

  it('have a message for the user and an error status', () => {
    for (const call of declared) {
      for (const [code, { status, message }] of Object.entries(call.refusals)) {
        expect(status, `${call.name} ${code}`).toBeGreaterThanOrEqual(400)
        expect(message.length, `${call.name} ${code}`).toBeGreaterThan(5)
      }
    }
    expect(codes.every((code) => /^[a-z]+(_[a-z]+)*$/.test(code))).toBe(true)
  })
})

describe('calls', () => {
  it('are listed under their own name', () => {
    expect(Object.entries(calls).filter(([name, call]) => call.name !== name)).toEqual([])
  })
  it('are declared in the folder of their module', () => {
    const files = sources(['api/calls'], ['.ts'])
    const misplaced = declared.filter(
      ({ name, module }) =>
        !files.some(
          ({ file, code }) => path.dirname(file) === `api/calls/${module}` && code.includes(`name: '${name}'`),
        ),
    )
    expect(misplaced.map(({ name, module }) => `${module}: ${name}`)).toEqual([])
    const folders = new Set(files.map(({ file }) => path.dirname(file)))
    expect([...folders].filter((folder) => !Object.keys(modules).includes(path.relative('api/calls', folder)))).toEqual(
      [],
    )
  })
  it('move money only by POST', () => {
    expect(declared.filter((call) => call.movesMoney && call.method !== 'POST')).toEqual([])
  })
})

it('names input errors by phrase, so that pages can translate them', () => {
  const message = /\.(?:min|max|length|regex|refine|email|int|positive|multipleOf|pipe|check)\([^'"`]*['"`][A-Z]\w* /
  expect(findings(sources(['api'], ['.ts']), message)).toEqual([])
  expect(message.test(".max(500, 'At most 500 characters.')")).toBe(true)
})

/** Names of fields that hold a sentence. */
const sentenceNames = new Set('msg reason note text words rules message wait why hidden value problem'.split(' '))

/**
 * Sentences without a phrase: people wrote them, a document fixes its wording, or pages translate by a code beside it.
 */
const untranslated = new Set([
  'profile.documents.submissions.openings.reason',
  'reviews.list.text',
  'reviews.mine.review.text',
  'announcements.words',
  'statement.words',
  'activity.lines.entry.words',
  'activity.entries.words',
  'activity.lines.why.text',
  'prices.refused.counts.words',
  'farm.rates.note',
  // Amounts, and a customer's own details.
  'limits.limits.value',
  'limits.limits.waiting.value',
  'limits.set.limit.value',
  'limits.set.limit.waiting.value',
  'limits.cancel.limit.value',
  'limits.cancel.limit.waiting.value',
  'withdrawals.document.payee.value',
  'trades.receipt.order.reason',
  'trades.receipt.seams.reason',
  'trades.receipt.outcome.reason',
  'trades.receipt.rules.text',
  'traders.record.trader.note',
])

/** The same for calls of operators: people wrote them, they are data, or pages translate by a code beside them. */
const untranslatedAtDesk = new Set([
  'customers.show.notes.words',
  'customers.ledger.words',
  'customers.activity.lines.entry.words',
  // An error of the database.
  'trading.unsettled.reason',
  'withdrawals.inspect.payee.value',
  'experts.scheduled.reason',
  'operators.approvals.reason',
  'operators.settings.changes.reason',
  'audit.reason',
  'alarms.words',
  'announcements.list.words',
  'messages.templates.text',
  'reviews.list.text',
])

/** Returns the paths of a schema's text fields that hold a sentence without its phrase. */
function sentencesWithoutPhrase(schema: z.ZodType, path: string): string[] {
  if (schema instanceof z.ZodArray) return sentencesWithoutPhrase(schema.element as z.ZodType, path)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return sentencesWithoutPhrase(schema.unwrap() as z.ZodType, path)
  if (!(schema instanceof z.ZodObject)) return []
  const shape: Record<string, z.ZodType> = schema.shape
  return Object.entries(shape).flatMap(([name, field]) => {
    const bare = field instanceof z.ZodNullable || field instanceof z.ZodOptional ? field.unwrap() : field
    if (!(bare instanceof z.ZodString)) return sentencesWithoutPhrase(field, `${path}.${name}`)
    const isTranslated = `${name}Phrase` in shape || (name === 'msg' && 'outcome' in shape)
    return sentenceNames.has(name) && !isTranslated ? [`${path}.${name}`] : []
  })
}

it.each([
  { readers: 'customers and visitors', access: ['customer', 'public'], exceptions: untranslated },
  { readers: 'operators', access: ['operator'], exceptions: untranslatedAtDesk },
])('returns $readers a phrase beside each sentence, so that pages can translate it', ({ access, exceptions }) => {
  const found = declared
    .filter((call) => access.includes(call.access))
    .flatMap(({ name, output }) => sentencesWithoutPhrase(output as z.ZodType, name))
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter((field) => !exceptions.has(field))).toEqual([])
  expect([...exceptions].filter((field) => !found.includes(field))).toEqual([])
})
