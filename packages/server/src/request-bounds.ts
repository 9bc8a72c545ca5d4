import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { isForm } from './contract/access.ts'
import { errorBody } from './contract/reply.ts'
import { DATA_HEADERS } from './document-headers.ts'
import { HttpError } from './errors.ts'
import { drainAfter, hasBody, limitBodyTime, limitConnections, prepareClose } from './runtime/connections.ts'
import { refuseRequest } from './runtime/refused-request.ts'

const EMPTY_SEGMENT = /^[^?]*\/\//

/** Replies in the contract's shape when there is no parsed request. */
export function refuseSocket(error: { code?: string }, socket: Socket): void {
  const id = crypto.randomUUID()
  refuseRequest(error, socket, { 'X-Request-Id': id, ...DATA_HEADERS }, (status, message) =>
    errorBody(new HttpError(status, message), id),
  )
}

/** Limits connections and body times, and drains bodies that would block the next request. */
export function boundRequests(app: FastifyInstance, config: Config): void {
  const perAddress = config.trustProxy === false ? config.maxConnectionsPerAddress : undefined
  limitConnections(app.server, { ...config, maxConnectionsPerAddress: perAddress })
  const closeUnused = prepareClose(app.server)
  app.addHook('preClose', async () => closeUnused())
  app.addHook('onRequest', async ({ raw, url, headers, routeOptions }, reply) => {
    // Uploads are limited by progress; see receiveUpload.
    const isUpload = Boolean(routeOptions.config.operation?.body?.form) && isForm(headers)
    const onLate = () => refuseSocket({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket)
    if (!isUpload) limitBodyTime(raw, config.bodySeconds * 1_000, onLate)
    drainAfter(raw, reply.raw)
    // The router treats an empty segment as a parameter.
    if (EMPTY_SEGMENT.test(url)) throw new HttpError(404, '请求的内容不存在')
  })
  app.addHook('onSend', async ({ raw }, reply) => {
    // Fastify closes the connection at once, which may lose the reply.
    if (hasBody(raw)) reply.removeHeader('connection')
  })
}
