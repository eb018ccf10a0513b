import { useContext, useSyncExternalStore } from 'react'
import { cookieOf, cookieText } from '../document/cookies.ts'
import { type Reader, RenderedContext } from './rendered.ts'

/**
 * A session secret in local storage, kept in sync with sign-in and sign-out in any tab. A cookie of the same name lets
 * the server render the reader's pages; no call accepts it.
 */
export type SecretStore = {
  /** The secret, or null if nobody is signed in. */
  read(): string | null
  store(secret: string): void
  clear(): void
  subscribe(listener: () => void): () => void
  reader: Reader
}

function secretStore(storageKey: string, reader: Reader): SecretStore {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const store: SecretStore = {
    reader,
    read: () => (typeof localStorage === 'undefined' ? null : localStorage.getItem(storageKey)),
    store(secret) {
      localStorage.setItem(storageKey, secret)
      setPageCookie(storageKey, secret)
      tell()
    },
    clear() {
      localStorage.removeItem(storageKey)
      setPageCookie(storageKey, null)
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
  restorePageCookie(storageKey, store)
  return store
}

/** Sets the cookie again: it ends with the browser's session, and local storage stays. */
function restorePageCookie(name: string, { read }: SecretStore): void {
  try {
    setPageCookie(name, read())
  } catch {
    // The browser blocks site data. Pages that need a session read it while rendering, and show the error.
  }
}

/** Sets or deletes the cookie that lets the server render pages for the session. Only browsers have one. */
function setPageCookie(name: string, secret: string | null): void {
  if (typeof document === 'undefined') return
  const { protocol } = location
  if ((cookieOf(name, document.cookie) ?? null) === secret) return
  document.cookie =
    secret === null
      ? cookieText(name, '', { protocol, sameSite: 'Strict', maxAgeSeconds: 0 })
      : cookieText(name, secret, { protocol, sameSite: 'Strict' })
}

/** The customer's secret, stored under the name of the header that sends it. Source: docs/spec/product.md section 6. */
export const customerSession = secretStore('secrete', 'customer')
export const operatorSession = secretStore('operator-secrete', 'operator')

export const readSecret = customerSession.read
export const storeSecret = customerSession.store
export const clearSecret = customerSession.clear

/**
 * Returns a session's secret; undefined while rendering on the server, and an empty text while the server renders a
 * page for the session.
 */
export function useSecret(session: SecretStore = customerSession): string | null | undefined {
  const rendered = useContext(RenderedContext)
  return useSyncExternalStore<string | null | undefined>(session.subscribe, session.read, () =>
    rendered?.reader === session.reader ? (session.read() ?? '') : undefined,
  )
}
