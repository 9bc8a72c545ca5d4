import { createServer, type IncomingHttpHeaders, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Values = Record<string, unknown>

/** A request on its way to the real server. */
export interface Request {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** What a wrong server does with a request. `next` asks the real one. */
export type Wrong = (request: Request, next: (request?: Partial<Request>) => Promise<Reply>) => Promise<Reply>

export const jsonOf = ({ body }: { body: Buffer }): Values => JSON.parse(body.toString() || '{}') as Values // sent or received as an object

/** A reply with another body, as JSON. */
export const withJson = (reply: Reply, value: unknown, status = reply.status): Reply => ({
  status,
  headers: { ...reply.headers, 'content-type': 'application/json; charset=utf-8' },
  body: Buffer.from(JSON.stringify(value)),
})

/** A refusal of the real server as a wrong one would answer it: with success. */
export const answerOf = (request: Request, status: number, value?: unknown): Reply => ({
  status,
  headers: {
    'x-request-id': String(request.headers['x-request-id']),
    ...(value === undefined ? {} : { 'content-type': 'application/json' }),
  },
  body: Buffer.from(value === undefined ? '' : JSON.stringify(value)),
})

/** Headers that belong to one connection, or to a body that is sent anew. */
const OWN = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding']

const without = (headers: IncomingHttpHeaders, names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))

function forward(url: string, { method, path, query, headers, body }: Request): Promise<Reply> {
  const target = new URL(path + (query.size > 0 ? `?${query}` : ''), url)
  const sent = { ...without(headers, [...OWN, 'host']), 'accept-encoding': 'identity' }
  return new Promise((resolve, reject) => {
    const length = method === 'GET' && body.byteLength === 0 ? {} : { 'content-length': body.byteLength }
    const outgoing = sendRequest(target, { method, headers: { ...sent, ...length } }, async (incoming) => {
      const received = await buffer(incoming)
      resolve({ status: incoming.statusCode ?? 0, headers: without(incoming.headers, OWN), body: received })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** The real server behind a layer that can be made wrong. */
export async function startFaultyServer(url: string) {
  let wrong: Wrong = (_request, next) => next()
  const server = createServer(async (incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://x')
    const request: Request = {
      method: incoming.method ?? 'GET',
      path: pathname,
      query: searchParams,
      headers: incoming.headers,
      body: await buffer(incoming),
    }
    const reply = await wrong(request, (change) => forward(url, { ...request, ...change }))
    outgoing.writeHead(reply.status, { ...reply.headers, 'content-length': reply.body.byteLength })
    outgoing.end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP, so it has a port
  return {
    url: `http://127.0.0.1:${port}`,
    become(next: Wrong) {
      wrong = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
