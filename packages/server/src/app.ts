import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { handlers } from './api/index.ts'
import type { Config } from './config.ts'
import { callerEntry, logCall } from './contract/access-log.ts'
import { CallRecorder } from './contract/audit.ts'
import { sendCookies } from './contract/origin.ts'
import { addJsonParser } from './contract/parse-body.ts'
import { errorBody, httpErrorOf, takeBackFile } from './contract/reply.ts'
import { registerRoutes } from './contract/routes.ts'
import type { Services } from './contract/services.ts'
import type { Db } from './db/database.ts'
import { serveDocs } from './docs.ts'
import { serveDocsSite } from './docs-site.ts'
import { asData } from './document-headers.ts'
import type { Caller } from './domain/caller.ts'
import { isSampleDatabase } from './domain/platform/sample.ts'
import { HttpError } from './errors.ts'
import { serveManuals } from './manual.ts'
import type { Operation } from './operations.ts'
import { servePageTables } from './page-tables/serve.ts'
import { servePortal } from './portal.ts'
import { boundRequests, refuseSocket } from './request-bounds.ts'
import { type ServiceOptions, startServices } from './start-services.ts'
import { makePool } from './tasks/pool.ts'

export interface AppOptions extends ServiceOptions {
  /** Takes the lines of the log; by default the standard output. */
  logStream?: { write(line: string): void }
  /** For tests: called for every reply that violates the contract. */
  onOffContract?: (what: string) => void
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
  }
  interface FastifyRequest {
    /** The caller, once the session is resolved. */
    caller: Caller | undefined
  }
}

const REQUEST_ID = /^[\w-]{8,64}$/

// Only resources of this site. Style attributes are allowed. Documents with inline scripts or style sheets add their
// digests.
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    styleSrc: ["'self'"],
    styleSrcAttr: ["'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    connectSrc: ["'self'"],
    workerSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
}

/** Browser features that the portal does not use. Full screen and writing to the clipboard stay allowed. */
const permissionsPolicy = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Number of trusted proxies in Fastify's form. */
const trusted = (proxies: Config['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = httpErrorOf(error)
  // One short line per outage error: there are many at once, and the stack is useless.
  if (refusal.status === 503 || refusal.status === 507)
    request.log.warn(
      { ...callerEntry(request), reason: error instanceof Error ? error.message : String(error) },
      'request not served',
    )
  else if (refusal.status >= 500 && !(error instanceof HttpError))
    request.log.error({ ...callerEntry(request), err: error }, 'request failed')
  if (refusal.retryAfterSeconds !== undefined) reply.header('Retry-After', String(refusal.retryAfterSeconds))
  return takeBackFile(reply)
    .status(refusal.status)
    .headers(refusal.headers ?? {})
    .header('Content-Type', 'application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(refusal, request.id)))
}

/** An instance that logs one line per call and bounds what clients may take. */
const makeInstance = (config: Config, logStream: AppOptions['logStream']): FastifyInstance =>
  fastify({
    logger: {
      level: config.logLevel,
      ...(logStream ? { stream: logStream } : {}),
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      // The query may contain a refresh code. The path is enough to find a request.
      serializers: { req: ({ method, url }) => ({ method, path: url?.split('?')[0] }) },
    },
    // One line per call, with the caller, instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(config.trustProxy),
    genReqId: ({ headers }) => {
      const given = headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : crypto.randomUUID()
    },
    // Long exports reply late. The arrival of requests is limited below.
    connectionTimeout: 1_200_000,
    // Calls on connections that are still busy are served too: the database closes after the last reply.
    return503OnClosing: false,
    keepAliveTimeout: config.keepAliveSeconds * 1_000,
    http: {
      headersTimeout: config.headSeconds * 1_000,
      connectionsCheckingInterval: Math.min(config.headSeconds * 500, 5_000),
    },
    clientErrorHandler: refuseSocket,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: sendError,
  })

/** Answers errors of handlers in the contract's form. The audit log notes refusals. */
function answerErrors(app: FastifyInstance, db: Db, onOffContract: AppOptions['onOffContract']): void {
  app.setErrorHandler(async (error, request, reply) => {
    const { operation } = request.routeOptions.config
    const refusal = httpErrorOf(error)
    const isOutage = refusal !== error && (refusal.status === 503 || refusal.status === 507)
    if (operation && !isOutage)
      await new CallRecorder(operation, request).refused(db, refusal).catch(() => undefined)
    // 501 means that an operation is not served yet.
    if (operation && !operation.replies.has(String(refusal.status)) && refusal.status !== 501)
      onOffContract?.(`${operation.id} answers ${refusal.status}, which the contract does not list`)
    return sendError(error, request, reply)
  })
}

/** Headers of every reply. */
async function addHeaders(app: FastifyInstance, drain: Services['drain']): Promise<void> {
  app.addHook('onSend', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
    // The next request goes to another copy.
    if (drain.isBegun) reply.header('Connection', 'close')
    if (!/^\/(?:api|auth)\//.test(request.url)) return
    reply.header('Cache-Control', 'no-store')
    asData(reply)
  })
  app.addHook(
    'onRequest',
    async (_request, reply) => void reply.header('Permissions-Policy', permissionsPolicy),
  )
  await app.register(helmet, { contentSecurityPolicy, crossOriginEmbedderPolicy: false })
}

/** The whole platform as one Fastify instance, not yet listening. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { db } = options
  // Decided by the database, not by the process's settings.
  const sampleData = await isSampleDatabase(db)
  const config = { ...options.config, sampleData, smsCode: sampleData ? options.config.smsCode : undefined }
  const app = makeInstance(config, options.logStream)
  const pool = makePool()
  app.addHook('onClose', () => pool.close())
  const services = await startServices(app, { ...options, config }, pool)
  boundRequests(app, config)
  app.decorateRequest('caller', undefined)
  sendCookies(app)
  addJsonParser(app, (task, how) => pool.run('body', task, how))
  answerErrors(app, db, options.onOffContract)
  app.addHook('onResponse', async (request, reply) => logCall(request, reply))
  await addHeaders(app, services.drain)
  await app.register(compress, { threshold: 2048 })
  await app.register(multipart)
  registerRoutes(app, handlers, services, { onOffContract: options.onOffContract })
  servePageTables(app, services)
  await serveDocs(app)
  await serveManuals(app, config.title)
  await serveDocsSite(app, config.docsDir)
  await servePortal(app, config)
  return app
}
