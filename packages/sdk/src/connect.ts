import type { paths } from '@xinchu/sdk/schema'
import type { Client } from 'openapi-fetch'
import { failureMessages, MalformedResponseError } from './errors.ts'
import { Connection } from './http/connection.ts'
import { defaultRetry, type RetryOptions } from './http/retry.ts'
import type { CallOptions, Hooks, Http, Operation, Timeouts } from './http/types.ts'
import { Session } from './session/session.ts'
import { type CompleteTokens, memoryStore, type SessionStore, type SessionTokens } from './session/store.ts'
import type { LoginForm, LoginResult } from './types.ts'

export interface ClientOptions {
  /** Where the platform is, such as https://platform.example; empty for the page's own site. */
  baseUrl: string
  /** Where the session is kept; in memory by default. */
  session?: SessionStore
  fetch?: typeof globalThis.fetch
  timeout?: Partial<Timeouts>
  retry?: Partial<RetryOptions>
  hooks?: Hooks
  /** How many requests are under way at once at the most. */
  maxConcurrency?: number
}

/** One session with the platform, and the sending of calls in it. */
export interface XinchuConnection extends Http {
  /** The contract's paths and methods as they are, through openapi-fetch, with the same session. */
  raw: Client<paths>
  /** Logs in and keeps the session; see `isSession` for what a result without one means. */
  login(form: LoginForm, call?: CallOptions): Promise<LoginResult>
  /** Ends the session here at once, and at the server where that can be reached. Never rejects for the server's sake. */
  logout(): Promise<void>
  /** Whether there is a session to go on with; whether the server still knows it shows at the next call. */
  restore(): Promise<boolean>
  /** Goes on with a session that was made elsewhere. */
  resume(tokens: SessionTokens): Promise<void>
}

const defaultTimeouts: Timeouts = { ordinary: 30_000, file: 1_200_000, refresh: 15_000 }

/** Whether a log-in gave a session. `users` gives a token that only completes the account, and is never stored. */
export function isSession(result: LoginResult): result is LoginResult & { token: string } {
  return result.flag !== 'users' && typeof result.token === 'string' && result.token !== ''
}

const bare = (token: string) => token.replace(/^Bearer /i, '')

function tokensOf(reply: unknown): CompleteTokens {
  const { token, refreshToken, randomNumber } = (reply ?? {}) as Record<string, unknown> // each value is checked below
  if (typeof token !== 'string' || typeof refreshToken !== 'string' || !token || !refreshToken) {
    throw new MalformedResponseError(failureMessages.unreachable)
  }
  // Its type is not specified: numbers are kept as text.
  return { token, refreshToken, randomNumber: String(randomNumber ?? '') }
}

// A session may come without companions; it then ends with its token.
function givenTokens({ token, refreshToken, randomNumber }: LoginResult & { token: string }): SessionTokens {
  return { token, refreshToken, randomNumber: randomNumber === undefined ? undefined : String(randomNumber) }
}

/**
 * The session and the sending of calls, without any resource: `projects(connect(…))` bundles one resource instead of all.
 */
export function connect(options: ClientOptions): XinchuConnection {
  const timeouts = { ...defaultTimeouts, ...options.timeout }
  const hooks = options.hooks ?? {}
  const connection: Connection = new Connection(
    {
      baseUrl: options.baseUrl.replace(/\/+$/, ''),
      // Looked up at each call, so that what replaces it later is used.
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      timeouts,
      retry: { ...defaultRetry, ...options.retry },
      hooks,
      maxConcurrency: options.maxConcurrency ?? 64,
    },
    () => session,
  )

  const end = (token: string) =>
    connection.send<void>(
      { method: 'DELETE', path: '/auth/logout', reply: 'none', isQuiet: true },
      { headers: { Authorization: token }, timeout: timeouts.refresh },
    )
  const session: Session = new Session({
    store: options.session ?? memoryStore(),
    async refresh({ refreshToken, randomNumber }) {
      const reply = await connection.send<unknown>(
        { method: 'POST', path: '/auth/refresh', query: { code: randomNumber }, isQuiet: true },
        { headers: { Authorization: `Bearer ${bare(refreshToken)}` }, timeout: timeouts.refresh },
      )
      return tokensOf(reply)
    },
    end,
    onExpired: hooks.onExpired?.bind(hooks),
  })

  return {
    send: <T>(operation: Operation, call?: CallOptions): Promise<T> => connection.send<T>(operation, call),
    raw: connection.raw,
    async login(form, call) {
      const result = await connection.send<LoginResult>(
        { method: 'POST', path: '/auth/login', body: form },
        call,
      )
      if (isSession(result)) await session.start(givenTokens(result))
      return result
    },
    async logout() {
      const tokens = await session.forget()
      if (tokens) await end(tokens.token).catch(() => undefined)
    },
    restore: async () => (await session.tokens()) !== undefined,
    resume: (tokens) => session.start(tokens),
  }
}
