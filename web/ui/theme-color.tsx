import { useChosenColorScheme } from './color-scheme.tsx'

/** Background colour of each theme: `--bg` in tokens.css. */
export const themeColors = { light: '#f5f6f4', dark: '#0c1012' } as const

/** Gives the browser's bars the colour of the chosen theme or, if none was chosen, of the system's theme. */
export function ThemeColor() {
  const chosen = useChosenColorScheme()
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={themeColors[chosen ?? 'light']} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={themeColors[chosen ?? 'dark']} />
    </>
  )
}
