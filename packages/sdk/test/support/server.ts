import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  method: string
  path: string
  authorization: string | undefined
  body: string
  headers: IncomingMessage['headers']
}

export interface TestServer {
  url: string
  seen: Seen[]
  count(path: string): number
  /** Told of the path of each request before it is answered. */
  onRequest?: ((path: string) => void) | undefined
  close(): Promise<void>
}

type Answer = (seen: Seen, response: ServerResponse) => void | Promise<void>

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

/** A server on loopback that answers as it is told and remembers what it was asked. */
export async function startServer(answer: Answer): Promise<TestServer> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const entry: Seen = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization,
      headers: request.headers,
      // Whoever gives up in the middle has sent nothing.
      body: await read(request).catch(() => ''),
    }
    seen.push(entry)
    started.onRequest?.(entry.path)
    await answer(entry, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP, so it has a port
  const started: TestServer = {
    url: `http://127.0.0.1:${port}`,
    seen,
    count: (path) => seen.filter((entry) => entry.path.startsWith(path)).length,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return started
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers })
  response.end(JSON.stringify(body))
}

export const refusal = (status: number, message: string) => ({
  status,
  timestamp: '2026-03-01 09:30:00',
  message,
})

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export interface PlatformOptions {
  refreshDelay?: number
  /** Status of every reply to a refresh, instead of a new token set. */
  refreshStatus?: number | undefined
  /** That reply is a web page. */
  page?: boolean
  /** Number of refreshes that get a reply. Later ones hang. */
  hangsAfter?: number
  /** Seconds for which a token is said to be good. */
  expiresIn?: number
}

/** A platform whose access token is `Bearer t<n>`; each refresh token works once, and its second use is counted. */
export async function startPlatform(options: PlatformOptions = {}) {
  const state = { generation: 1, valid: 1, reuse: 0 }
  const server = await startServer(async ({ path, authorization, body }, response) => {
    if (path.startsWith('/auth/refresh')) {
      await wait(options.refreshDelay ?? 20)
      if (server.count('/auth/refresh') > (options.hangsAfter ?? Infinity)) return
      if (options.refreshStatus && options.page)
        return void response.writeHead(options.refreshStatus, { 'Content-Type': 'text/html' }).end('<html>')
      if (options.refreshStatus)
        return json(response, options.refreshStatus, refusal(options.refreshStatus, '刷新失败'))
      if (authorization !== `Bearer r${state.generation}` || !path.endsWith(`code=${state.generation}`)) {
        state.reuse += 1
        return json(response, 401, refusal(401, '登录过期，请重新登录'))
      }
      state.generation += 1
      state.valid = state.generation
      return json(response, 200, {
        token: `Bearer t${state.generation}`,
        refreshToken: `r${state.generation}`,
        randomNumber: `${state.generation}`,
        expiresIn: options.expiresIn,
      })
    }
    if (path === '/auth/login' && state.valid > 0)
      return json(response, 200, { flag: 'not', ...firstTokens, expiresIn: options.expiresIn })
    if (path === '/auth/logout') return void response.writeHead(204).end()
    if (authorization !== `Bearer t${state.valid}`) return json(response, 401, refusal(401, '登录状态已过期'))
    if (path === '/api/files')
      return json(response, 201, { id: 1, fileName: 'a', ext: 'a', size: body.length, bizType: 'IMPORT' })
    return json(response, 200, { count: 3 })
  })
  return {
    ...server,
    state,
    options,
    /** The access token dies; its refresh token lives. */
    expire() {
      state.valid = -1
    },
  }
}

export const firstTokens = { token: 'Bearer t1', refreshToken: 'r1', randomNumber: '1' }
