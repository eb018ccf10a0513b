import ipaddr from 'ipaddr.js'

/** Only these IPv6 addresses are given to anybody (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns whether an IP address is on the public internet: not private, loopback, link-local (which has the metadata services of clouds),
 * multicast, reserved, or one that carries an IPv4 address in IPv6. `ownAddresses` are those of this machine. False for anything else.
 */
export function isPublicAddress(text: string, ownAddresses: readonly string[]): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv6 && !address.match(globalUnicast)) return false
  return !ownAddresses.some(
    (own) => ipaddr.isValid(own) && ipaddr.process(own).toNormalizedString() === address.toNormalizedString(),
  )
}
