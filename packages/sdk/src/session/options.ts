import type { BearerTokens, SessionStore, SessionTokens } from './store.ts'

/** Result of a refresh or log-in, with the token's lifetime in seconds if the server tells it. */
export interface Renewal<Tokens extends BearerTokens = SessionTokens> {
  tokens: Tokens
  expiresIn?: number | undefined
}

/** The call that found the session ended, and the cause. */
export interface LostSession {
  /** Whether the call only reads. */
  isSafe: boolean
  /** The refusal of the refresh. Its code is `S-006` if somebody ended the session; its message says why. */
  cause?: unknown
}

export interface SessionOptions<Tokens extends BearerTokens = SessionTokens> {
  store: SessionStore<Tokens>
  /**
   * Exchanges stored values for a new set; `isAhead` while the old token is still valid. Rejects if it fails. The
   * signal aborts when nobody needs the result any more; `passes` says whether another try may help.
   */
  refresh(
    tokens: Tokens,
    isAhead: boolean,
    leave: AbortSignal,
    passes: (error: unknown) => boolean,
  ): Promise<Renewal<Tokens>>
  /** Asks the server to end this token's session. */
  end(token: string): Promise<void>
  /** Logs in without a person, where there is no session or it has ended. */
  logIn?: (() => Promise<Renewal<Tokens>>) | undefined
  /** Called once per session that ended without a log-out. */
  onExpired(cause?: unknown): void
  /** Logs in again after the session ended. Calls wait for it; true if there is a session. */
  recover?: ((lost: LostSession) => Promise<boolean>) | undefined
  /** Milliseconds before expiry at which the next call refreshes the token; at most half of its lifetime. */
  renewAhead: number
}
