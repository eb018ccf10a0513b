import { expect, it } from 'vitest'
import { breakpoints, containers } from '../../web/ui/breakpoints.ts'
import { findings, sources } from './sources.ts'

const styles = sources(['web'], ['.css'])

it('has no widths in media and container queries', () => {
  expect(findings(styles, /@(?:media|container)[^{]*\b(?:width|inline-size)\b/)).toEqual([])
  expect(findings(sources(['web'], ['.ts', '.tsx']), /(?:matchMedia|useMediaQuery)\([^)]*width/)).toEqual([])
})

it.each([
  ['@media', breakpoints],
  ['@container', containers],
])('uses every name that is defined for %s, and no other', (rule, defined) => {
  const queries = styles.flatMap(({ code }) => code.match(new RegExp(`${rule}[^{]*`, 'g')) ?? [])
  const used = queries.flatMap((query) => query.match(/(?<=--)[\w-]+/g) ?? [])
  expect(new Set(used)).toEqual(new Set(Object.keys(defined)))
})
