import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { withoutDocumentHeaders } from './document-headers.ts'

// The pages have no inline scripts or styles and load nothing at run time but the index of the search, a script.
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';')

const isPage = (path: string) => /\.html(?:\.br)?$/.test(path)

/** Serves the built documentation (packages/docs) below /docs/. */
export async function serveDocsSite(app: FastifyInstance, docsDir: string | undefined): Promise<void> {
  if (docsDir === undefined || !existsSync(join(docsDir, 'index.html'))) return
  app.get('/docs', (_request, reply) => reply.redirect('/docs/'))
  await app.register(fastifyStatic, {
    root: docsDir,
    prefix: '/docs/',
    decorateReply: false,
    preCompressed: true,
    setHeaders(reply, path) {
      reply.header('Cache-Control', 'no-cache')
      if (isPage(path)) reply.header('Content-Security-Policy', PAGE_POLICY)
      else withoutDocumentHeaders(reply)
    },
  })
}
