import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Icon } from './icons.tsx'
import { IconButton } from './icon-button.tsx'

/** Switches between light and dark. The choice stays in local storage. */
export function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: true })
  const next = scheme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton label={`Use the ${next} theme`} onClick={() => setColorScheme(next)}>
      <Icon name={scheme === 'dark' ? 'sun' : 'moon'} />
    </IconButton>
  )
}
