import { isIP } from 'node:net'
import { isLoopback } from '../platform/config-rules.ts'
import { isPublicAddress } from './address-rules.ts'

/**
 * What the installation allows. `loopback`: endpoints on this machine, by http too, for development. `ownHost`: the name under which visitors
 * reach the product, where no endpoint can be.
 */
export type UrlRules = { loopback: boolean; ownHost?: string | undefined }

/** Returns the host of an address without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** Returns whether a URL names this machine by a loopback name or address, and may. */
export const isAllowedLoopback = (url: URL, { loopback }: UrlRules): boolean => loopback && isLoopback(hostOf(url))

/**
 * Returns the URL of an endpoint in its normal form; undefined if the product must not connect to it. A name can still resolve to a
 * forbidden address: each connection checks that again.
 */
export function endpointUrl(text: string, rules: UrlRules): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return undefined
  if (isAllowedLoopback(url, rules)) return ['http:', 'https:'].includes(url.protocol) ? url.href : undefined
  // A dot at the end names the same host.
  const host = hostOf(url).replace(/\.$/, '')
  if (url.protocol !== 'https:' || isLoopback(host) || host === rules.ownHost) return undefined
  const isAllowed = isIP(host) === 0 ? host.includes('.') : isPublicAddress(host, [])
  return isAllowed ? url.href : undefined
}
