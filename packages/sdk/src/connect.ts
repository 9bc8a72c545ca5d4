import { transportOf } from '#default-transport'
import { AbortedError, failureMessages, isXinchuError } from './errors.ts'
import { Gate } from './http/gate.ts'
import type { Middleware } from './http/middleware.ts'
import { observe } from './http/observe.ts'
import { defaultRetry, type RetryOptions, withDefaults } from './http/retry.ts'
import { type Send, senderOf } from './http/send.ts'
import type { Transport } from './http/transport.ts'
import type { CallInfo, CallOptions, GivenHeaders, Hooks, Http, Operation, Timeouts } from './http/types.ts'
import type { Credentials } from './session/credentials.ts'
import { expired } from './session/failures.ts'
import { isSession, isText } from './session/is-session.ts'
import type { Renewal } from './session/options.ts'
import { RefreshQueue } from './session/refresh-queue.ts'
import { Session } from './session/session.ts'
import { memoryStore, type SessionStore, type SessionTokens } from './session/store.ts'
import type { LoginForm, LoginResult, TokenSet } from './types.ts'

export interface ClientOptions {
  /** Base URL of the platform, such as https://platform.example; empty or a path for the page's own origin. */
  baseUrl: string
  /** Session storage. Default: in memory. */
  session?: SessionStore
  /**
   * Logs in where there is no session or it has ended, once for all calls that wait, without a person: `credentialsOf(…)`, or
   * `environmentCredentials()` of `@xinchu/sdk/node`. Not after `logout()`.
   */
  credentials?: Credentials
  /** Sends requests in place of the default transport, as `fetchTransport(fetch)` does. */
  fetch?: typeof globalThis.fetch
  /**
   * Sends requests: `fetchTransport()`, `browserTransport()`, `nodeTransport()` or your own. Default: in Node `nodeTransport()`
   * with the proxy of the environment, over connections that all clients share; elsewhere fetch.
   */
  transport?: Transport
  timeout?: Partial<Timeouts>
  retry?: Partial<RetryOptions>
  hooks?: Hooks
  /**
   * Further headers of each request, such as `traceparent`. Called for each try, also of log-ins and refreshes. Those of the call
   * and of the session go before them. What it throws ends the call and is passed on as it is.
   */
  headers?: (request: CallInfo) => GivenHeaders | Promise<GivenHeaders>
  /** Maximum number of concurrent requests. */
  maxConcurrency?: number
  /**
   * Milliseconds before expiry at which a call refreshes the token, if the server tells its lifetime. At most half of the
   * lifetime counts. Default 120,000; 0 disables it. A session without calls is never refreshed.
   */
  renewAhead?: number
}

/** The factories of a client, by which `withOptions` binds them again. */
export const RESOURCES: unique symbol = Symbol()

/** One session with the platform, and the calls sent in it. */
export interface XinchuConnection extends Http {
  /** Base URL of the platform. */
  readonly baseUrl: string
  /**
   * Adds middlewares of openapi-fetch. They see each request of this client and its reply: of every function, of refreshes,
   * replays and retries, in their order.
   */
  use(...middlewares: readonly Middleware[]): void
  /** Takes middlewares out. */
  eject(...middlewares: readonly Middleware[]): void
  /**
   * Logs in and keeps the session. See `isSession` for a result without a session, and `loginWithOtp` for accounts with a
   * second factor.
   */
  login(form: LoginForm, call?: CallOptions): Promise<LoginResult>
  /** Ends the session locally at once, then on the server. Does not reject if the server is unreachable. */
  logout(): Promise<void>
  /** Whether a session is stored. The next call shows whether the server still accepts it. */
  hasSession(): Promise<boolean>
  /**
   * Whether there is a session that the server accepts, refreshed if needed, or logged in anew with `credentials`. Rejects if
   * the server cannot be asked.
   */
  restore(): Promise<boolean>
  /** Adopts a session created elsewhere. */
  resume(tokens: SessionTokens): Promise<void>
  /** @internal */
  readonly [RESOURCES]?: ResourceSet
}

const defaultTimeouts: Timeouts = { ordinary: 30_000, file: 1_200_000, refresh: 15_000, queue: 0 }

const bare = (token: string) => token.replace(/^Bearer /i, '')

// The specification leaves the type of the random number open: numbers are kept as text. A session without companion
// values cannot be refreshed and ends with its token.
const renewalOf = (result: LoginResult & { token: string }): Renewal => {
  const { token, refreshToken, randomNumber, expiresIn } = result
  return { tokens: { token, refreshToken, randomNumber: randomNumber?.toString() }, expiresIn }
}

const isTokenSet = ({ token, refreshToken }: Partial<TokenSet>) => isText(token) && isText(refreshToken)

/** @throws TypeError unless it is a complete address of http or https, a path, or empty */
function addressOf(baseUrl: string): string {
  // A program without types may give something else.
  const text = `${baseUrl}`.replace(/\/+$/, '')
  if (/^(\/|$)/.test(text)) return text
  if (!/^https?:\/\/[^/]/i.test(text)) throw new TypeError(`baseUrl ${baseUrl} is not of http or https`)
  return new URL(text).href.replace(/\/$/, '')
}

/** Resource factories by their name on a client. */
export type ResourceSet = Readonly<Record<string, (http: Http) => object>>

/** Those resources, bound to a connection. */
export type Bound<Set extends ResourceSet> = { [Name in keyof Set]: ReturnType<Set[Name]> }

/**
 * Creates a session with only the named resources, so that a bundle contains no others:
 * `connect({ baseUrl }, { projects, imports }).projects.list()`.
 */
export function connect(options: ClientOptions): XinchuConnection
export function connect<Set extends ResourceSet>(
  options: ClientOptions,
  resources: Set,
): XinchuConnection & Bound<Set>
export function connect(options: ClientOptions, resources: ResourceSet = {}): XinchuConnection {
  const connection = connectionOf(options)
  return { ...bind(connection, resources), ...connection, [RESOURCES]: resources }
}

/** Binds resources to an existing connection. */
export function bind<Set extends ResourceSet>(http: Http, resources: Set): Bound<Set> {
  const bound: Record<string, object> = {}
  for (const name in resources) bound[name] = resources[name]?.(http) ?? {}
  return bound as Bound<Set> // each name with what its factory gave
}

interface Sessions {
  session: Session<SessionTokens>
  logIn(body: LoginForm, call?: CallOptions): Promise<LoginResult>
  end(token: string): Promise<void>
}

/** The session of a connection, with the calls that begin, renew and end it. They do not wait in the queue. */
function sessionsOf(send: Send, options: ClientOptions, refreshTimeout: number): Sessions {
  const { credentials, hooks } = options
  const end = (token: string) =>
    send<void>(
      { method: 'DELETE', path: '/auth/logout', reply: 'none', isQuiet: true },
      { headers: { Authorization: token }, timeout: refreshTimeout },
    )
  const logIn = (body: LoginForm, call?: CallOptions, isRepeatable?: boolean) =>
    send<LoginResult>({ method: 'POST', path: '/auth/login', body, isRepeatable }, call)
  const session = new Session<SessionTokens>({
    store: options.session ?? memoryStore(),
    async refresh({ refreshToken, randomNumber }, isAhead, signal, when) {
      // As in a tab that was opened by hand, which has only the cookie.
      if (!refreshToken || !randomNumber) throw expired()
      const reply = await send<TokenSet>(
        {
          method: 'POST',
          path: '/auth/refresh',
          query: { code: randomNumber },
          isQuiet: true,
          isRepeatable: true,
          isComplete: isTokenSet,
        },
        {
          headers: { Authorization: `Bearer ${bare(refreshToken)}` },
          signal,
          timeout: refreshTimeout,
          // Without a verdict of the platform it is asked until the time is over.
          retry: { times: isAhead ? 0 : Infinity, when },
        },
      )
      return renewalOf(reply)
    },
    end,
    logIn: credentials && (async () => renewalOf(await credentials((form) => logIn(form, undefined, true)))),
    onExpired: (cause) => observe(() => hooks?.onExpired?.(failureMessages.expired, cause)),
    recover: hooks?.recoverSession?.bind(hooks),
    renewAhead: options.renewAhead ?? 120_000,
  })
  return { session, logIn, end }
}

function connectionOf(options: ClientOptions): XinchuConnection {
  const timeouts = withDefaults(defaultTimeouts, options.timeout)
  const baseUrl = addressOf(options.baseUrl)
  const { send, use, eject } = senderOf({
    baseUrl,
    transport: options.transport ?? transportOf(options.fetch),
    timeouts,
    retry: withDefaults(defaultRetry, options.retry),
    hooks: options.hooks ?? {},
    headers: options.headers,
  })
  const { session, logIn, end } = sessionsOf(send, options, timeouts.refresh)
  const queue = new RefreshQueue(session, new Gate(options.maxConcurrency ?? 64, timeouts.queue))
  const hasSession = async () => (await session.tokens()) !== undefined
  const inSession = <T>(operation: Operation, call?: CallOptions) =>
    send<T>(operation, call, operation.isOpen ? undefined : queue)
  return {
    send: inSession,
    use,
    eject,
    baseUrl,
    async login(form, call) {
      const number = session.begin()
      const result = await logIn(form, call)
      if (isSession(result) && !(await session.start(renewalOf(result), number))) {
        end(result.token).catch(() => undefined)
        // Whoever waits for it is told as if he had ended the call.
        throw new AbortedError(failureMessages.aborted)
      }
      return result
    },
    async logout() {
      const tokens = await session.forget()
      if (tokens) await end(tokens.token).catch(() => undefined)
    },
    hasSession,
    async restore() {
      if (!options.credentials && !(await hasSession())) return false
      return inSession<unknown>({ path: '/auth/info', isQuiet: true }).then(
        () => true,
        (error: unknown) => {
          // Any other refusal comes from a server that knows the session.
          if (!isXinchuError(error) || error.kind === 'malformed' || (error.status ?? 500) >= 500) throw error
          return error.status !== 401
        },
      )
    },
    resume: (tokens) => session.start({ tokens }).then(() => undefined),
  }
}
