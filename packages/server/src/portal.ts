import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { isEmbeddable } from '@xinchu/validators'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { methodsAt } from './contract/known-paths.ts'
import { withoutDocumentHeaders } from './document-headers.ts'
import { HttpError } from './errors.ts'
import { firstReplies } from './first-replies.ts'
import { type PortalDocument, PortalDocuments } from './portal-documents.ts'

// Cookie of the portal's token. An empty value counts as none.
const SESSION = /(?:^|;\s*)xinchu_token=[^;\s]/

/** Path prefixes used by programs. An unknown one answers 404 instead of redirecting to the log-in. */
const isApi = (path: string) =>
  /^\/(?:api|auth|health|healthz|live|livez|ready|readyz|metrics|openapi|swagger|actuator)(?:\/|$)/i.test(
    path,
  )
const isFile = (path: string) => /\.\w{1,5}$/.test(path)

/** Documents for visitors without a session. Any other page address redirects to the log-in. */
const OPEN: Readonly<Record<string, string>> = {
  '/': 'login',
  '/login': 'login',
  '/register': 'register',
  '/editpassword': 'editpassword',
  '/verify': 'verify',
  '/publicity': 'publicity',
  '/objection': 'objection',
  '/401': 'plain',
  '/404': 'plain',
}

/** Public pages that logged-in users open too, as a document of their own. */
const OF_EVERYONE: ReadonlySet<string> = new Set(['/editpassword', '/verify', '/publicity', '/objection'])

/**
 * Chooses the document for a page address, so that logged-in users never see the log-in flash and visitors never see the
 * frame. Undefined means a redirect to the log-in.
 */
export function documentAt(path: string, isLoggedIn: boolean): string | undefined {
  if (!isLoggedIn) return OPEN[path]
  return OF_EVERYONE.has(path) ? `${OPEN[path]}.session` : 'index'
}

// Revalidated on each request, and varied by cookie, so that no cache gives one visitor's document to another.
const KEPT = { 'Cache-Control': 'private, no-cache', Vary: 'Cookie' }

const OWN = { 'Cache-Control': 'no-store', Vary: 'Cookie' }

const BACK_SECONDS = 1_800

/** Cookie with the address to return to after the log-in. The portal checks that it is a page of its own. */
const backTo = (address: string) =>
  `back=${encodeURIComponent(address.slice(0, 500))}; Path=/; SameSite=Strict; Max-Age=${BACK_SECONDS}`

/** Whether an address shows one card of a statistics page, which sites of the operator's choice may frame. */
function isEmbedded(url: string): boolean {
  const [path = '', query = ''] = url.split('?')
  return isEmbeddable(path) && Boolean(new URLSearchParams(query).get('embed'))
}

/** Lets the chosen sites frame a document. */
function allowFrames(reply: FastifyReply, origins: readonly string[]): void {
  const policy = String(reply.getHeader('Content-Security-Policy') ?? '')
  const ancestors = ['frame-ancestors', ...origins].join(' ')
  reply.header('Content-Security-Policy', policy.replace(/frame-ancestors [^;]*/, ancestors))
  // It knows no list of sites.
  reply.removeHeader('X-Frame-Options')
}

/** In a frame the log-in is not shown: a visitor opens it in a window of its own. */
const LOG_IN_FIRST = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>请先登录</title>
<p>查看此卡片须先<a href="/login" target="_blank" rel="noopener">登录平台</a>，再刷新本页。</p></html>`

/** Leads a visitor without a session to the log-in. */
function sendToLogIn(request: FastifyRequest, reply: FastifyReply, isFramed: boolean): FastifyReply {
  if (isFramed) return reply.status(401).headers(KEPT).type('text/html; charset=utf-8').send(LOG_IN_FIRST)
  return reply.headers({ ...KEPT, 'Set-Cookie': backTo(request.url) }).redirect('/login')
}

/** @param first what the document brings for its user, which no cache may keep */
function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  found: PortalDocument,
  first = '',
): FastifyReply {
  const policy = String(reply.getHeader('Content-Security-Policy') ?? '')
  if (policy) reply.header('Content-Security-Policy', `${policy};${found.inlinePolicy}`)
  reply.headers(first ? OWN : { ...KEPT, ETag: found.etag })
  if (!first && request.headers['if-none-match'] === found.etag) return reply.status(304).send()
  return reply.type('text/html; charset=utf-8').send(found.textWith(first))
}

/** Tells scripts and styles of documents. Workers are in folders of their own. */
const isPart = (path: string) => /\/assets\/[^/]+\.(?:js|css)(?:\.br)?$/.test(path)

/** Serves the built portal: its files, and a document for each page address. */
export async function servePortal(
  app: FastifyInstance,
  { webDir, documentWaitMs, embedOrigins }: Pick<Config, 'webDir' | 'documentWaitMs' | 'embedOrigins'>,
): Promise<void> {
  const documents =
    webDir !== undefined && existsSync(join(webDir, 'index.html')) ? new PortalDocuments(webDir) : undefined
  if (documents) {
    await app.register(fastifyStatic, {
      root: documents.folder,
      index: false,
      preCompressed: true,
      // Documents are served only at page addresses, with their own policy.
      allowedPath: (path) => !path.endsWith('.html'),
      setHeaders(reply, path) {
        // Built files have a digest in their names.
        const isNamedByContent = path.startsWith(join(documents.folder, 'assets'))
        reply.header('Cache-Control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (isPart(path)) withoutDocumentHeaders(reply)
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
    const isFramed = embedOrigins.length > 0 && isEmbedded(request.url)
    if (isFramed) allowFrames(reply, embedOrigins)
    if (name === undefined) return sendToLogIn(request, reply, isFramed)
    const [found, stated] = await Promise.all([documents.get(name), documents.firstCalls()])
    const isFilled = name === 'index' && request.method === 'GET' && stated !== undefined
    return sendDocument(
      request,
      reply,
      found,
      isFilled ? await firstReplies(app, request, stated, documentWaitMs) : '',
    )
  }
  // The static handler would treat it as a folder.
  if (documents) app.get('/', answer)
  // Browsers ask for it where no document names an icon, such as for a file.
  if (documents) app.get('/favicon.ico', (_request, reply) => reply.redirect('/icon.svg', 301))
  app.setNotFoundHandler(answer)
}
