/** The values of a session, among them its token. */
export interface BearerTokens {
  /** Sent unchanged in the Authorization header. */
  token: string
}

/** The values of a session of the platform. The three change together. */
export interface SessionTokens extends BearerTokens {
  /** Absent in a manually opened browser tab, which has only the cookie. */
  refreshToken?: string | undefined
  randomNumber?: string | undefined
}

/**
 * Storage of a session. What its functions throw is passed on to the caller unchanged. A client reads before each call, and
 * writes only in `exclusively`, right after it has compared what is stored.
 */
export interface SessionStore<Tokens extends BearerTokens = SessionTokens> {
  read(): Tokens | undefined | Promise<Tokens | undefined>
  /** Replaces all values in one step. Undefined deletes them. */
  write(tokens: Tokens | undefined): void | Promise<void>
  /**
   * Runs `work` exclusively among the users of the same storage: other tabs, processes, store objects. Clients with the same
   * store object take turns anyway, so a store in one process needs none. `work` may last as long as a refresh, `timeout.refresh`.
   * The signal ends the wait for a turn: reject then.
   */
  exclusively?<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** Keeps the session in memory. Clients that get the same object share it. */
export function memoryStore<Tokens extends BearerTokens = SessionTokens>(
  tokens?: Tokens,
): SessionStore<Tokens> & { read(): Tokens | undefined } {
  let kept = tokens
  return {
    read: () => kept,
    write(next) {
      kept = next
    },
  }
}
