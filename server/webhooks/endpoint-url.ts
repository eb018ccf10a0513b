import { isIP } from 'node:net'
import { isLoopback } from '../platform/config-rules.ts'
import { isPublicAddress } from './address-rules.ts'

/**
 * What the installation allows. `loopback`: endpoints on this machine are allowed, even over http, for development.
 * `ownHost`: the product's own public host name, which endpoints can't use.
 */
export type UrlRules = { loopback: boolean; ownHost?: string | undefined }

/** Returns the host in a URL, without the brackets around an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** Returns whether a URL uses a loopback name or address and the installation allows it. */
export const isAllowedLoopback = (url: URL, { loopback }: UrlRules): boolean => loopback && isLoopback(hostOf(url))

/**
 * Returns the normalised URL of an endpoint, or undefined if the product must not connect to it. The name can still
 * resolve to a forbidden address, so each connection checks again.
 */
export function endpointUrl(text: string, rules: UrlRules): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return undefined
  if (isAllowedLoopback(url, rules)) return ['http:', 'https:'].includes(url.protocol) ? url.href : undefined
  // A host name with a trailing dot refers to the same host.
  const host = hostOf(url).replace(/\.$/, '')
  if (url.protocol !== 'https:' || isLoopback(host) || host === rules.ownHost) return undefined
  const isAllowed = isIP(host) === 0 ? host.includes('.') : isPublicAddress(host, [])
  return isAllowed ? url.href : undefined
}
