import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { referralCodePattern } from '../../contract/affiliate-levels.ts'

const storageKey = 'referral'
/** A code that was followed is sent with a registration within this time. The privacy page says so. */
const keptMs = 30 * 86_400_000

type Kept = { code: string; atMs: number }
type Storage = Pick<typeof localStorage, 'getItem' | 'setItem' | 'removeItem'>

/** The code of an address such as `/?ref=CFGHJMPQ`; undefined where there is none or it can be none. */
export function codeOf(search: string): string | undefined {
  const code = new URLSearchParams(search).get('ref')?.trim().toUpperCase()
  return code && referralCodePattern.test(code) ? code : undefined
}

/** Keeps the newest code that was followed. */
export function keepReferral(storage: Storage, code: string, nowMs: number): void {
  storage.setItem(storageKey, JSON.stringify({ code, atMs: nowMs } satisfies Kept))
}

/** The code to register with; forgets one that is too old, or that is not ours. */
export function readReferral(storage: Storage, nowMs: number): string | undefined {
  const text = storage.getItem(storageKey)
  if (text === null) return undefined
  const kept = parsed(text)
  if (kept && referralCodePattern.test(kept.code) && nowMs - kept.atMs < keptMs) return kept.code
  storage.removeItem(storageKey)
  return undefined
}

function parsed(text: string): Kept | undefined {
  try {
    const kept = JSON.parse(text) as Partial<Kept> | null
    return typeof kept?.code === 'string' && typeof kept.atMs === 'number'
      ? { code: kept.code, atMs: kept.atMs }
      : undefined
  } catch {
    return undefined
  }
}

export const forgetReferral = (storage: Storage) => storage.removeItem(storageKey)

/** Keeps the code of the address that the visitor came by. */
export function useReferralLink(): void {
  const { search } = useLocation()
  useEffect(() => {
    const code = codeOf(search)
    if (code) keepReferral(localStorage, code, Date.now())
  }, [search])
}

/** The code that a registration would carry, and a way to do without it. */
export function useReferral(): { code: string | undefined; forget: () => void } {
  const { search } = useLocation()
  const [code, setCode] = useState<string>()
  useEffect(() => setCode(codeOf(search) ?? readReferral(localStorage, Date.now())), [search])
  return {
    code,
    forget() {
      forgetReferral(localStorage)
      setCode(undefined)
    },
  }
}
