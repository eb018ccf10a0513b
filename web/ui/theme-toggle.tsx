import { t } from '@lingui/core/macro'
import { setColorScheme, useColorScheme } from './color-scheme.tsx'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icons.tsx'

/** Switches between light and dark. Stores the choice in local storage. */
export function ThemeToggle() {
  const scheme = useColorScheme()
  const next = scheme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      label={next === 'dark' ? t`Switch to dark theme` : t`Switch to light theme`}
      onClick={() => setColorScheme(next)}
    >
      <Icon name={scheme === 'dark' ? 'sun' : 'moon'} />
    </IconButton>
  )
}
