import type { FastifyReply, FastifyRequest } from 'fastify'

/** Who calls, as every line of the log about a call names them. */
export const callerEntry = ({ caller }: FastifyRequest) =>
  caller ? { userId: caller.id, username: caller.username } : {}

/** One line per call of the contract: who called what from where, and how it ended. Static files are left out. */
export function logCall(request: FastifyRequest, reply: FastifyReply): void {
  if (!/^\/(?:api|auth)\//.test(request.url)) return
  const entry = {
    method: request.method,
    // The query may hold personal data or a refresh code.
    path: request.url.split('?')[0],
    operation: request.routeOptions.config.operation?.id,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    address: request.ip,
    ...callerEntry(request),
  }
  request.log.info(entry, 'call')
}
