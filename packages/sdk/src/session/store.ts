/** The values of a session. The three change together. */
export interface SessionTokens {
  /** Sent unchanged in the Authorization header. */
  token: string
  /** Absent in a manually opened browser tab, which has only the cookie. */
  refreshToken?: string | undefined
  randomNumber?: string | undefined
}

/** All three values, as returned by a log-in or a refresh. */
export interface CompleteTokens {
  token: string
  refreshToken: string
  randomNumber: string
}

/** Storage of a session. */
export interface SessionStore {
  read(): SessionTokens | undefined | Promise<SessionTokens | undefined>
  /** Replaces all values in one step. Undefined deletes them. */
  write(tokens: SessionTokens | undefined): void | Promise<void>
  /**
   * Runs `work` exclusively among the clients of this store, as far as the storage allows.
   * Used only around a refresh.
   */
  exclusively?<T>(work: () => Promise<T>): Promise<T>
}

/** Keeps the session in memory. Clients that get the same object share it. */
export function memoryStore(tokens?: SessionTokens): SessionStore & { read(): SessionTokens | undefined } {
  let kept = tokens
  let last: Promise<unknown> = Promise.resolve()
  return {
    read: () => kept,
    write(next) {
      kept = next
    },
    exclusively(work) {
      const turn = last.then(work, work)
      last = turn.catch(() => undefined)
      return turn
    },
  }
}
