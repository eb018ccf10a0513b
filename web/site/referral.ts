import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { referralCodePattern } from '../../api/affiliate-levels.ts'

const storageKey = 'referral'
/** A referral code is sent with a registration within this time, as the privacy page states. */
const keptMs = 30 * 86_400_000

type StoredReferral = { code: string; atMs: number }
type Storage = Pick<typeof localStorage, 'getItem' | 'setItem' | 'removeItem'>

/** Returns the referral code in a URL such as `/?ref=CFGHJMPQ`, or undefined if it has no valid code. */
export function codeOf(search: string): string | undefined {
  const code = new URLSearchParams(search).get('ref')?.trim().toUpperCase()
  return code && referralCodePattern.test(code) ? code : undefined
}

/** Stores the newest code. */
export function keepReferral(storage: Storage, code: string, nowMs: number): void {
  storage.setItem(storageKey, JSON.stringify({ code, atMs: nowMs } satisfies StoredReferral))
}

/** Returns the code for a registration. Deletes one that has expired or is invalid. */
export function readReferral(storage: Storage, nowMs: number): string | undefined {
  const text = storage.getItem(storageKey)
  if (text === null) return undefined
  const kept = parsed(text)
  if (kept && referralCodePattern.test(kept.code) && nowMs - kept.atMs < keptMs) return kept.code
  storage.removeItem(storageKey)
  return undefined
}

function parsed(text: string): StoredReferral | undefined {
  try {
    const kept = JSON.parse(text) as Partial<StoredReferral> | null
    return typeof kept?.code === 'string' && typeof kept.atMs === 'number'
      ? { code: kept.code, atMs: kept.atMs }
      : undefined
  } catch {
    return undefined
  }
}

export const forgetReferral = (storage: Storage) => storage.removeItem(storageKey)

/** Stores the referral code in the URL that the visitor opened. */
export function useReferralLink(): void {
  const { search } = useLocation()
  useEffect(() => {
    const code = codeOf(search)
    if (code) keepReferral(localStorage, code, Date.now())
  }, [search])
}

/** Returns the code that a registration would send, and a function that removes it. */
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
