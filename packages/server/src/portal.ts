import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { methodsAt } from './contract/known-paths.ts'
import { HttpError } from './errors.ts'
import { type PortalDocument, PortalDocuments } from './portal-documents.ts'

// The portal keeps its token there; an empty one is none.
const SESSION = /(?:^|;\s*)xinchu_token=[^;\s]/

/** Addresses that programs ask for; whoever asks for one that does not exist is told so, not led to the log-in. */
const isApi = (path: string) =>
  /^\/(?:api|auth|health|healthz|live|livez|ready|readyz|metrics|openapi|swagger|actuator)(?:\/|$)/i.test(
    path,
  )
const isFile = (path: string) => /\.\w{1,5}$/.test(path)

/** The documents for who is not logged in; every other page address leads to the log-in. */
const OPEN: Readonly<Record<string, string>> = {
  '/': 'login',
  '/login': 'login',
  '/register': 'register',
  '/editpassword': 'editpassword',
  '/401': 'plain',
  '/404': 'plain',
}

/**
 * Which document a visitor gets at a page address: who is logged in never sees the log-in flash by, and who is not never
 * the frame; undefined where he is led to the log-in.
 */
export function documentAt(path: string, isLoggedIn: boolean): string | undefined {
  if (!isLoggedIn) return OPEN[path]
  return path === '/editpassword' ? 'editpassword.session' : 'index'
}

// Kept by browsers, asked about each time; another for each visitor, so that none is given to the next one.
const KEPT = { 'Cache-Control': 'private, no-cache', Vary: 'Cookie' }

function sendDocument(request: FastifyRequest, reply: FastifyReply, found: PortalDocument): FastifyReply {
  const policy = String(reply.getHeader('Content-Security-Policy') ?? '')
  reply.headers({ ...KEPT, ETag: found.etag })
  if (policy) reply.header('Content-Security-Policy', `${policy};${found.inlinePolicy}`)
  if (request.headers['if-none-match'] === found.etag) return reply.status(304).send()
  return reply.type('text/html; charset=utf-8').send(found.text)
}

/** Serves the built portal: its files as they are, and the document of each page address. */
export async function servePortal(app: FastifyInstance, webDir: string | undefined): Promise<void> {
  const documents =
    webDir !== undefined && existsSync(join(webDir, 'index.html')) ? new PortalDocuments(webDir) : undefined
  if (documents) {
    await app.register(fastifyStatic, {
      root: documents.folder,
      index: false,
      // Documents go out by their page addresses only, with the policy that they need.
      allowedPath: (path) => !path.endsWith('.html'),
      setHeaders(reply, path) {
        // Built files carry a digest in their names; others do not.
        const isNamedByContent = path.startsWith(join(documents.folder, 'assets'))
        reply.header('Cache-Control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '/'] = request.url.split('?')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const allowed = methodsAt(path)
    if (allowed.length > 0) {
      reply.header('Allow', allowed.join(', '))
      throw new HttpError(405, '该地址不支持此请求方法')
    }
    if (!documents || !isRead || isApi(path) || isFile(path)) throw new HttpError(404, '请求的内容不存在')
    const isLoggedIn = SESSION.test(request.headers.cookie ?? '')
    const name = documentAt(path, isLoggedIn)
    if (name === undefined) return reply.headers(KEPT).redirect('/login')
    return sendDocument(request, reply, await documents.get(name))
  }
  // The files' handler would take it for their folder.
  if (documents) app.get('/', answer)
  app.setNotFoundHandler(answer)
}
