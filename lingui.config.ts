import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/** `npm run messages` collects the messages of the pages into a catalogue for each area and language. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['de', 'fr', 'es', 'ar'],
  catalogs: [
    {
      path: 'web/language/catalogues/{locale}/site',
      include: ['web/*.tsx', 'web/document', 'web/site', 'web/ui', 'web/language', 'web/data'],
      exclude: ['web/site/pages/**', 'web/site/transparency/**', 'web/language/*.generated.ts'],
    },
    { path: 'web/language/catalogues/{locale}/articles', include: ['web/site/pages', 'web/site/transparency'] },
    { path: 'web/language/catalogues/{locale}/office', include: ['web/office', 'web/shell'] },
    {
      path: 'web/language/catalogues/{locale}/operator',
      include: ['web/operator', 'web/shell'],
    },
    { path: 'web/language/catalogues/{locale}/mails', include: ['web/language/mail-sentences.generated.ts'] },
    { path: 'web/language/catalogues/{locale}/refusals', include: ['web/language/refusal-texts.generated.ts'] },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
  runtimeConfigModule: { i18n: ['#i18n', 'i18n'] },
})
