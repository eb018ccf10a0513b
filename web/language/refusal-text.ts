import { activeI18n, currentLanguage, i18n } from '#i18n'
import { sourceLanguage } from './languages.ts'

const holes = /\{(\w+)\}/g

/**
 * What a call was refused with, or says that it did, in the page's language. Calls answer in English, filled in; the catalogue knows the sentences with
 * their holes (`{max}`), so a sentence is found by what stands around them. One that is not known stays as it is.
 */
export function refusalText(english: string): string {
  if (currentLanguage() === sourceLanguage) return english
  const { messages } = activeI18n()
  if (Object.hasOwn(messages, english)) return i18n._(english)
  for (const template of Object.keys(messages)) {
    const values = template.includes('{') ? valuesOf(template, english) : undefined
    if (values) return i18n._(template, values)
  }
  return english
}

/** What stands in the holes of a template, where the text is made of it. */
function valuesOf(template: string, text: string): Record<string, string> | undefined {
  const names = [...template.matchAll(holes)].map(([, name]) => name!)
  const pattern = template
    .split(holes)
    .filter((_, place) => place % 2 === 0)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('(.+?)')
  const found = new RegExp(`^${pattern}$`, 's').exec(text)
  return found ? Object.fromEntries(names.map((name, place) => [name, found[place + 1]!])) : undefined
}
