import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { badRequest, type HttpError } from '../../errors.ts'

/** Networks of IPv4 that are not the public internet (IANA's registry of special-purpose addresses). */
const SPECIAL: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/** Networks within 2000::/3 that are none of the public internet, or carry addresses of IPv4. */
const SPECIAL_6: typeof SPECIAL = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [network, prefix] of SPECIAL) special.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of SPECIAL_6) special.addSubnet(network, prefix, 'ipv6')
const unicast = new BlockList()
unicast.addSubnet('2000::', 3, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether events may be sent to an address. Loopback only where tests allow it; nothing else that is not public. */
export function isAllowed(address: string, allowsLoopback: boolean): boolean {
  const family = isIP(address)
  if (family === 0) return false
  const name = family === 4 ? 'ipv4' : 'ipv6'
  if (allowsLoopback && loopback.check(address, name)) return true
  return (family === 4 || unicast.check(address, name)) && !special.check(address, name)
}

const refused = (message: string): HttpError =>
  badRequest('W-037', `推送地址：${message}`, [{ field: 'url', code: 'W-037', message }])

/** Failure of a connection whose name leads to an address that is not public. */
export class PrivateAddress extends Error {
  constructor() {
    super('地址不是公网地址')
  }
}

/** The host of an address without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** The addresses of a host, all of which may be reached. @throws PrivateAddress if one may not */
async function allowedAddresses(host: string, allowsLoopback: boolean) {
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await lookup(host, { all: true })
  if (found.length === 0 || !found.every(({ address }) => isAllowed(address, allowsLoopback)))
    throw new PrivateAddress()
  return found
}

/**
 * Resolves a name for a connection. The connection goes to the address that was checked, so a name that leads elsewhere
 * the next time gains nothing.
 */
export const checkedLookup =
  (allowsLoopback: boolean): LookupFunction =>
  (host, { all }, done) => {
    allowedAddresses(host, allowsLoopback).then(
      (found) => {
        const [first] = found
        if (all) done(null, found)
        else done(null, first?.address ?? '', first?.family)
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    )
  }

const LOOKUP_MS = 5_000

/** Refuses an address that events cannot be sent to. @throws HttpError 400 */
export async function assertReachable(text: string, allowsLoopback: boolean): Promise<void> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSecure = url?.protocol === 'https:' || (allowsLoopback && url?.protocol === 'http:')
  if (!url || !isSecure) throw refused('应为 https 地址')
  if (url.username || url.password || url.hash) throw refused('不应含用户名、密码或片段')
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('late')), LOOKUP_MS).unref()
  })
  try {
    await Promise.race([allowedAddresses(hostOf(url), allowsLoopback), late])
  } catch (error) {
    throw refused(error instanceof PrivateAddress ? error.message : '域名不能解析')
  }
}
