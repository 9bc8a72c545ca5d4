import { isReplayable, type SentBody } from '../http/body.ts'
import type { Deadline } from '../http/deadline.ts'
import type { Gate } from '../http/gate.ts'
import { isPromise } from '../maybe-promise.ts'
import type { Session } from './session.ts'

/** The part of a call that the queue reads and writes. */
export interface QueuedCall {
  readonly deadline: Deadline
  readonly body: SentBody
  readonly isSafe: boolean
  /** The token to replay with, where the one sent was refused, and its value once it is there. */
  replacement?: Promise<string> | undefined
  token?: string | undefined
  /** Why the call was not sent. */
  failure?: unknown
}

/** The part of a session that the queue uses, whatever its tokens are. */
type TokenSource = Pick<Session, 'awaited' | 'generation' | 'isAsking' | 'replace' | 'token'>

/** The middleware of one request. */
export interface QueueMiddleware {
  onRequest(call: { request: Pick<Request, 'headers'> }): Promise<void>
  onResponse(): void
  onError(): void
}

/** Holds calls until there is a place and a token, and starts one refresh for all that are refused. */
export class RefreshQueue {
  readonly #session: TokenSource
  readonly #gate: Gate

  constructor(session: TokenSource, gate: Gate) {
    this.#session = session
    this.#gate = gate
  }

  /** Whether time-outs rest. */
  get isAsking(): boolean {
    return this.#session.isAsking
  }

  /**
   * The middleware of one request. It is the last of its request, so that only `fetch` runs while it holds a place, and
   * whatever other middlewares do, the place is given back.
   * @param isRefused whether the reply refuses the token
   */
  of(call: QueuedCall, isRefused: () => boolean): QueueMiddleware {
    const { deadline, body, isSafe } = call
    const session = this.#session
    const gate = this.#gate
    const { generation } = session
    let sent: string | undefined
    let hasPlace = false
    const leave = () => {
      if (hasPlace) gate.leave()
      hasPlace = false
    }
    return {
      // The token is read when the request leaves the queue, not when it enters it.
      async onRequest({ request: { headers } }) {
        try {
          const usesSession = !headers.has('Authorization')
          // What the log-in needs must not queue behind the calls that wait for it.
          if (usesSession || !session.isAsking) {
            await gate.enter(deadline)
            hasPlace = true
          }
          deadline.run()
          if (!usesSession) return
          const token = call.token ?? session.token(generation, !isReplayable(body), isSafe)
          // Most stores answer at once, and then there is nothing to wait for.
          sent = isPromise(token) ? await session.awaited(token, deadline) : token
          if (sent !== undefined) headers.set('Authorization', sent)
        } catch (cause) {
          leave()
          call.failure = cause
          throw cause
        }
      },
      onResponse() {
        // Before the next request leaves the queue, and unless it is a replacement itself.
        if (sent !== undefined && !call.token && isRefused()) {
          call.replacement = session.replace(sent, isSafe)
          // An aborted caller must not cause an unhandled rejection.
          call.replacement.catch(() => undefined)
        }
        leave()
      },
      onError: leave,
    }
  }

  /** Waits for the replacement as long as the call may last. */
  awaited(replacement: Promise<string>, deadline: Deadline): Promise<string> {
    return this.#session.awaited(replacement, deadline)
  }
}
