import { useEffect, useState } from 'react'
import { currentLocale } from '#i18n'
import type { SearchOption } from '../../ui/fields/option-search.ts'

/** A country in `/countries.json`. Source: docs/spec/product.md section 3. */
export type Country = { name: string; dial_code: string; code: string }

/**
 * Returns the countries as options: named in the language of `locale` and sorted by that name, with the dial code as a
 * note. The value and a searchable text is the English name, which the call `register` takes.
 */
export function countryOptions(countries: readonly Country[], locale: string): SearchOption[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const isEnglish = locale.startsWith('en')
  return countries
    .map(({ name, dial_code, code }) => ({
      value: name,
      label: isEnglish ? name : (names.of(code) ?? name),
      also: name,
      note: dial_code,
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
}

/** Loads the countries and their dial codes from a static file. Source: docs/spec/product.md section 7. */
export function useCountries() {
  const [countries, setCountries] = useState<SearchOption[]>([])
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    setFailed(false)
    fetch('/countries.json', { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(String(response.status)))))
      .then((loaded: Country[]) => setCountries(countryOptions(loaded, currentLocale())))
      .catch(() => !abort.signal.aborted && setFailed(true))
    return () => abort.abort()
  }, [attempt])
  return { countries, failed, retry: () => setAttempt((count) => count + 1) }
}
