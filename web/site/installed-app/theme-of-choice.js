// Before the first paint, applies the theme chosen on the site, or the system's.
let chosen = null
try {
  chosen = localStorage.getItem('color-scheme')
} catch {
  // The browser stores no site data, so the system's theme applies.
}
const system = matchMedia('(prefers-color-scheme: dark)')
const show = () => {
  const dark = chosen === 'dark' || (chosen !== 'light' && system.matches)
  document.documentElement.dataset.colorScheme = dark ? 'dark' : 'light'
}
show()
system.addEventListener('change', show)
