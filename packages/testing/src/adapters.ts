import type { IncomingMessage, ServerResponse } from 'node:http'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { contract } from './contract.ts'

/** Answers a request. Rejects with a TypeError, as fetch does, where no reply arrives. */
export type Send = (request: Request) => Promise<Response>

/** The ways to reach a platform in memory. */
export interface Adapters {
  /** For `createClient({ fetch })`. */
  readonly fetch: typeof globalThis.fetch
  /** For `setupServer(...handlers)` of msw. */
  readonly handlers: readonly HttpHandler[]
  /** For `http.createServer(listener)`, such as for the command line or another process. */
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void
}

/** Rejects once the signal aborts. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const own = new Headers()
  for (const [name, value] of Object.entries(headers)) own.set(name, [value].flat().join(', '))
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(`http://${headers.host ?? 'localhost'}${url}`, {
    method,
    headers: own,
    ...(hasBody ? { body: new Blob(chunks) } : {}),
  })
}

async function relay(reply: Response, response: ServerResponse): Promise<void> {
  response.writeHead(reply.status, [...reply.headers].flat())
  response.flushHeaders()
  const reader = reply.body?.getReader()
  response.on('close', () => void reader?.cancel().catch(() => undefined))
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) break
    response.write(part.value)
  }
  response.end()
}

export function adaptersOf(send: Send, baseUrl = '*'): Adapters {
  return {
    async fetch(input, init) {
      const request = new Request(input, init)
      const { signal } = request
      const reply = await unlessAborted(send(request), signal)
      // An abort also ends the body, such as a stream of events.
      return reply.body
        ? new Response(reply.body.pipeThrough(new TransformStream(), { signal }), reply)
        : reply
    },
    handlers: [
      http.all(`${baseUrl}/*`, async ({ request }) => {
        if (!contract.at(request.method, new URL(request.url).pathname)) return undefined
        return send(request).catch((error: unknown) => {
          if (error instanceof TypeError) return HttpResponse.error()
          throw error
        })
      }),
    ],
    listener(incoming, response) {
      requestOf(incoming)
        .then(send)
        .then((reply) => relay(reply, response))
        // No reply arrives, or only a part of it.
        .catch(() => response.destroy())
    },
  }
}
