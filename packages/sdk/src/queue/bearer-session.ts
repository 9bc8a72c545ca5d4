import { failureMessages, SessionUnavailableError } from '../errors.ts'
import { Deadline, unlessAborted } from '../http/deadline.ts'
import { delayBefore, pause } from '../http/retry.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { expired } from '../session/failures.ts'
import type { Renewal } from '../session/options.ts'
import { Session } from '../session/session.ts'
import type { BearerTokens, SessionStore } from '../session/store.ts'

export interface BearerSessionOptions<Tokens extends BearerTokens> {
  /** Where the tokens are kept. `memoryStore()`, or a store of your own. */
  store: SessionStore<Tokens>
  /**
   * Exchanges tokens for new ones. Undefined if the server refuses for good. What it throws is no verdict: it is called again,
   * until `timeout`. The signal aborts then, or when a log-in or log-out has made it pointless.
   */
  refresh(tokens: Tokens, signal: AbortSignal): Promise<Renewal<Tokens> | undefined>
  /** Milliseconds for one refresh with all its tries. Default 15,000. */
  timeout?: number
  /** Milliseconds before the end of a token at which a call refreshes it. Default 120,000; at most half of its life. */
  renewAhead?: number
  /** Called once per session that ended without a log-out. */
  onExpired?(cause?: unknown): void
}

/** A session with a bearer token, for `refreshQueue`. */
export interface BearerSession<Tokens extends BearerTokens> {
  /** Keeps the tokens of a log-in, with the life of the token in seconds if it is known. */
  start(tokens: Tokens, expiresIn?: number): Promise<void>
  /** Forgets the session and returns what was stored last, to tell the server. Wins over a refresh in progress. */
  end(): Promise<Tokens | undefined>
  /** The stored tokens. */
  tokens(): MaybePromise<Tokens | undefined>
  /** The state machine behind it. */
  readonly machine: Session<Tokens>
}

const TIMEOUT_MS = 15_000
const RENEW_AHEAD_MS = 120_000
const BACKOFF = { baseDelay: 300, maxDelay: 30_000 }

/** Asks for new tokens until there is a verdict, the time is over, or the signal aborts. */
async function refreshed<Tokens extends BearerTokens>(
  { refresh, timeout = TIMEOUT_MS }: BearerSessionOptions<Tokens>,
  tokens: Tokens,
  isAhead: boolean,
  leave: AbortSignal,
): Promise<Renewal<Tokens>> {
  const deadline = new Deadline(timeout, leave, () => false)
  const { signal } = deadline
  let first: unknown
  deadline.run()
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        const renewal = await unlessAborted(refresh(tokens, signal), signal)
        if (renewal) return renewal
        break
      } catch (cause) {
        first ??= cause
        const delay = delayBefore(attempt, undefined, BACKOFF)
        if (isAhead || deadline.ended || delay >= deadline.left)
          throw new SessionUnavailableError(failureMessages.unavailable, { cause: first })
        await pause(delay, signal)
      }
    }
  } finally {
    deadline.release()
  }
  throw expired()
}

/** A session of any service with a bearer token that can be exchanged for a new one. */
export function bearerSession<Tokens extends BearerTokens>(
  options: BearerSessionOptions<Tokens>,
): BearerSession<Tokens> {
  const machine = new Session<Tokens>({
    store: options.store,
    refresh: (tokens, isAhead, leave) => refreshed(options, tokens, isAhead, leave),
    // The service is told by the caller, who knows how.
    end: async () => undefined,
    onExpired: (cause) => options.onExpired?.(cause),
    renewAhead: options.renewAhead ?? RENEW_AHEAD_MS,
  })
  return {
    async start(tokens, expiresIn) {
      await machine.start({ tokens, expiresIn })
    },
    end: () => machine.forget(),
    tokens: () => machine.tokens(),
    machine,
  }
}
