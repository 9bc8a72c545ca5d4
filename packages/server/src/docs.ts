import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { document } from './operations.ts'
import { packageRoot } from './runtime/package-root.ts'

const assets = join(packageRoot, 'src/docs')
const reference = join(packageRoot, 'node_modules/@scalar/api-reference/dist/browser')

// The reference page writes inline styles. Scripts and calls are limited to this site.
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';')

/** Whether an Accept-Encoding header accepts gzip. */
const takesGzip = (header: string | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(header ?? '')

interface Packed {
  text: Buffer
  zipped: Buffer
  etag: string
}

async function pack(): Promise<Packed> {
  const text = Buffer.from(JSON.stringify(document))
  const digest = createHash('sha256').update(text).digest('base64url')
  return { text, zipped: await promisify(gzip)(text, { level: 9 }), etag: `"${digest.slice(0, 27)}"` }
}

let packed: Promise<Packed> | undefined

/** The contract as bytes, packed once per process when it is first asked for. */
const packedContract = (): Promise<Packed> => {
  packed ??= pack()
  return packed
}

/** Serves the contract at /openapi.json and an interactive reference at /docs/api. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  const page = readFileSync(join(assets, 'index.html'), 'utf8')

  app.get('/openapi.json', { compress: false }, async (request, reply) => {
    const { text, zipped, etag } = await packedContract()
    reply.headers({ ETag: etag, Vary: 'Accept-Encoding', 'Cache-Control': 'no-cache' })
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    reply.type('application/json; charset=utf-8')
    if (!takesGzip(request.headers['accept-encoding'])) return reply.send(text)
    return reply.header('Content-Encoding', 'gzip').send(zipped)
  })
  app.get('/docs/api', async (_request, reply) =>
    reply
      .headers({ 'Content-Security-Policy': PAGE_POLICY, 'Cache-Control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page),
  )
  const shared = { decorateReply: false, index: false } as const
  await app.register(fastifyStatic, { ...shared, root: assets, prefix: '/docs/api/assets/' })
  await app.register(fastifyStatic, {
    ...shared,
    root: reference,
    prefix: '/docs/api/reference/',
    allowedPath: (path) => path === '/standalone.js',
    preCompressed: false,
  })
}
