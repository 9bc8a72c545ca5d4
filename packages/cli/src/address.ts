import { createClient, isXinchuError } from '@xinchu/sdk'
import { ExitCode, hasCode } from './exit.ts'
import type { Io } from './io.ts'
import { transportOf, usedServer } from './settings.ts'

const PROBED = '/api/platform'
const PROBE_MS = 5_000

/** The kind of service at an address. */
type Answer =
  | { is: 'platform' }
  /** A service that is none. `what` says in words what it answers. */
  | { is: 'other'; status: number; what: string }
  /** Nothing that tells: no answer, or a failure that may pass. */
  | { is: 'unknown' }

/** Words for a failed call whose cause may be the address. */
export interface AddressAdvice {
  message: string
  exitCode: number
}

const OWN_BODY = ['status', 'timestamp', 'message']

/** Whether a body is an error of the platform's own form. */
const isOwn = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && OWN_BODY.every((name) => name in body)

function* chainOf(error: unknown): Generator<Error> {
  let inner = error
  for (let depth = 0; inner instanceof Error && depth < 10; depth++, inner = inner.cause) {
    yield inner
    // A name with several addresses fails once for each.
    if (inner instanceof AggregateError) yield* inner.errors.filter((each) => each instanceof Error)
  }
}

/** Asks an address for what every platform tells before a log-in. Sends no secret. */
async function answerOf(io: Io, server: string): Promise<Answer> {
  const { platform } = createClient({
    baseUrl: server,
    transport: transportOf(io),
    retry: { times: 0 },
    timeout: { ordinary: PROBE_MS },
  })
  try {
    const { title, version } = await platform.get({ signal: io.signal })
    if (typeof title === 'string' && typeof version === 'string') return { is: 'platform' }
    return { is: 'other', status: 200, what: '其他服务的 JSON' }
  } catch (error) {
    if (!isXinchuError(error) || error.status === undefined) return { is: 'unknown' }
    const { status, body, headers } = error
    if (isOwn(body)) return { is: 'platform' }
    if (status >= 500 || status === 429) return { is: 'unknown' }
    const type = headers?.get('content-type') ?? ''
    const what = type.includes('html') ? '网页' : type.includes('json') ? '其他服务的 JSON' : '其他内容'
    return { is: 'other', status, what }
  }
}

/** The same address with http and https exchanged. The port stays: the scheme is confused also where a port is named. */
const otherScheme = (server: string) =>
  server.replace(/^http(s?):/i, (_scheme, secure: string) => (secure ? 'http:' : 'https:'))

/** Addresses that may have been meant: those above a page that was copied, the usual prefix, the other scheme. */
function candidatesOf(server: string): string[] {
  const { origin, pathname } = new URL(server)
  const parts = pathname.split('/').filter(Boolean)
  const above = parts.map((_part, at) => [origin, ...parts.slice(0, parts.length - 1 - at)].join('/'))
  return [...above, ...(parts.length === 0 ? [`${origin}/xinchu`] : []), otherScheme(server)].slice(0, 5)
}

async function meant(io: Io, candidates: readonly string[]): Promise<string | undefined> {
  for (const each of candidates) if ((await answerOf(io, each)).is === 'platform') return each
  return undefined
}

const WRONG_SCHEME = /^(?:EPROTO|ECONNRESET|ECONNREFUSED|HPE_|ERR_SSL_)/

/** Whether the connection failed in a way that the wrong scheme may cause. */
const mayBeScheme = (error: unknown): boolean =>
  [...chainOf(error)].some((each) => hasCode(each) && WRONG_SCHEME.test(each.code))

/** Whether an answer came that is not of the platform. */
const isForeign = (error: unknown): boolean =>
  [...chainOf(error)].some((each) => isXinchuError(each) && each.status !== undefined && !isOwn(each.body))

/** Whether a log-in was refused as a read: a redirect to another address has made it one. */
const wasRedirected = (error: unknown): boolean =>
  [...chainOf(error)].some(
    (each) =>
      isXinchuError(each) && (each.status === 404 || each.status === 405) && each.url === '/auth/login',
  )

async function foreignAdvice(io: Io, server: string): Promise<AddressAdvice | undefined> {
  const answer = await answerOf(io, server)
  if (answer.is !== 'other') return undefined
  const found = await meant(io, candidatesOf(server))
  const prefix = answer.status === 404 ? `是否缺少路径前缀，如 ${server}/xinchu？` : '请核对服务器地址'
  return {
    message: `该地址没有新储平台：${server} 答复 ${answer.status}，为${answer.what}；${found ? `是否指 ${found}？` : prefix}`,
    exitCode: ExitCode.network,
  }
}

async function schemeAdvice(io: Io, server: string): Promise<AddressAdvice | undefined> {
  const other = otherScheme(server)
  if ((await answerOf(io, other)).is !== 'platform') return undefined
  const { protocol } = new URL(server)
  return {
    message: `${server} 不以 ${protocol.slice(0, -1)} 提供新储平台；是否指 ${other}？`,
    exitCode: ExitCode.network,
  }
}

/** Where a gateway sends the readers of this address, such as from http to https. A log-in must not go that way. */
async function redirectAdvice(io: Io, server: string): Promise<AddressAdvice | undefined> {
  const { headers } = await fetch(`${server}${PROBED}`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(PROBE_MS),
  })
  const location = headers.get('location')
  const target = location === null ? undefined : new URL(location, server).href
  if (!target?.endsWith(PROBED)) return undefined
  const other = target.slice(0, -PROBED.length)
  if ((await answerOf(io, other)).is !== 'platform') return undefined
  return { message: `${server} 只转往 ${other}；是否指 ${other}？`, exitCode: ExitCode.network }
}

const PROXY_ADVICE: AddressAdvice = {
  message:
    '请在 --proxy 或环境变量 HTTPS_PROXY 的地址中给出代理的账号与密码，如 http://账号:密码@10.0.0.1:3128',
  exitCode: ExitCode.network,
}

/** Whether a proxy on the way wants to be signed on to, which says nothing about the address. */
export const isOfProxy = (error: unknown): boolean =>
  [...chainOf(error)].some((each) => 'status' in each && each.status === 407)

/** Explains a failure that the server's address causes; undefined for other failures. */
export async function addressAdvice(io: Io, error: unknown): Promise<AddressAdvice | undefined> {
  const server = usedServer(io)
  if (server === undefined || io.signal.aborted || !isXinchuError(error)) return undefined
  if (isOfProxy(error)) return PROXY_ADVICE
  if (wasRedirected(error)) {
    const advice = await redirectAdvice(io, server)
    if (advice) return advice
  }
  if (isForeign(error)) return foreignAdvice(io, server)
  return mayBeScheme(error) ? schemeAdvice(io, server) : undefined
}
