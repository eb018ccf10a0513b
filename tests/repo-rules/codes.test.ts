import { expect, it } from 'vitest'
import { assets } from '../../api/assets.ts'
import { calls } from '../../api/calls.ts'
import { deskSettings } from '../../api/calls/operators/desk-settings.ts'
import { openApi } from '../../api/openapi.ts'
import { isTest, sources, tablesSql } from './sources.ts'

/** Every stored code and every enumerated value of a call: `pending_approval`, `waiting`. */
const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/

/** Values that are spelled differently; docs/GLOSSARY.md gives the reasons. */
const kept = {
  'docs/spec/product.md spells out':
    'BUY SELL OPEN COMPLETED INACTIVE Trading Bonus PayPal Bank Passport Manual Mixed Day Swing HODL Daytrading'
      .split(' ')
      .concat('Drivers License', 'National ID'),
  'of the same field as one that docs/spec/product.md spells out':
    'WON LOST TIE VOID ACTIVE PENDING APPROVED SENT REFUSED CANCELLED'.split(' ').concat('Refund BTC', 'Refund ETH'),
  'of assets': Object.keys(assets),
  'of settings': Object.keys(deskSettings),
  'of published strategies': [
    'momentum-breakout',
    'mean-reversion',
    'average-cross',
    'range-fade',
    'trend-pullback',
    'half-hour',
  ],
}
/** Permissions such as `audit.read`, document versions, candle lengths, and form flags. */
const names = /^([a-z]+\.[a-z]+|tallystick-[a-z]+-\d|\d+[smhdw]|[01]?)$/
const isKept = (value: string) => Object.values(kept).some((values) => values.includes(value))

/** Returns every value of an `enum` or `const` in a JSON schema. */
function enumerated(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { enum: values, const: value } = schema as { enum?: unknown; const?: unknown }
  return [...(Array.isArray(values) ? values : []), value, ...Object.values(schema).flatMap(enumerated)].filter(
    (each): each is string => typeof each === 'string',
  )
}

/** Returns the values that SQL lists for a text column or an enumerated type. */
const listedInSql = (sql: string): string[] =>
  [...sql.matchAll(/(?:\bIN|\bENUM|ARRAY)\s*[([]((?:\s*'[^']*',?)+)\s*[)\]]/g)].flatMap(([, list]) =>
    [...list!.matchAll(/'([^']*)'/g)].map(([, value]) => value!),
  )

/** Returns the members of unions of string literals, and of lists of constants. */
const listedInCode = (code: string): string[] =>
  [...code.matchAll(/(?:'[^'\n]*'\s*\|\s*)+'[^'\n]*'|\[[^[\]]*\](?= as const)/g)].flatMap(([list]) =>
    [...list.matchAll(/'([^']*)'/g)].map(([, value]) => value!),
  )

const misspelt = (values: readonly string[]) =>
  [...new Set(values)].filter((value) => !snakeCase.test(value) && !names.test(value) && !isKept(value))

it('spells the values of calls in snake case', () => {
  const values = enumerated(openApi(calls, ''))
  expect(values.length).toBeGreaterThan(200)
  expect(misspelt(values)).toEqual([])
})

it('spells stored values in snake case', () => {
  const values = listedInSql(tablesSql())
  expect(values.length).toBeGreaterThan(100)
  expect(misspelt(values)).toEqual([])
})

it('spells no state in the code with spaces or hyphens', () => {
  const found = sources(['api', 'server', 'web'], ['.ts', '.tsx'])
    .filter((source) => !isTest(source) && !source.file.startsWith('web/ui/'))
    .flatMap(({ file, code }) =>
      listedInCode(code)
        .filter((value) => /^[a-z]+([ -][a-z]+)+$/.test(value) && !isKept(value))
        .map((value) => `${file}: ${value}`),
    )
  expect(found).toEqual([])
})

it('lists no value that the product doesn’t use', () => {
  const code = sources(['api', 'server'], ['.ts']).flatMap((source) => listedInCode(source.code))
  const used = new Set([...code, ...enumerated(openApi(calls, '')), ...listedInSql(tablesSql())])
  expect(
    Object.values(kept)
      .flat()
      .filter((value) => !used.has(value)),
  ).toEqual([])
})
