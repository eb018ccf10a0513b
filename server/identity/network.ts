import { isIPv4, isIPv6 } from 'node:net'

/** Whom tries are counted by: an IPv4 address, or the /64 of an IPv6 one, which is what one household has. */
export function networkOf(ip: string): string {
  const address = unmapped(ip)
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address
}

/** What is kept of an address with a session: enough to recognise a network, too little to find a machine. */
export function truncatedAddress(ip: string): string {
  const address = unmapped(ip)
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(address) ? `${groupsOf(address).slice(0, 3).join(':')}::/48` : ''
}

/** The IPv4 address inside one such as `::ffff:192.0.2.1`. */
function unmapped(ip: string): string {
  const inner = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  return inner ?? ip.replace(/%.*$/, '')
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.toLowerCase().split('::')
  const groups = (text: string) => (text ? text.split(':').map((group) => group.replace(/^0+(?=.)/, '')) : [])
  const before = groups(head)
  if (tail === undefined) return before
  const after = groups(tail)
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after]
}
