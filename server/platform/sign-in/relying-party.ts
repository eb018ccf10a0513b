import { isIP } from 'node:net'
import type { Config } from '../config.ts'
import { Refused } from '../http/refused.ts'

/**
 * The relying party ID of passkeys and the origins that may use them (WebAuthn, 5.1.2). The ID is the host of
 * PUBLIC_URL, or else `localhost` on any port, which browsers treat as secure. IP addresses cannot have passkeys.
 */
export type RelyingParty = {
  /** Throws `passkeys_unavailable` if this installation, or the page at `origin`, can't have passkeys. */
  idFor(origin: string): string
  isOurs(origin: string): boolean
  name: string
}

export function createRelyingParty({ publicUrl, operator }: Pick<Config, 'publicUrl' | 'operator'>): RelyingParty {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl)
  const id = own?.hostname ?? 'localhost'
  const isNamed = isIP(id.replace(/^\[|\]$/g, '')) === 0
  const isOurs = (origin: string) =>
    isNamed && (own ? origin === own.origin : /^https?:\/\/localhost(:\d{1,5})?$/.test(origin))
  return {
    name: operator.siteName,
    isOurs,
    idFor(origin) {
      // A client other than a browser sends no origin, and fails at the next step.
      if (!isNamed || (origin !== '' && !isOurs(origin))) throw new Refused('passkeys_unavailable')
      return id
    },
  }
}
