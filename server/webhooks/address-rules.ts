import ipaddr from 'ipaddr.js'

/** The only IPv6 range assigned to hosts (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns whether an IP address is on the public internet: not private, loopback, link-local (which includes cloud
 * metadata services), multicast, reserved, one of `ownAddresses`, which belong to this machine, or an IPv6 address that
 * embeds IPv4. Returns false for any other text.
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
