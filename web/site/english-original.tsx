import { Trans } from '@lingui/react/macro'
import { currentLanguage } from '#i18n'
import { legalVersions, type LegalDocument } from '../../api/legal-documents.ts'
import { originalQuery } from '../language/chosen-address.ts'
import { languages, sourceLanguage } from '../language/languages.ts'
import { path } from '../paths.ts'

/**
 * Links to the English original of a translated legal document, and shows the hash of the original's wording. Renders
 * nothing in English.
 */
export function EnglishOriginal({ document }: { document: LegalDocument }) {
  if (currentLanguage() === sourceLanguage) return null
  const { wording } = legalVersions[document][0]
  return (
    <p>
      <Trans>This is a translation. The English version is binding:</Trans>{' '}
      {/* A plain link, because the page must be loaded again in the other language. */}
      <a
        href={path(document, { query: { [originalQuery]: '' } })}
        hrefLang={sourceLanguage}
        lang={sourceLanguage}
        dir={languages[sourceLanguage].direction}
      >
        {document === 'terms' ? 'Terms of Service' : 'Privacy Policy'}
      </a>{' '}
      <span dir="ltr">(SHA-256 {wording}…)</span>
    </p>
  )
}
