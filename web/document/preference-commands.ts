import { t } from '@lingui/core/macro'
import { useLocation } from 'react-router'
import { currentLanguage } from '#i18n'
import { addressIn } from '../language/alternates.ts'
import { chooseLanguage } from '../language/choose-language.ts'
import { type Language, languages } from '../language/languages.ts'
import { setColorScheme, useColorScheme } from '../ui/color-scheme.tsx'
import type { Command } from '../ui/commands/command-palette.tsx'

/** Returns the commands that every page has: switch the theme, change the language. */
export function usePreferenceCommands(): Command[] {
  const scheme = useColorScheme()
  const { pathname, search } = useLocation()
  const next = scheme === 'dark' ? 'light' : 'dark'
  const kind = t`Setting`
  const others = (Object.keys(languages) as Language[]).filter((language) => language !== currentLanguage())
  return [
    {
      id: 'theme',
      label: next === 'dark' ? t`Switch to dark theme` : t`Switch to light theme`,
      kind,
      icon: next === 'dark' ? 'moon' : 'sun',
      run: () => setColorScheme(next),
    },
    ...others.map((language): Command => ({
      id: `language-${language}`,
      label: languages[language].name,
      detail: t`Language`,
      kind,
      icon: 'globe',
      run: () => {
        chooseLanguage(language)
        location.assign(addressIn(language, '', pathname) + search)
      },
    })),
  ]
}
