import { t } from '@lingui/core/macro'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Icon } from './icons.tsx'
import { useHydrated } from './hydrated.ts'
import { IconButton } from './icon-button.tsx'

/** Switches between light and dark. The choice stays in local storage. */
export function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const computed = useComputedColorScheme('light', { getInitialValueInEffect: true })
  // The server cannot know a stored choice: the first rendering has to be the server's, or all of the page is rendered anew.
  const scheme = useHydrated() ? computed : 'light'
  const next = scheme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton label={next === 'dark' ? t`Use the dark theme` : t`Use the light theme`} onClick={() => setColorScheme(next)}>
      <Icon name={scheme === 'dark' ? 'sun' : 'moon'} />
    </IconButton>
  )
}
