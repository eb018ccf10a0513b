import { useChosenColorScheme } from './color-scheme.tsx'

/** Background of each theme: `--bg` in tokens.css. */
export const themeColors = { light: '#f5f6f4', dark: '#0c1012' } as const

/** Sets the color of browser bars to the chosen theme, or to the system's if none was chosen. */
export function ThemeColor() {
  const chosen = useChosenColorScheme()
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={themeColors[chosen ?? 'light']} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={themeColors[chosen ?? 'dark']} />
    </>
  )
}
