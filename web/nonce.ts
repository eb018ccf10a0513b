import { setNonce } from 'get-nonce'
import { createContext, useContext } from 'react'

/** Nonce of the page's Content-Security-Policy; entry.server.tsx and entry.client.tsx provide it. */
export const NonceContext = createContext('')

export function useNonce() {
  return useContext(NonceContext)
}

/**
 * In the browser: the nonce the page came with, also handed to libraries that insert style elements (react-remove-
 * scroll).
 */
export function adoptPageNonce(): string {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  setNonce(nonce)
  return nonce
}
