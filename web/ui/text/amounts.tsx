import { createContext, type ReactNode, useCallback, useContext, useSyncExternalStore } from 'react'

const storageKey = 'hide-amounts'
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Whether the server rendered the page with hidden amounts, so that hydration begins with the same page. */
export const AmountsHiddenAtFirst = createContext(false)

const read = () => localStorage.getItem(storageKey) === '1'

/** Returns whether privacy mode hides amounts, and a setter. Stored in this browser. */
export function usePrivacyMode(): [boolean, (hidden: boolean) => void] {
  const atFirst = useContext(AmountsHiddenAtFirst)
  const hidden = useSyncExternalStore(subscribe, read, () => atFirst)
  const set = useCallback((next: boolean) => {
    localStorage.setItem(storageKey, next ? '1' : '0')
    for (const listener of listeners) listener()
  }, [])
  return [hidden, set]
}

const HiddenContext = createContext(false)

/** Marks the amounts inside as personal, so that privacy mode hides them. */
export function PrivateAmounts({ children }: { children: ReactNode }) {
  const [hidden] = usePrivacyMode()
  return <HiddenContext value={hidden}>{children}</HiddenContext>
}

/** Replaces a hidden amount in text. */
export const hiddenAmountText = '••••••'

/** Returns whether privacy mode hides an amount here. */
export const useAmountsHidden = (): boolean => useContext(HiddenContext)
