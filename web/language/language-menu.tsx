import { t } from '@lingui/core/macro'
import { useLocation } from 'react-router'
import { currentLanguage } from '#i18n'
import { addressIn } from './alternates.ts'
import { chooseLanguage } from './choose-language.ts'
import { type Language, languages } from './languages.ts'
import classes from './language-menu.module.css'

/** Links to this page in the other languages. The browser stores the choice, so that plain URLs redirect to it. */
export function LanguageMenu() {
  const { pathname, search } = useLocation()
  return (
    <nav className={classes.menu} aria-label={t`Language`}>
      {(Object.keys(languages) as Language[]).map((language) => (
        <a
          key={language}
          href={addressIn(language, '', pathname) + search}
          lang={language}
          hrefLang={language}
          dir={languages[language].direction}
          aria-current={language === currentLanguage() ? 'true' : undefined}
          onClick={() => chooseLanguage(language)}
        >
          {languages[language].name}
        </a>
      ))}
    </nav>
  )
}
