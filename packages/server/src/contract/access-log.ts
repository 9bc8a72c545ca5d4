import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from './network.ts'
import type { OperationId } from './operation-id.ts'

/** The caller fields of every log line about a call. */
export const callerEntry = ({ caller }: FastifyRequest) =>
  caller ? { userId: caller.id, username: caller.username } : {}

/** The fields of a call that are known before its outcome. */
export const callEntry = (request: FastifyRequest) => ({
  method: request.method,
  // The query may contain personal data or a refresh code.
  path: request.url.split('?')[0],
  operation: request.routeOptions.config.operation?.id,
  address: request.routeOptions.config.operation?.isAnonymous ? networkOf(request.ip) : request.ip,
  ...callerEntry(request),
})

/** Balancers make these calls each second. */
const PROBES: ReadonlySet<string | undefined> = new Set<OperationId>(['getHealth', 'getReadiness'])

/** Logs one line per call: caller, address, operation and outcome. Static files are not logged, probes at debug. */
export function logCall(request: FastifyRequest, reply: FastifyReply): void {
  if (!/^\/(?:api|auth)\//.test(request.url)) return
  const outcome = { status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
  const entry = callEntry(request)
  request.log[PROBES.has(entry.operation) ? 'debug' : 'info']({ ...entry, ...outcome }, 'call')
}
