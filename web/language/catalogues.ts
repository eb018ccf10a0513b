import { type Messages, setupI18n } from '@lingui/core'
import { currentLanguage, provideI18n } from '#i18n'
import { type Language, languageOf, prefixOf, sourceLanguage } from './languages.ts'

/** Parts of the product, each with a catalogue of its own. */
export type Area = 'site' | 'articles' | 'office' | 'operator' | 'refusals'

const files = import.meta.glob<{ messages: Messages }>('./catalogues/*/*.po')

let load: ((areas: Area[]) => Promise<void>) | undefined

/** Areas of which a page shows texts. */
function areasOf(pathname: string): Area[] {
  if (/^\/(office|operator)(\/|$)/.test(pathname)) return ['site', 'refusals', pathname.startsWith('/office') ? 'office' : 'operator']
  return ['site', 'refusals', 'articles']
}

/** In the browser: has the texts of the page's language at hand before the page is taken over. English has them in the pages. */
export async function adoptPageLanguage(): Promise<void> {
  const language: Language = languageOf(location.pathname)
  if (language === sourceLanguage) return
  const i18n = setupI18n({ locale: language, messages: { [language]: {} } })
  provideI18n(() => i18n)
  load = async (areas) => {
    const loaded = await Promise.all(areas.map((area) => files[`./catalogues/${language}/${area}.po`]!()))
    for (const { messages } of loaded) i18n.load(language, messages)
  }
  await load(areasOf(location.pathname.slice(prefixOf(language).length)))
}

/**
 * For pages of another area than the first one that was opened: their frame waits for this as its module is loaded, so that no page
 * of theirs is shown before its texts are there.
 */
export async function withCatalogue(area: Area): Promise<void> {
  if (currentLanguage() !== sourceLanguage) await load?.([area])
}
