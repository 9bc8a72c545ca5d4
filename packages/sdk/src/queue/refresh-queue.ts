import { Deadline } from '../http/deadline.ts'
import { Gate } from '../http/gate.ts'
import type { Middleware } from '../http/middleware.ts'
import { type QueuedCall, RefreshQueue } from '../session/refresh-queue.ts'
import type { BearerTokens } from '../session/store.ts'
import type { BearerSession } from './bearer-session.ts'

export interface RefreshQueueOptions {
  /** Whether a reply refuses the token. Default: status 401. */
  isRefused?(response: Response): boolean
  /** Whether calls of a path of the document need no token, such as those of the log-in. */
  isOpen?(schemaPath: string): boolean
  /** Most requests at once. Default: no limit. With a limit, this middleware must be the last, also in each call. */
  maxConcurrency?: number
}

interface Waiting {
  queued: QueuedCall & { deadline: Deadline }
  own: ReturnType<RefreshQueue['of']>
  /** The request as it was before it was sent. */
  copy: Request
  response?: Response
}

/** A request on its way to the queue. */
function waitingOf(
  queue: RefreshQueue,
  request: Request,
  isRefused: (response: Response) => boolean,
): Waiting {
  const queued = {
    deadline: new Deadline(0, request.signal, () => false),
    body: undefined,
    isSafe: /^(?:GET|HEAD)$/.test(request.method),
  }
  const own = queue.of(queued, () => entry.response !== undefined && isRefused(entry.response))
  const entry: Waiting = { queued, own, copy: request.clone() }
  return entry
}

/**
 * A middleware for any openapi-fetch client: sends the token of a session, and makes one refresh for all calls that are
 * refused. Each is replayed once by the client's `fetch`; middlewares before this one see the reply to that. A call with its own
 * Authorization passes untouched. The caller's signal ends each wait.
 */
export function refreshQueue<Tokens extends BearerTokens>(
  { machine }: Pick<BearerSession<Tokens>, 'machine'>,
  {
    isRefused = ({ status }) => status === 401,
    isOpen = () => false,
    maxConcurrency = Infinity,
  }: RefreshQueueOptions = {},
): Middleware {
  const queue = new RefreshQueue(machine, new Gate(maxConcurrency, 0))
  // By the options of a request, which are one object in all three functions.
  const waiting = new WeakMap<object, Waiting>()

  return {
    async onRequest({ request, schemaPath, options }) {
      if (isOpen(schemaPath) || request.headers.has('Authorization')) return
      const entry = waitingOf(queue, request, isRefused)
      waiting.set(options, entry)
      try {
        await entry.own.onRequest({ request })
      } catch (cause) {
        // openapi-fetch calls no `onError` for what a middleware throws.
        entry.queued.deadline.release()
        throw cause
      }
    },
    async onResponse({ response, options }) {
      const entry = waiting.get(options)
      if (!entry) return undefined
      const { queued, own, copy } = entry
      entry.response = response
      own.onResponse()
      try {
        const { replacement } = queued
        if (!replacement) return undefined
        copy.headers.set('Authorization', await queue.awaited(replacement, queued.deadline))
        // Browsers refuse a fetch that is called as a method.
        const { fetch } = options
        return await fetch(copy)
      } finally {
        queued.deadline.release()
      }
    },
    onError({ options }) {
      const entry = waiting.get(options)
      entry?.own.onError()
      entry?.queued.deadline.release()
    },
  }
}
