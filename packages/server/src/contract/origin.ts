import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deviceIn, type Origin } from '../domain/auth/known-origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A cookie that the reply gives the browser. */
    keptCookie: string | undefined
  }
}

const LONGEST_AGENT = 300

/** Where a call comes from, as far as it says so. */
export const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  agent: headers['user-agent']?.slice(0, LONGEST_AGENT),
  device: deviceIn(headers.cookie),
})

/** Sends the cookies that handlers give. */
export function sendCookies(app: FastifyInstance): void {
  app.decorateRequest('keptCookie', undefined)
  app.addHook('onSend', async (request, reply) => {
    if (request.keptCookie !== undefined) reply.header('Set-Cookie', request.keptCookie)
  })
}
