import { attempt } from './attempt.ts'

/** Details of a failed fetch. Node puts them into the `cause`, Bun into the error itself. */
interface Failure {
  cause?: unknown
  code?: unknown
  message?: unknown
  /** Of a name that was looked up. */
  hostname?: string
  /** Of a connection that was tried. One for each address where there are several. */
  port?: number
  errors?: readonly Failure[]
}

const UNREACHED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/
const BAD_CERTIFICATE =
  /^(ERR_TLS_CERT_|CERT_|UNABLE_TO_(GET|VERIFY|DECRYPT|DECODE)_|(DEPTH_ZERO_)?SELF_SIGNED_)/

/**
 * Whether a fetch of this address failed before a connection stood, as Node, Bun and Deno tell it. Browsers tell nothing.
 * After a redirect the first server has got the request: a failure that names another address is not one of this.
 */
export function isUnsent(error: unknown, address: string): boolean {
  const url = attempt((text) => new URL(text), address)
  if (!url) return false
  const outer: Failure = Object(error)
  const failure: Failure = Object(outer.cause ?? outer)
  const { code, message, hostname = url.hostname, errors: [first] = [] } = failure
  // Deno names the address.
  if (`${message}`.includes(`(${url.href}): client error (Connect)`)) return true
  const ownPort = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const { port = ownPort } = first ?? failure
  if (hostname !== url.hostname || port !== ownPort) return false
  const isBad = url.protocol === 'https:' && BAD_CERTIFICATE.test(`${code}`)
  return isBad || UNREACHED.test(`${code}`)
}
