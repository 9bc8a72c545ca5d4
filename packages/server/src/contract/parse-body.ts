import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ReadBody, readInThread } from './large-bodies.ts'
import type { LargeBody } from './read-body.ts'
import { readJson } from './read-json.ts'

/** Up to this size each reading step takes a few milliseconds. Larger bodies are read in a thread. */
export const MOST_HERE = 256 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** The thread's result for a large body. */
    large: LargeBody | undefined
  }
}

/** Replaces Fastify's JSON parser by one that enforces the operation's limits. */
export function addJsonParser(app: FastifyInstance, readLarge: ReadBody): void {
  app.decorateRequest('large', undefined)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      const { operation } = request.routeOptions.config
      if (!operation || bytes.length <= MOST_HERE) return readJson(bytes, operation?.body?.json)
      request.large = await readInThread(bytes, operation.id, readLarge)
      return request.large.value
    },
  )
}
