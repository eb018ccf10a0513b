import { Trans } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { currentLanguage } from '#i18n'
import { originalQuery } from '../language/chosen-address.ts'
import { sourceLanguage } from '../language/languages.ts'

/**
 * Links from translated rules to the same page in English, the language of the recorded rules. Renders nothing in
 * English. Source: docs/spec/truth.md section 6.
 */
export function RulesOriginal() {
  const { pathname, search } = useLocation()
  if (currentLanguage() === sourceLanguage) return null
  const query = new URLSearchParams(search)
  query.set(originalQuery, '')
  return (
    // A plain link, because the page must be loaded again in the other language.
    <a href={`${pathname}?${query}`} hrefLang={sourceLanguage}>
      <Trans>English original of these rules</Trans>
    </a>
  )
}
