import { type I18n, setupI18n } from '@lingui/core'
import { type Language, languages, sourceLanguage } from './languages.ts'

/** English has no catalogue: its messages are in the pages. */
const english = setupI18n({ locale: sourceLanguage, messages: { [sourceLanguage]: {} } })

let currentI18n: () => I18n = () => english

/** Sets the source of the current language: the page in a browser, the request on a server. */
export function provideI18n(current: () => I18n) {
  currentI18n = current
}

let readersTimeZone: () => string | undefined = () => undefined

/** Sets the source of the reader's time zone on a server. A browser uses its own. */
export function provideTimeZone(current: () => string | undefined) {
  readersTimeZone = current
}

/** Returns the reader's time zone, such as `Europe/Berlin`; undefined in a browser, which uses its own. */
export const currentTimeZone = (): string | undefined => readersTimeZone()

/** Returns the messages of the current page or request. */
export const activeI18n = (): I18n => currentI18n()

/** Returns the language of the page that is shown or rendered. */
export const currentLanguage = (): Language => currentI18n().locale as Language

/** Returns the current language's locale for `Intl`. */
export const currentLocale = (): string => languages[currentLanguage()].locale

/** Returns whether a currency sign follows the amount in the current language. */
export const signFollowsAmount = (): boolean => languages[currentLanguage()].signAfter

/** Translates messages created with `t` or `msg`. Outside rendering, the language is English. */
export const i18n: Pick<I18n, '_'> = {
  _: (...parts: unknown[]) => (currentI18n()._ as (...parts: unknown[]) => string).apply(currentI18n(), parts),
}
