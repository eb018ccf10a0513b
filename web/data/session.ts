import { useSyncExternalStore } from 'react'

/** Local storage key of the session secret; its name is the header's. Source: product.md section 6. */
const storageKey = 'secrete'
const listeners = new Set<() => void>()

/** The session secret, or null where nobody is signed in. */
export function readSecret(): string | null {
  return typeof localStorage === 'undefined' ? null : localStorage.getItem(storageKey)
}

export function storeSecret(secret: string) {
  localStorage.setItem(storageKey, secret)
  for (const listener of listeners) listener()
}

export function clearSecret() {
  localStorage.removeItem(storageKey)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  // Signing out in one tab signs out the others: storage events come from other tabs only.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The session secret, followed over sign-in and sign-out in any tab. `undefined` while rendering on the server. */
export function useSecret(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(subscribe, readSecret, () => undefined)
}
