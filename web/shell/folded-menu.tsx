import { useLayoutEffect, useSyncExternalStore } from 'react'
import { useNonce } from '../document/nonce.ts'

/** Attribute of the root element: the side menu of wide windows shows only icons. Style sheets read it. */
const attribute = 'data-menu'
const storageKey = 'menu'
const foldedValue = 'folded'
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) === foldedValue
  } catch {
    return false
  }
}

function show(isFolded: boolean) {
  if (isFolded) document.documentElement.setAttribute(attribute, foldedValue)
  else document.documentElement.removeAttribute(attribute)
}

/** Returns whether the side menu is folded, and a setter. Stored in this browser; false during server rendering. */
export function useFoldedMenu(): [boolean, (isFolded: boolean) => void] {
  const isFolded = useSyncExternalStore(subscribe, read, () => false)
  function set(next: boolean) {
    try {
      localStorage.setItem(storageKey, next ? foldedValue : '')
    } catch {
      // Without storage, the menu stays open.
    }
    show(next)
    for (const listener of listeners) listener()
  }
  return [isFolded, set]
}

const script = `try{if(localStorage.getItem('${storageKey}')==='${foldedValue}')\
document.documentElement.setAttribute('${attribute}','${foldedValue}')}catch{}`

/** Folds the menu before the first paint, so that nothing moves. */
export function FoldedMenuScript() {
  const nonce = useNonce()
  // The script runs only in the server's HTML, not on pages that were reached by a link.
  useLayoutEffect(() => {
    show(read())
    return () => show(false)
  }, [])
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
