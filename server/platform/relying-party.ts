import { isIP } from 'node:net'
import type { Config } from './config.ts'
import { Refused } from './refused.ts'

/**
 * The name that passkeys are bound to, and the origins that may use them (WebAuthn, 5.1.2). It is that of PUBLIC_URL;
 * without one, `localhost` at any port, which browsers treat as safe. An address of numbers cannot have passkeys.
 */
export type RelyingParty = {
  /** Throws `passkeys_unavailable` where this installation, or the page at `origin`, cannot have passkeys. */
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
      // A client that is no browser sends no origin, and learns at the next step.
      if (!isNamed || (origin !== '' && !isOurs(origin))) throw new Refused('passkeys_unavailable')
      return id
    },
  }
}
