// Before anything is painted: the theme that was chosen on the site, or the system's.
let chosen = null
try {
  chosen = localStorage.getItem('color-scheme')
} catch {
  // The browser keeps no site data: the system's theme.
}
const system = matchMedia('(prefers-color-scheme: dark)')
const show = () => {
  const dark = chosen === 'dark' || (chosen !== 'light' && system.matches)
  document.documentElement.dataset.colorScheme = dark ? 'dark' : 'light'
}
show()
system.addEventListener('change', show)
