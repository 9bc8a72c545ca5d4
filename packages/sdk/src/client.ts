import { failureMessages, MalformedResponseError } from './errors.ts'
import { resources } from './gen/resources.ts'
import { Connection } from './http/connection.ts'
import { defaultRetry, type RetryOptions } from './http/retry.ts'
import type { Hooks, Timeouts } from './http/types.ts'
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

/** A client of the platform: one function per call, grouped by resource, over one session. */
export function createClient(options: ClientOptions) {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const timeouts = { ...defaultTimeouts, ...options.timeout }
  const hooks = options.hooks ?? {}
  // Looked up at each call, so that what replaces it later is used.
  const send: typeof globalThis.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))

  const connection = new Connection(
    {
      baseUrl,
      fetch: send,
      timeouts,
      retry: { ...defaultRetry, ...options.retry },
      hooks,
      maxConcurrency: options.maxConcurrency ?? 64,
    },
    () => session,
  )
  const bound = resources(connection)

  const session = new Session({
    store: options.session ?? memoryStore(),
    async refresh({ refreshToken, randomNumber }) {
      const headers = { Authorization: `Bearer ${bare(refreshToken)}` }
      return tokensOf(
        await bound.auth.refreshToken({ code: randomNumber }, { headers, timeout: timeouts.refresh }),
      )
    },
    end: (token) => bound.auth.logout({ headers: { Authorization: token }, timeout: timeouts.refresh }),
    onExpired: hooks.onExpired?.bind(hooks),
  })

  return {
    ...bound,
    /** The contract's paths and methods as they are, through openapi-fetch, with the same session. */
    raw: connection.raw,
    /** Logs in and keeps the session; see `isSession` for what a result without one means. */
    async login(form: LoginForm): Promise<LoginResult> {
      const result = await bound.auth.login(form)
      if (isSession(result)) {
        const { token, refreshToken, randomNumber } = result
        await session.start({ token, refreshToken, randomNumber })
      }
      return result
    },
    /** Ends the session here at once, and at the server where that can be reached. Never rejects. */
    async logout(): Promise<void> {
      const tokens = await session.forget()
      if (!tokens) return
      await bound.auth
        .logout({ headers: { Authorization: tokens.token }, timeout: timeouts.refresh })
        .catch(() => undefined)
    },
    /** Whether there is a session to go on with; whether the server still knows it shows at the next call. */
    async restore(): Promise<boolean> {
      return (await session.tokens()) !== undefined
    },
    /** Goes on with a session that was made elsewhere. */
    async resume(tokens: SessionTokens): Promise<void> {
      await session.start(tokens)
    },
  }
}

export type XinchuClient = ReturnType<typeof createClient>
