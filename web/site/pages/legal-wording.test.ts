import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { legalVersions, type LegalDocument } from '../../../api/legal-documents.ts'
import { changesOf } from '../../office/shell/terms-changes.ts'

/** Returns the English strings of a page in order, without layout. */
function wordingOf(document: LegalDocument): string {
  const source = readFileSync(new URL(`./${document}.tsx`, import.meta.url), 'utf8')
  const clauses = source.slice(source.indexOf('const clauses'))
  const texts = [...clauses.matchAll(/<(?:Trans)>([\s\S]*?)<\/Trans>|msg`([^`]*)`/g)].map(
    ([, text, title]) => text ?? title!,
  )
  return texts
    .map((text) =>
      text
        .replace(/<[^>]*>/g, '')
        .replace(/\{' '\}/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .join('\n')
}

it.each(['terms', 'privacy'] as const)(
  'finds the %s unchanged: if the wording changes, add a version with its day and hash, and say what changed',
  (document) => {
    const hash = createHash('sha256').update(wordingOf(document)).digest('hex').slice(0, 16)
    expect(legalVersions[document][0].wording).toBe(hash)
  },
)

it('states what changed in each version of the terms, newest first', () => {
  const versions = legalVersions.terms.map(({ version }) => version)
  expect(versions.toSorted().toReversed()).toEqual(versions)
  for (const version of versions) expect(changesOf(version)).toBeDefined()
})
