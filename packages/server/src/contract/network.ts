import { isIPv4, isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(?=\d+\.)/i
const GROUPS = 8
const KEPT_GROUPS = 3

/** The groups of an IPv6 address, with those that `::` leaves out. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  return [...before, ...Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill('0'), ...after]
}

/** The network of an address: the first 24 bits of IPv4, 48 of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(MAPPED, '')
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(plain)) return ''
  return `${groupsOf(plain).slice(0, KEPT_GROUPS).join(':')}::/48`
}
