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

const read = () => localStorage.getItem(storageKey) === '1'

/** Privacy mode, kept in this browser: whether amounts are hidden, and the way to change it. Not hidden while rendering on the server. */
export function usePrivacyMode(): [boolean, (hidden: boolean) => void] {
  const hidden = useSyncExternalStore(subscribe, read, () => false)
  const set = useCallback((next: boolean) => {
    localStorage.setItem(storageKey, next ? '1' : '0')
    for (const listener of listeners) listener()
  }, [])
  return [hidden, set]
}

const HiddenContext = createContext(false)

/** Amounts within are a person's own: privacy mode hides them. */
export function PrivateAmounts({ children }: { children: ReactNode }) {
  const [hidden] = usePrivacyMode()
  return <HiddenContext value={hidden}>{children}</HiddenContext>
}

/** Stands for an amount in texts. */
export const hiddenAmountText = '••••••'

/** Whether an amount at this place is not to be shown. */
export const useAmountsHidden = (): boolean => useContext(HiddenContext)
