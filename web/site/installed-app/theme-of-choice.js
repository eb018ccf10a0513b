// Before anything is painted: the theme that was chosen on the site, or the system's.
let chosen = null
try {
  chosen = localStorage.getItem('mantine-color-scheme-value')
} catch {
  // The browser keeps no site data: the system's theme.
}
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
