import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BodyThread } from './body-thread.ts'
import type { LargeBody } from './read-body.ts'
import { readJson } from './read-json.ts'

/** Of so many bytes each step of the reading takes a few milliseconds; larger bodies are read in a thread. */
export const MOST_HERE = 256 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** What a thread made of the body, where it is a large one. */
    large: LargeBody | undefined
  }
}

/** Replaces Fastify's parser of JSON by one that knows what the operation can take. */
export function addJsonParser(app: FastifyInstance): void {
  const thread = new BodyThread()
  app.addHook('onClose', () => thread.close())
  app.decorateRequest('large', undefined)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      const { operation } = request.routeOptions.config
      if (!operation || bytes.length <= MOST_HERE) return readJson(bytes, operation?.body?.json)
      request.large = await thread.read(bytes, operation.id)
      return request.large.value
    },
  )
}
