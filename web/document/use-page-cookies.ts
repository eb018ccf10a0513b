import { useEffect } from 'react'
import { usePrivacyMode } from '../ui/text/amounts.tsx'
import { cookieOf, cookieText } from './cookies.ts'
import { hideAmountsCookie, timeZoneCookie } from './page-reader.ts'

/** Stores in cookies what the server needs to render a reader's page as this browser shows it. */
export function usePageCookies(): void {
  const [hidden] = usePrivacyMode()
  useEffect(() => {
    keep(timeZoneCookie, encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone))
    keep(hideAmountsCookie, hidden ? '1' : '0')
  }, [hidden])
}

function keep(name: string, value: string): void {
  if (cookieOf(name, document.cookie) === value) return
  document.cookie = cookieText(name, value, { protocol: location.protocol, sameSite: 'Strict' })
}
