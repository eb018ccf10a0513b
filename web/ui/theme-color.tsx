import { useChosenColorScheme } from './color-scheme.tsx'

/** The ground of each theme, `--bg` of tokens.css. */
export const themeColors = { light: '#f5f6f4', dark: '#0c1012' } as const

/** The color that browsers give their bars: that of the chosen theme, or of the system's where none was chosen. */
export function ThemeColor() {
  const chosen = useChosenColorScheme()
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={themeColors[chosen ?? 'light']} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={themeColors[chosen ?? 'dark']} />
    </>
  )
}
