/**
 * Returns the text that sets a cookie for the whole site. Over https its name begins with `__Host-`, so that no other
 * host in the domain can set or read it. Browsers refuse that name over plain HTTP. `maxAgeSeconds` 0 deletes the
 * cookie; without it, the cookie ends with the browser's session.
 */
export function cookieText(
  name: string,
  value: string,
  { protocol, sameSite, maxAgeSeconds }: { protocol: string; sameSite: 'Lax' | 'Strict'; maxAgeSeconds?: number },
): string {
  const kept = `Path=/; ${maxAgeSeconds === undefined ? '' : `Max-Age=${maxAgeSeconds}; `}SameSite=${sameSite}`
  return protocol === 'https:' ? `__Host-${name}=${value}; ${kept}; Secure` : `${name}=${value}; ${kept}`
}

/** Returns a cookie's value from a Cookie header or `document.cookie`, whether its name has the prefix or not. */
export function cookieOf(name: string, cookies: string): string | undefined {
  const parts = cookies.split('; ')
  for (const start of [`__Host-${name}=`, `${name}=`]) {
    const found = parts.find((cookie) => cookie.startsWith(start))
    if (found !== undefined) return found.slice(start.length)
  }
  return undefined
}
