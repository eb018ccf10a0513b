import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { currentLanguage } from '#i18n'
import { call, ServerUnreachable } from '../../data/call.ts'
import { forgetCustomer } from '../../data/forget-customer.ts'
import { live } from '../../data/live.ts'
import { clearSecret, useSecret } from '../../data/session.ts'
import { prefixOf } from '../../language/languages.ts'
import { path, signInThen } from '../../paths.ts'
import { usePopup } from '../../ui/dialogs/popup.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { handoverCodeIn } from './hand-over-code.ts'

/** Whether a customer is signed in, and the hand-over code that awaits confirmation. */
export type Guarded = { signedIn: boolean; handover: { code: string; done: () => void } | undefined }

/**
 * Guards the office: without a secret, redirects to sign-in and returns here afterwards. A hand-over code needs
 * confirmation first.
 */
export function useSessionGuard(): Guarded {
  const secret = useSecret()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const { code, done } = useHandoverCode()
  // The server never receives the fragment, so hydration must not use the code either.
  const isHydrated = useHydrated()
  const isAsking = isHydrated && code !== undefined
  const queries = useQueryClient()
  const known = useRef(secret)

  // A different secret may belong to a different customer, so drop all cached data.
  useEffect(() => {
    if (known.current === secret) return
    if (known.current !== undefined) queries.clear()
    known.current = secret
    live.reconnect()
  }, [secret, queries])

  useEffect(() => {
    if (secret === null && code === undefined) void navigate(signInThen(pathname + search + hash), { replace: true })
  }, [secret, code, pathname, search, hash, navigate])

  return { signedIn: typeof secret === 'string' && !isAsking, handover: isAsking ? { code, done } : undefined }
}

/** Removes a hand-over code from the URL and keeps it until the customer decides. */
function useHandoverCode(): { code: string | undefined; done: () => void } {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const given = pathname === path('dashboard') ? handoverCodeIn(search, hash) : undefined
  const [held, setHeld] = useState<string>()

  useEffect(() => {
    if (given === undefined) return
    setHeld(given)
    const rest = new URLSearchParams(search)
    rest.delete('s')
    void navigate(
      { pathname, search: rest.toString(), hash: handoverCodeIn('', hash) === undefined ? hash : '' },
      { replace: true },
    )
  }, [given, pathname, search, hash, navigate])

  const done = useCallback(() => setHeld(undefined), [])
  return { code: given ?? held, done }
}

/**
 * Returns a function that ends the session here and on the server, then loads the root page. Source:
 * docs/spec/product.md section 4.
 */
export function useSignOut(): () => Promise<void> {
  const popup = usePopup()
  return async () => {
    try {
      await call('signout', {})
    } catch (error) {
      if (error instanceof ServerUnreachable) {
        const reason = error.message
        await popup({ title: t`SIGN OUT`, msg: t`${reason} You’re signed out in this browser only.`, type: 'warning' })
      }
    }
    clearSecret()
    forgetCustomer()
    location.assign(prefixOf(currentLanguage()) + path('home'))
  }
}
