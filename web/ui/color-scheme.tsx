import { useSyncExternalStore } from 'react'

export type ColorScheme = 'light' | 'dark'

/** Attribute of the root element; tokens.css defines the colours of each scheme. */
const colorSchemeAttribute = 'data-color-scheme'

const storageKey = 'color-scheme'
const changed = new EventTarget()

const system = () => matchMedia('(prefers-color-scheme: dark)')

/** Returns the scheme chosen in this browser; undefined if none was, or if storage is unavailable. */
function chosenColorScheme(): ColorScheme | undefined {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : undefined
  } catch {
    return undefined
  }
}

const shownColorScheme = (): ColorScheme => chosenColorScheme() ?? (system().matches ? 'dark' : 'light')

function show() {
  document.documentElement.setAttribute(colorSchemeAttribute, shownColorScheme())
  changed.dispatchEvent(new Event('change'))
}

/** Sets a scheme and stores it in this browser. */
export function setColorScheme(scheme: ColorScheme) {
  try {
    localStorage.setItem(storageKey, scheme)
  } catch {
    // Without storage, the page keeps the system's scheme.
  }
  show()
}

/** Follows the system's scheme and choices in other tabs. Call once, in the browser. */
export function followColorScheme() {
  system().addEventListener('change', show)
  addEventListener('storage', show)
}

function subscribe(listener: () => void) {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

/** Returns the current scheme. Always light on the server and in the first render, where the choice is unknown. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, shownColorScheme, () => 'light')
}

/** The chosen scheme, if any. Undefined on the server and in the first render. */
export function useChosenColorScheme(): ColorScheme | undefined {
  return useSyncExternalStore(subscribe, chosenColorScheme, () => undefined)
}

const script = `try{var c=localStorage.getItem('${storageKey}')}catch{}
if(c!=='light'&&c!=='dark')c=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'
document.documentElement.setAttribute('${colorSchemeAttribute}',c)`

/** Sets the scheme before the first paint, so that no page flashes in the wrong one. */
export function ColorSchemeScript({ nonce }: { nonce: string }) {
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
