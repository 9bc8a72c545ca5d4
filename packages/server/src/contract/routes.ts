import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assertNotEnded } from '../domain/auth/ended-session.ts'
import { loadCaller } from '../domain/auth/load-caller.ts'
import type { Caller } from '../domain/caller.ts'
import { uploadFolder } from '../domain/files/stored.ts'
import type { Upload } from '../domain/files/upload.ts'
import { assertPermitted } from '../domain/permissions.ts'
import { followSuccessions, namesPlaces } from '../domain/regions/former.ts'
import { HttpError, unauthorized } from '../errors.ts'
import { type Operation, operations } from '../operations.ts'
import { admit, assertHead, isForm } from './access.ts'
import { CallRecorder } from './audit.ts'
import { callDigest } from './call-digest.ts'
import { checkDictionaries } from './dictionary-check.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import type { OperationId } from './operation-id.ts'
import { perform } from './perform.ts'
import { toError } from './read-body.ts'
import { compact, sendEvents, sendFile } from './reply.ts'
import type { CallServices, Services } from './services.ts'
import { isFileAnswer } from './streams.ts'
import type { Handler, HandlerInput, Handlers } from './types.ts'
import { receiveUpload } from './upload.ts'
import { type OperationValidator, validatorOf } from './validator.ts'

export interface RouteOptions {
  /** Validates every reply against the contract. A violation becomes a 500 and is reported here. */
  onOffContract?: ((what: string) => void) | undefined
}

type AnyHandler = (input: HandlerInput<OperationId>, services: CallServices) => unknown

function inputOf(
  operation: Operation,
  request: FastifyRequest,
  validator: OperationValidator,
  caller: Caller | undefined,
  upload: Upload | undefined,
) {
  const query = request.query as Record<string, unknown> // Fastify's parser makes an object
  const isInQuery = Boolean(operation.bodyInQuery) && request.body === undefined
  const read = () => {
    if (isInQuery) return validator.bodyInQuery(query)
    if (request.large?.refusal) throw toError(request.large.refusal)
    return request.large ? request.large.value : validator.body(request.body)
  }
  return {
    query: validator.query(isInQuery ? {} : query),
    path: validator.path(request.params as Record<string, unknown>), // the router makes an object
    body: upload ? undefined : read(),
    rows: request.large?.rows,
    caller,
    upload,
    request,
    get user(): Caller {
      if (!caller) throw unauthorized()
      return caller
    },
  }
}

/** Sends a handler's result in the contract's form. @throws Error if the contract has no such reply */
function send(
  reply: FastifyReply,
  status: number,
  value: unknown,
  offContract: (status: number, body: unknown) => string | undefined,
): FastifyReply {
  if (reply.sent) return reply
  if (value instanceof Readable) return sendEvents(reply.status(status), value)
  if (isFileAnswer(value)) return sendFile(reply.status(status), value)
  if (value === undefined || status === 204) return reply.status(204).send()
  const body = compact(value)
  const problem = offContract(status, body)
  if (problem) throw new Error(problem)
  return reply
    .status(status)
    .header('Content-Type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** What belongs to one operation at one server. */
interface Route {
  operation: Operation
  handler: AnyHandler | undefined
  services: Services
  validator: OperationValidator
  /** Whether a call can be filtered by a division. */
  hasPlaces: boolean
  offContract: (status: number, body: unknown) => string | undefined
}

const NOT_SERVED = '该接口暂未开放'

/** Checks access, before the body is read. */
async function look({ operation, handler, services }: Route, request: FastifyRequest): Promise<void> {
  const { authorization } = request.headers
  if (!operation.isAnonymous) request.caller = await loadCaller(services.db, authorization, !operation.polls)
  if (!request.caller && !operation.isPublic) await assertNotEnded(services.db, authorization)
  admit(operation, request.caller, services.config)
  if (!handler) throw new HttpError(501, NOT_SERVED)
  assertHead(operation, request)
}

/** Claims the key of a creating call, or finds the first reply to it. */
async function claimOf(
  { operation, services }: Route,
  request: FastifyRequest,
  input: HandlerInput<OperationId>,
): Promise<Awaited<ReturnType<Services['claims']['take']>> | undefined> {
  const key = operation.takesKey && input.caller ? idempotencyKeyOf(request) : undefined
  if (key === undefined) return undefined
  const digest = callDigest(input, request.large?.digest)
  return services.claims.take({ userId: input.user.id, operationId: operation.id, key, digest })
}

/** Handles a call whose access is checked. */
async function handle(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  upload: Upload | undefined,
): Promise<FastifyReply> {
  const { operation, handler, services, validator, offContract } = route
  const caller = admit(operation, request.caller, services.config)
  if (!handler) throw new HttpError(501, NOT_SERVED)
  // The validators guarantee the operation's types.
  const input = inputOf(operation, request, validator, caller, upload) as unknown as HandlerInput<OperationId>
  const claimed = await claimOf(route, request, input)
  if (claimed && 'first' in claimed) {
    await upload?.discard()
    await new CallRecorder(operation, request).repeated(services.db, claimed.first.status)
    return send(reply, claimed.first.status, claimed.first.reply, offContract)
  }
  const run = async (own: CallServices) => {
    if (caller) assertPermitted(operation, caller, input.body)
    await checkDictionaries(operation, own.db, input)
    if (route.hasPlaces) await followSuccessions(own.db, input.query)
    return handler(input, own)
  }
  const value = await perform(operation, request, services, claimed, run).catch(async (error: unknown) => {
    await claimed?.release()
    throw error
  })
  return send(reply, operation.success.status, value, offContract)
}

/** Receives the file of a call, and handles it. */
async function answer(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { operation, services } = route
  const maxBytes = operation.maxUploadBytes
  const upload = isForm(request.headers)
    ? await receiveUpload(request, uploadFolder(services.config), { maxBytes })
    : undefined
  try {
    return await handle(route, request, reply, upload)
  } catch (error) {
    // After any other failure the file's record may have been committed. If not, the sweep removes the file.
    if (error instanceof HttpError) await upload?.discard()
    throw error
  }
}

function register(
  app: FastifyInstance,
  operation: Operation,
  handler: AnyHandler | undefined,
  services: Services,
  options: RouteOptions,
): void {
  const validator = validatorOf(operation)
  const offContract = (status: number, body: unknown) => {
    const problem = options.onOffContract && validator.reply(status, body)
    if (problem) options.onOffContract?.(problem)
    return problem
  }
  const hasPlaces = namesPlaces(operation.parameters)
  const route: Route = { operation, handler, services, validator, hasPlaces, offContract }
  app.route({
    method: operation.method,
    url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false, // not of the contract, and it would open streams that nobody reads
    config: { operation },
    bodyLimit: operation.maxBodyBytes,
    ...(operation.success.hasParts ? { compress: false as const } : {}),
    onRequest: (request) => look(route, request),
    handler: (request, reply) => answer(route, request, reply),
  })
}

/**
 * Routes every operation of the contract to its handler. An operation without one answers 501.
 * @throws Error at start if a handler belongs to no operation
 */
export function registerRoutes(
  app: FastifyInstance,
  handlers: Handlers,
  services: Services,
  options: RouteOptions,
): void {
  const known = new Set<string>(operations.map(({ id }) => id))
  const stray = Object.keys(handlers).filter((id) => !known.has(id))
  if (stray.length > 0) throw new Error(`the contract has no such operations: ${stray.join(', ')}`)
  for (const operation of operations) {
    const handler: Handler<OperationId> | undefined = handlers[operation.id as OperationId] as
      | Handler<OperationId>
      | undefined // by its own name
    register(app, operation, handler as AnyHandler | undefined, services, options)
  }
}

/** The operations that answer 501. */
export const notYetServed = (handlers: Handlers): string[] =>
  operations.map(({ id }) => id).filter((id) => !(id in handlers))
