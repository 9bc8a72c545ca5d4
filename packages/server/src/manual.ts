import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { isManualKind, kindOf, manualFolder } from './domain/manual/chapters.ts'
import { manualPage, manualsPage } from './domain/manual/html.ts'
import { chapterAt, manuals } from './seed/manuals.ts'

const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';')
const HTML = 'text/html; charset=utf-8'

/** Serves the manuals as pages at /docs/manual. */
export async function serveManuals(app: FastifyInstance, platform: string): Promise<void> {
  const style = readFileSync(join(manualFolder, 'manual.css'))
  const headers = { 'Content-Security-Policy': PAGE_POLICY, 'Cache-Control': 'no-cache' }
  app.get('/docs/manual', async (_request, reply) =>
    reply
      .headers(headers)
      .type(HTML)
      .send(manualsPage([...manuals.values()], platform)),
  )
  app.get('/docs/manual/manual.css', async (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').type('text/css; charset=utf-8').send(style),
  )
  // The help link of a page leads to its chapter.
  app.get('/docs/manual/at', async (request, reply) => {
    const { kind = '', path = '' } = request.query as { kind?: string; path?: string } // every value is checked
    const manual = manuals.get(kindOf(Number(kind)) ?? 'nation')
    const chapter = chapterAt(String(path))
    const isIn = manual?.chapters.some(({ id }) => id === chapter)
    return reply.redirect(`/docs/manual/${manual?.kind}${chapter && isIn ? `#${chapter}` : ''}`)
  })
  app.get('/docs/manual/:kind', async (request, reply) => {
    const { kind } = request.params as { kind: string } // by the path
    const manual = isManualKind(kind) ? manuals.get(kind) : undefined
    if (!manual) return reply.callNotFound()
    return reply.headers(headers).type(HTML).send(manualPage(manual, platform))
  })
  await app.register(fastifyStatic, {
    root: join(manualFolder, 'pictures'),
    prefix: '/docs/manual/pictures/',
    decorateReply: false,
    index: false,
    maxAge: 3_600_000,
  })
}
