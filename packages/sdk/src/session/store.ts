/** What a session is kept alive with. The three values change together. */
export interface SessionTokens {
  /** Sent as it is in the Authorization header. */
  token: string
  /** Absent in a browser tab that was opened by hand: it has the cookie and nothing else. */
  refreshToken?: string | undefined
  randomNumber?: string | undefined
}

/** All three values, as a log-in or a refresh brings them. */
export interface CompleteTokens {
  token: string
  refreshToken: string
  randomNumber: string
}

/** Where a session is kept. */
export interface SessionStore {
  read(): SessionTokens | undefined | Promise<SessionTokens | undefined>
  /** Replaces all values in one step; undefined forgets them. */
  write(tokens: SessionTokens | undefined): void | Promise<void>
  /**
   * Runs `work` while no other client of the same store does, as far as the place allows;
   * used around a refresh and nothing else.
   */
  exclusively?<T>(work: () => Promise<T>): Promise<T>
}

/** Keeps the session in this object; clients that are given the same object share it. */
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
