import { useSyncExternalStore } from 'react'

/** A session secret in local storage, kept in sync with sign-in and sign-out in any tab. */
export type SecretStore = {
  /** The secret, or null if nobody is signed in. */
  read(): string | null
  store(secret: string): void
  clear(): void
  subscribe(listener: () => void): () => void
}

function secretStore(storageKey: string): SecretStore {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    read: () => (typeof localStorage === 'undefined' ? null : localStorage.getItem(storageKey)),
    store(secret) {
      localStorage.setItem(storageKey, secret)
      tell()
    },
    clear() {
      localStorage.removeItem(storageKey)
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      // Signing out in one tab signs out the others: storage events come from other tabs only.
      window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },
  }
}

/** The customer's secret, stored under the name of the header that sends it. Source: docs/spec/product.md section 6. */
export const customerSession = secretStore('secrete')
export const operatorSession = secretStore('operator-secrete')

export const readSecret = customerSession.read
export const storeSecret = customerSession.store
export const clearSecret = customerSession.clear

/** Returns a session's secret; undefined while rendering on the server. */
export function useSecret(session: SecretStore = customerSession): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(session.subscribe, session.read, () => undefined)
}
