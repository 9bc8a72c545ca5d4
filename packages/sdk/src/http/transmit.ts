import { AbortedError, failureMessages, isXinchuError, NetworkError, TimeoutError } from '../errors.ts'
import { opened } from './body.ts'
import { type Call, infoOf } from './call.ts'
import { unlessAborted } from './deadline.ts'
import { observe } from './observe.ts'
import { detailsOf, shownOf, take } from './reply.ts'
import type { Transport, TransportRequest } from './transport.ts'
import type { CallInfo, GivenHeaders, Hooks, Timeouts } from './types.ts'

export interface TransmitOptions {
  /** Without a slash at its end; empty or a path for the page's own origin. */
  baseUrl: string
  transport: Transport
  timeouts: Timeouts
  hooks: Hooks
  headers: ((request: CallInfo) => GivenHeaders | Promise<GivenHeaders>) | undefined
}

/** In place of a Request while nobody looks at it: making one costs more than the rest of a call. openapi-fetch adds the rest. */
export class LightRequest {
  readonly url: string
  readonly headers: Headers

  constructor(url: string, { headers }: { headers: Headers }) {
    this.url = url
    this.headers = headers
  }
}

/** An error by which a transport says whether the request may have reached the server. */
interface Unsent {
  sent?: boolean
}

/** A request as openapi-fetch gives it to its `fetch`. The one that it made itself carries its call. */
export type Sent = (LightRequest | Request) & { call?: Call }

/** The typed error of an interrupted call. Anything else that is thrown on its way is the caller's own, such as by his store. */
export function failureOf(cause: unknown, call: Call, isSending = false): unknown {
  const { ended, signal } = call.deadline
  if (isXinchuError(cause) || !(ended || isSending)) return cause
  const details = { ...detailsOf(call), cause: ended ? signal.reason : cause }
  if (ended === 'aborted') return new AbortedError(failureMessages.aborted, details)
  return ended
    ? new TimeoutError(failureMessages.timeout, details)
    : new NetworkError(failureMessages.unreachable, details)
}

/** A call's headers, and those of the client's option, which replace none of them. */
async function withGiven(
  headers: Headers,
  given: () => GivenHeaders | Promise<GivenHeaders>,
  signal: AbortSignal,
): Promise<Headers> {
  const all = new Headers(await unlessAborted(Promise.resolve(given()), signal))
  for (const [name, value] of headers) all.set(name, value)
  return all
}

/** The body of a middleware's own request if it has one, else that of the call. */
async function bodyOf(other: Request | undefined, call: Call) {
  const content = await other?.blob()
  return content?.size ? content : opened(call.body)
}

const initOf = ({ credentials, cache, keepalive, mode, redirect }: Request): RequestInit => ({
  credentials,
  cache,
  keepalive,
  mode,
  redirect,
})

const uploadOf = ({ options: { onUpload } }: Call): TransportRequest['onUpload'] =>
  onUpload && ((...progress) => observe(() => onUpload(...progress)))

/** A call may override the URL, but its token must not reach another origin. @throws TypeError */
function assertOwn(url: string, baseUrl: string, isSeen: boolean): void {
  const root = /^http/.test(baseUrl) || !isSeen ? baseUrl : location.origin + baseUrl
  if (!url.startsWith(`${root}/`)) throw new TypeError(`${url} is not of the platform`)
}

/** The `fetch` of the openapi-fetch client: sends one request and reads its reply, except for streams, which the caller reads. */
export function transmitterOf({ baseUrl, transport, timeouts, hooks, headers: given }: TransmitOptions) {
  // openapi-fetch reads no more of a reply that nobody looks at.
  const unseen = new Response()

  return async function transmit(request: Sent, call: Call): Promise<Response> {
    const { deadline, method, isSeen, operation } = call
    const { signal } = deadline
    const { url, headers } = request
    assertOwn(url, baseUrl, isSeen)
    call.url = url
    deadline.run()
    const other = isSeen && !request.call ? (request as Request) : undefined // one that carries no call is of a middleware
    // The form that was shown has a boundary of its own.
    if (isSeen && !other && call.body instanceof FormData) headers.delete('Content-Type')
    const body = await bodyOf(other, call)
    const all = given ? await withGiven(headers, () => given(infoOf(call)), signal) : headers
    signal.throwIfAborted()
    call.isKeyed = all.has('Idempotency-Key')
    const started = performance.now()
    observe(() => hooks.onRequest?.(infoOf(call)))
    call.attempts += 1
    try {
      const response = await (operation.raw?.fetch?.(request as Request) ?? // a raw call has real ones
        transport({
          url,
          method,
          headers: all,
          body,
          signal,
          init: other ? initOf(other) : operation.init,
          onUpload: uploadOf(call),
        }))
      call.isSent = true
      await take(call, response, timeouts.file)
      const reply = { status: response.status, durationMs: performance.now() - started }
      // Spreading costs more than the rest of this.
      observe(() => hooks.onResponse?.(Object.assign(infoOf(call), reply)))
      call.shown = isSeen ? shownOf(call, response) : unseen
      // A reply that was not read can be read in one place only.
      if (isSeen && call.value === response) call.value = call.shown
      return call.shown
    } catch (cause) {
      // As a transport says that knows no connection stood.
      call.isSent ||= (cause as Unsent | undefined)?.sent !== false
      call.failure = failureOf(cause, call, true)
      throw call.failure
    }
  }
}
