import { currentLanguage, currentLocale } from '#i18n'
import type { CallOutput } from '../data/call.ts'
import { sourceLanguage } from './languages.ts'

type Named = Pick<CallOutput<'symbols'>[number], 'symbol' | 'name' | 'class'>

/**
 * Returns the catalogue's symbols with their names in the page's language. Currencies are translated. Names of
 * companies and coins, and unknown currencies, stay as they are.
 */
export function namedInPageLanguage<S extends Named>(symbols: readonly S[]): S[] {
  if (currentLanguage() === sourceLanguage) return [...symbols]
  const currencies = new Intl.DisplayNames(currentLocale(), { type: 'currency', fallback: 'none' })
  return symbols.map((one) => ({ ...one, name: pairName(one, currencies) }))
}

/** Translates a pair's name, `base / quote`. Its symbol ends with the quote currency's code. */
function pairName({ symbol, name, class: kind }: Named, currencies: Intl.DisplayNames): string {
  const [base, quote] = name.split(' / ')
  if (!base || !quote) return name
  const named = [
    kind === 'forex' ? (currencies.of(symbol.slice(0, 3)) ?? base) : base,
    currencies.of(symbol.slice(-3)) ?? quote,
  ].join(' / ')
  return named.charAt(0).toLocaleUpperCase(currentLocale()) + named.slice(1)
}
