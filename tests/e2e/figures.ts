import { setupI18n } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import type { APIRequestContext, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { provideI18n } from '#i18n'
import { type Language, languages, sourceLanguage } from '../../web/language/languages.ts'
import { chainFigureFormats } from '../../web/site/explorer/chain-amounts.ts'
import { figureFormats, valueAt } from '../../web/site/figure-text.ts'
import { percentText } from '../../web/ui/text/number-text.ts'
import { withoutStated } from './stated-constants.ts'

/** A public page: the current document, or HTML that the server rendered. */
export type Rendered = { page: Page; html?: string; language?: Language }
type Shown = { source: string; as: string; text: string }

const formats: Record<string, (value: unknown, place: string) => string> = { ...figureFormats, ...chainFigureFormats }

// Numbers are formatted for the language of the page.
const locales = Object.fromEntries(
  Object.keys(languages).map((language) => [language, setupI18n({ locale: language, messages: { [language]: {} } })]),
)
let looking: Language = sourceLanguage
provideI18n(() => locales[looking]!)

/** Returns translations of the server's English strings into a language. */
async function serverTexts(language: Language): Promise<Record<string, string | undefined>> {
  if (language === sourceLanguage) return {}
  const filename = fileURLToPath(new URL(`../../web/language/catalogues/${language}/refusals.po`, import.meta.url))
  const catalogue = await formatter().parse(readFileSync(filename, 'utf8'), {
    locale: language,
    sourceLocale: sourceLanguage,
    filename,
  })
  return Object.fromEntries(
    Object.entries(catalogue as Record<string, { translation?: string }>).map(([english, { translation }]) => [
      english,
      translation || undefined,
    ]),
  )
}

/** Returns the figures that a page declares, with their sources. */
export const figuresOn = ({ page, html }: Rendered): Promise<Shown[]> =>
  page.evaluate((text) => {
    const root = text === undefined ? document : new DOMParser().parseFromString(text, 'text/html')
    return [...root.querySelectorAll<HTMLElement>('[data-source]')].map((one) => ({
      source: one.dataset['source']!,
      as: one.dataset['as']!,
      text: one.textContent ?? '',
    }))
  }, html)

type Ask = (query: string) => Promise<unknown>

/** Returns a function that makes each call once. */
function asker(request: APIRequestContext): Ask {
  const answers = new Map<string, Promise<unknown>>()
  return (query) => {
    const asked = answers.get(query) ?? request.get(`/api?r=${query}`).then((answer) => answer.json())
    answers.set(query, asked)
    return asked
  }
}

/** Returns the values that a page may show for a source. */
async function figureOf({ source, as }: Shown, ask: Ask): Promise<string[]> {
  const [call = '', place = ''] = source.split('#')
  if (as === 'price') {
    // A live price may be any price recorded in the last few minutes.
    const symbol = call.split('=')[1]!
    return (await ticksOf(symbol, ask)).map(({ price }) => figureFormats.count(price))
  }
  const answer = await ask(call.replace('?', '&'))
  if (as === 'change') return changesOf(answer as Quoted[], /symbol=(\w+)/.exec(place)![1]!, ask)
  const value = valueAt(answer, place)
  if (value === undefined || value === null) return ['–']
  if (as === 'text') return [(await serverTexts(looking))[String(value)] ?? String(value)]
  return [as === 'inSentence' ? figureFormats.count(value) : formats[as]!(value, place)]
}

type Quoted = { symbol: string; at: number; price: string; changeBps: number }

async function ticksOf(symbol: string, ask: Ask): Promise<{ price: string }[]> {
  const { at } = ((await ask('symbols')) as Quoted[]).find((one) => one.symbol === symbol)!
  return (await ask(`ticks&symbol=${symbol}&from=${at - 120_000}&to=${at + 5_000}`)) as { price: string }[]
}

/**
 * Returns every daily change that a symbol had in the last few minutes, because the change, like the price, can move
 * between loading the page and making the call.
 */
async function changesOf(symbols: Quoted[], symbol: string, ask: Ask): Promise<string[]> {
  const { price, changeBps } = symbols.find((one) => one.symbol === symbol)!
  const dayBefore = Number(price) / (1 + changeBps / 10_000)
  const changes = (await ticksOf(symbol, ask)).map((tick) => Math.round((Number(tick.price) / dayBefore - 1) * 10_000))
  // The change is rounded, so the price computed from it can be off by one.
  const near = new Set([changeBps, ...changes.flatMap((change) => [change - 1, change, change + 1])])
  return [...near].map((change) => percentText(Math.abs(change), 2))
}

/** Returns the figures on a page that differ from their source. */
export async function wrongFigures(rendered: Rendered): Promise<string[]> {
  const wrong = new Set<string>()
  const ask = asker(rendered.page.request)
  looking = rendered.language ?? sourceLanguage
  for (const shown of await figuresOn(rendered)) {
    const text = shown.as === 'inSentence' ? /\d[\d.,]*/.exec(shown.text)?.[0] : shown.text
    const right = await figureOf(shown, ask)
    if (!right.includes(text ?? ''))
      wrong.add(`${shown.source}: shows ${shown.text}, the call returns ${right.slice(0, 3).join(' or ')}`)
  }
  return [...wrong]
}

/** Returns text that contains a digit and declares no source. Skips outputs, which depend on what the reader enters. */
function textsWithNumbers({ page, html }: Rendered): Promise<string[]> {
  return page.evaluate((text) => {
    const root = text === undefined ? document : new DOMParser().parseFromString(text, 'text/html')
    const blocks = 'p, li, dt, dd, td, th, caption, h1, h2, h3, label, a, button'
    const found = new Set<string>()
    const walker = root.createTreeWalker(root.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!
      if (
        !/\d/.test(node.textContent!) ||
        parent.closest('script, style, noscript, option, output, [data-source], code')
      )
        continue
      const copy = (parent.closest(blocks) ?? parent).cloneNode(true) as Element
      for (const figure of copy.querySelectorAll('output, [data-source], code')) figure.remove()
      // Keeps the non-breaking spaces that some languages use inside numbers.
      found.add(copy.textContent!.replace(/[\t\n\r ]+/g, ' ').trim())
    }
    return [...found]
  }, html)
}

/** Returns text that contains a digit but neither declares a source nor is a known constant. Only for English pages. */
export async function undeclaredNumbers(rendered: Rendered): Promise<string[]> {
  const texts = (await textsWithNumbers(rendered)).map((text) => text.replace(/\s+/g, ' '))
  return texts.filter((text) => /\d/.test(withoutStated(text)))
}

/** Returns the numbers that a page shows without a source, without the separators of its language. */
export async function statedNumbers(rendered: Rendered): Promise<Set<string>> {
  const numbers = (await textsWithNumbers(rendered)).flatMap((text) => text.match(/\d+(?:[.,\u00a0\u202f]\d+)*/g) ?? [])
  return new Set(numbers.map((number) => number.replace(/\D/g, '')))
}
