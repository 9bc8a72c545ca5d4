/**
 * The states of a session. `Session` moves from one to the next, each time through its `#to`.
 *
 * | Event | none | open | refreshing | recovering | left |
 * |---|---|---|---|---|---|
 * | call finds tokens | open; is sent | is sent; if due: refreshing ahead | waits; ahead: is sent | waits | open; is sent |
 * | call finds nothing | refreshing¹; else is sent without token | refreshing¹; else none, is sent without | waits | waits | is sent without |
 * | token is refused | refreshing | refreshing | waits | waits | open if another is stored; else session-expired |
 * | log-in is stored | open | open | open; waiting: session-expired | open; waiting calls wait on | open |
 * | log-out | left | left | left; waiting: session-expired | left; waiting: session-expired | left |
 * | refresh brings a token | – | – | open; waiting: replay | – | – |
 * | refresh is refused | – | – | recovering²; else none, told, session-expired | – | – |
 * | refresh gets no verdict | – | – | as before; session-unavailable. Ahead: open | – | – |
 * | recovered | – | – | – | open; waiting: replay | – |
 * | not recovered | – | – | – | none, told; session-expired, or its own error | – |
 *
 * ¹ With credentials, or with `recover` after a session. A call that began before the last log-in, log-out or loss:
 * session-expired. ² With `recover` after a session. "Told" is once per session. An early refresh ("ahead") is not waited for,
 * except by a body that can be sent once. A log-out that waits for its turn hides what is stored.
 */
export type State = Rest | Flying | Left

/** No call waits. `open`: the last call or log-in saw a session. */
export interface Rest {
  readonly name: 'none' | 'open'
  /** There is a session, or there was one that its user did not end. */
  readonly hadSession: boolean
  /** The user knows that it is over. */
  readonly isTold: boolean
  readonly flight?: undefined
}

/** Calls wait for the result of one flight. */
export interface Flying {
  readonly name: 'refreshing' | 'recovering'
  readonly flight: Flight
}

/** This client logged out, so nobody is logged in again without a word. `isPending`: the log-out waits for its turn. */
export interface Left {
  readonly name: 'left'
  readonly isPending: boolean
  readonly flight?: undefined
}

/** One refresh, with the log-in that may follow it. */
export class Flight {
  /** The state to return to if nothing comes of it. */
  readonly from: Rest
  /** The old token is still valid. */
  readonly isAhead: boolean
  /** Aborts when a log-in or log-out has begun, which win. */
  readonly leave = new AbortController()
  /** The token to send, or the error of all that wait. */
  readonly result: Promise<string>
  /** The first failure without a verdict. */
  failure: unknown

  constructor(from: Rest, isAhead: boolean, work: (flight: Flight) => Promise<string>) {
    this.from = from
    this.isAhead = isAhead
    this.result = work(this)
    // An early refresh has no caller that waits.
    this.result.catch(() => undefined)
  }
}
