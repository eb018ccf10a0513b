import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Returns the unit that limits and lockouts apply to: an IPv4 address, or the /64 of an IPv6 address, the smallest
 * block that one household gets.
 */
export function networkOf(ip: string): string {
  const address = unmapped(ip)
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address
}

/**
 * Returns the part of an IP address that is stored with a session: enough to recognise a network, too little to
 * identify a machine.
 */
export function truncatedAddress(ip: string): string {
  const address = unmapped(ip)
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(address) ? `${groupsOf(address).slice(0, 3).join(':')}::/48` : ''
}

/**
 * Returns the stored form of a network that is written as a prefix or as a single IP address, such as 192.0.2.0/24 or
 * 2001:db8:0:0:0:0:0:0/32. Sets the bits after the prefix to zero. Returns undefined for any other text.
 */
export function networkAddress(text: string): string | undefined {
  const [, address = '', prefix] = /^([0-9a-f:]+|[0-9.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  if (isIP(address) === 0) return undefined
  const kind = isIPv4(address) ? ipaddr.IPv4 : ipaddr.IPv6
  const bits = Number(prefix ?? (isIPv4(address) ? 32 : 128))
  if (!kind.isValidCIDR(`${address}/${bits}`)) return undefined
  return `${kind.networkAddressFromCIDR(`${address}/${bits}`).toNormalizedString()}/${bits}`
}

/** Returns a block list of networks in the form that `networkAddress` or PostgreSQL writes. */
export function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return list
}

export function isWithin(networks: BlockList, ip: string): boolean {
  const address = unmapped(ip)
  return isIP(address) !== 0 && networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Returns the IPv4 address in a text such as `::ffff:192.0.2.1`, or any other IP address without its zone. */
function unmapped(ip: string): string {
  const inner = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  return inner ?? ip.replace(/%.*$/, '')
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.toLowerCase().split('::')
  const groups = (text: string) => (text ? text.split(':').map((group) => group.replace(/^0+(?=.)/, '')) : [])
  const before = groups(head)
  if (tail === undefined) return before
  const after = groups(tail)
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after]
}
