import { expect, it } from 'vitest'
import { breakpoints } from '../../web/ui/breakpoints.ts'
import { findings, sources } from './sources.ts'

const styles = sources(['web'], ['.css'])

it('has no widths in media queries', () => {
  expect(findings(styles, /@media[^{]*\b(?:width|inline-size)\b/)).toEqual([])
  expect(findings(sources(['web'], ['.ts', '.tsx']), /(?:matchMedia|useMediaQuery)\([^)]*width/)).toEqual([])
})

it('uses every named breakpoint, and no name without a definition', () => {
  const queries = styles.flatMap(({ code }) => code.match(/@media[^{]*/g) ?? [])
  const used = queries.flatMap((query) => query.match(/(?<=--)[\w-]+/g) ?? [])
  expect(new Set(used)).toEqual(new Set(Object.keys(breakpoints)))
})
