import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors.ts'

const isApi = (url: string) => /^\/(?:api|auth)(?:\/|$)/.test(url)

/** Serves the built portal: its files as they are, and its document for every page address. */
export async function servePortal(app: FastifyInstance, webDir: string | undefined): Promise<void> {
  const hasPortal = webDir !== undefined && existsSync(join(webDir, 'index.html'))
  if (hasPortal) {
    await app.register(fastifyStatic, {
      root: webDir,
      setHeaders(reply, path) {
        // Built files carry a digest in their names; the document that names them does not.
        const isNamedByContent = path.includes(`${join(webDir, 'assets')}`)
        reply.header('Cache-Control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !isApi(request.url) && !/\.\w{1,5}(?:\?|$)/.test(request.url)
    if (hasPortal && isPage) return reply.header('Cache-Control', 'no-cache').sendFile('index.html')
    throw new HttpError(404, '请求的内容不存在')
  })
}
