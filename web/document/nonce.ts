import { createContext, useContext } from 'react'

/** Nonce of the page's Content-Security-Policy; entry.server.tsx and entry.client.tsx provide it. */
export const NonceContext = createContext('')

export function useNonce() {
  return useContext(NonceContext)
}

/** Returns the nonce that the page was sent with. Works only in the browser. */
export const pageNonce = (): string => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
