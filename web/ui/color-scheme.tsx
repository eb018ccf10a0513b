import { useSyncExternalStore } from 'react'

export type ColorScheme = 'light' | 'dark'

/** On the root element; tokens.css has the roles of each. */
export const colorSchemeAttribute = 'data-color-scheme'

const storageKey = 'color-scheme'
const changed = new EventTarget()

const system = () => matchMedia('(prefers-color-scheme: dark)')

/** The scheme that was chosen in this browser; undefined where none was, or where nothing can be kept. */
export function chosenColorScheme(): ColorScheme | undefined {
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

/** Chooses a scheme and keeps it in this browser. */
export function setColorScheme(scheme: ColorScheme) {
  try {
    localStorage.setItem(storageKey, scheme)
  } catch {
    // A browser that keeps nothing stays with the system's scheme.
  }
  show()
}

/** In the browser, once: follows the system, and what another tab chooses. */
export function followColorScheme() {
  system().addEventListener('change', show)
  addEventListener('storage', show)
}

function subscribe(listener: () => void) {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

/** The scheme that is shown; on the server and in the first rendering always light, because the server cannot know it. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, shownColorScheme, () => 'light')
}

/** The scheme that was chosen, if any; none on the server and in the first rendering. */
export function useChosenColorScheme(): ColorScheme | undefined {
  return useSyncExternalStore(subscribe, chosenColorScheme, () => undefined)
}

const script = `try{var c=localStorage.getItem('${storageKey}')}catch{}
document.documentElement.setAttribute('${colorSchemeAttribute}',c==='light'||c==='dark'?c:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light')`

/** Sets the scheme before anything is painted, so that no page flashes in the wrong one. */
export function ColorSchemeScript({ nonce }: { nonce: string }) {
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
