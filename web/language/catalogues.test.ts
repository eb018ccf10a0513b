import { formatter } from '@lingui/format-po'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { languages, sourceLanguage } from './languages.ts'

const folder = fileURLToPath(new URL('./catalogues/', import.meta.url))
const others = Object.keys(languages).filter((language) => language !== sourceLanguage)
const areas = readdirSync(path.join(folder, others[0]!)).sort()

type Entry = { id: string; message: string; translation: string }

async function entriesOf(language: string, area: string): Promise<Entry[]> {
  const filename = path.join(folder, language, area)
  const catalogue = await formatter().parse(readFileSync(filename, 'utf8'), {
    locale: language,
    sourceLocale: sourceLanguage,
    filename,
  })
  return Object.entries(catalogue as Record<string, { message?: string; translation?: string }>).map(
    ([id, { message = id, translation = '' }]) => ({ id, message, translation }),
  )
}

/**
 * Returns the placeholders and elements of a message, each once. A one-word branch, as in `one {Customer}`, isn't a
 * placeholder.
 */
function holesOf(message: string): string[] {
  const names = [...message.matchAll(/(?<!\b(?:zero|one|two|few|many|other) )\{(\w+)[,}]|<(\d+)\/?>/g)].map(
    ([, value, element]) => value ?? `<${element}>`,
  )
  return [...new Set(names)].sort()
}

/** Words that almost every English sentence has, and that neither German, French nor Spanish spells this way. */
const englishWords =
  /(?<![\p{L}{_])(?:the|of|is|your|you|this|that|with|from|which|are|been|have|and|for|not|we|it|to|at|by|after|before|when|each|can’t|isn’t|aren’t)(?![\p{L}_}])/iu

/** A message of three words in a row is more than a name or a loan word. */
const threeWords = /[A-Za-z]{3,} [A-Za-z]+ [A-Za-z]+/

describe.each(others)('the catalogues in %s', (language) => {
  it('cover the same areas as those of every other language', () =>
    expect(readdirSync(path.join(folder, language)).sort()).toEqual(areas))

  it('translate the same message the same way everywhere', async () => {
    const said = new Map<string, Set<string>>()
    for (const area of areas) {
      for (const { id, translation } of await entriesOf(language, area))
        said.set(id, (said.get(id) ?? new Set()).add(translation))
    }
    expect([...said].filter(([, translations]) => translations.size > 1)).toEqual([])
  })

  it.each(areas)('%s: no translation is in English', async (area) => {
    const english = (await entriesOf(language, area)).filter(
      ({ message, translation }) =>
        englishWords.test(translation) || (message === translation && threeWords.test(translation)),
    )
    expect(english.map(({ translation }) => translation)).toEqual([])
  })

  it.each(areas)(
    '%s: each message is translated, compiles, and has the same placeholders and elements',
    async (area) => {
      const wrong = (await entriesOf(language, area)).filter(({ message, translation }) => {
        if (!translation || holesOf(message).join() !== holesOf(translation).join()) return true
        try {
          compileMessageOrThrow(translation)
          return false
        } catch {
          return true
        }
      })
      expect(wrong).toEqual([])
    },
  )
})
