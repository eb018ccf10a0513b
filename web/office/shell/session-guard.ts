import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { currentLanguage } from '#i18n'
import { call, errorText, ServerUnreachable } from '../../data/call.ts'
import { live } from '../../data/live.ts'
import { clearSecret, storeSecret, useSecret } from '../../data/session.ts'
import { prefixOf } from '../../language/languages.ts'
import { path, signInThen } from '../../paths.ts'
import { usePopup } from '../../ui/popup.tsx'

/** True when a customer is signed in. Without a secret it leads to sign-in, and back here afterwards. */
export function useSessionGuard(): boolean {
  const secret = useSecret()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const exchanging = useHandover()
  const queries = useQueryClient()
  const known = useRef(secret)

  // Another secret may be another customer: nothing of the former may be seen.
  useEffect(() => {
    if (known.current === secret) return
    if (known.current !== undefined) queries.clear()
    known.current = secret
    live.reconnect()
  }, [secret, queries])

  useEffect(() => {
    if (secret === null && !exchanging) void navigate(signInThen(pathname + search + hash), { replace: true })
  }, [secret, exchanging, pathname, search, hash, navigate])

  return typeof secret === 'string' && !exchanging
}

/**
 * Exchanges the one-time code of `/office/dashboard?s=CODE` for a secret, once, and takes it out of the address bar first.
 * Source: architecture.md "The wire".
 */
function useHandover(): boolean {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const popup = usePopup()
  const code = pathname === path('dashboard') ? new URLSearchParams(search).get('s') : null
  const taken = useRef<string>(null)
  const [exchanging, setExchanging] = useState(code !== null)

  useEffect(() => {
    if (code === null || taken.current === code) return
    taken.current = code
    setExchanging(true)
    const rest = new URLSearchParams(search)
    rest.delete('s')
    void navigate({ pathname, search: rest.toString(), hash }, { replace: true })
    call('handover.take', { s: code })
      .then((answer) => storeSecret(answer.secrete))
      .catch((error) => popup({ title: t`LOGIN`, msg: errorText(error), type: 'warning' }))
      .finally(() => setExchanging(false))
  }, [code, pathname, search, hash, navigate, popup])

  return exchanging
}

/** Ends the session here and on the server, then starts again at the root. Source: product.md section 4. */
export function useSignOut(): () => Promise<void> {
  const popup = usePopup()
  return async () => {
    try {
      await call('signout', {})
    } catch (error) {
      if (error instanceof ServerUnreachable) {
        const reason = error.message
        await popup({ title: t`SIGN OUT`, msg: t`${reason} You are signed out in this browser only.`, type: 'warning' })
      }
    }
    clearSecret()
    location.assign(prefixOf(currentLanguage()) + path('home'))
  }
}
