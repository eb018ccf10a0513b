import { type Messages, setupI18n } from '@lingui/core'
import { currentLanguage, provideI18n } from '#i18n'
import { type Language, languageOf, prefixOf, sourceLanguage } from './languages.ts'

/** Parts of the product. Each has its own catalogue. */
export type Area = 'site' | 'articles' | 'office' | 'operator' | 'refusals'

/** URLs of the catalogues, which the build writes as files (`catalogue-files.ts`). */
const files = import.meta.glob<string>(['./catalogues/*/*.po', '!./catalogues/*/mails.po'], {
  eager: true,
  import: 'default',
})

let load: ((areas: Area[]) => Promise<void>) | undefined

/** Returns the areas whose texts a page shows. The texts for responses are loaded with the first response. */
function areasOf(pathname: string): Area[] {
  if (/^\/(office|operator)(\/|$)/.test(pathname))
    return ['site', pathname.startsWith('/office') ? 'office' : 'operator']
  return ['site', 'articles']
}

/** Loads the texts of the page's language before hydration. English pages already contain theirs. */
export async function adoptPageLanguage(): Promise<void> {
  const language: Language = languageOf(location.pathname)
  if (language === sourceLanguage) return
  const i18n = setupI18n({ locale: language, messages: { [language]: {} } })
  provideI18n(() => i18n)
  const held = new Set<Area>()
  load = async (areas) => {
    const missing = areas.filter((area) => !held.has(area))
    const loaded = await Promise.all(
      missing.map((area) => readCatalogue(files[`./catalogues/${language}/${area}.po`]!)),
    )
    for (const messages of loaded) i18n.load(language, messages)
    for (const area of missing) held.add(area)
  }
  await load(areasOf(location.pathname.slice(prefixOf(language).length)))
}

async function readCatalogue(address: string): Promise<Messages> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} returned ${answer.status}`)
  return answer.json() as Promise<Messages>
}

/**
 * Loads the texts of an area. A page in a different area from the first page awaits this in its frame's module, so that
 * no page appears before its texts. The sentences in responses are in `refusals`.
 */
export async function withCatalogue(area: Area): Promise<void> {
  if (currentLanguage() !== sourceLanguage) await load?.([area])
}
