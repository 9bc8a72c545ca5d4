import { expect, test } from 'vitest'
import { createClient } from '../src/index.ts'
import { refusal, startServer } from './support/server.ts'
import { transports } from './support/transports.ts'

const PAGE = ['text/html', '<html><h1>Not here</h1></html>'] as const
const FOREIGN = [
  'application/json',
  '{"timestamp":"2026-03-01T09:30:00Z","status":404,"message":"No route"}',
] as const
const EMPTY = ['text/plain', ''] as const

// Status, and the kind if the platform, another JSON or nothing, or a web page says so.
const cells: [number, own: string, other: string, page: string][] = [
  [400, 'validation', 'malformed', 'malformed'],
  [422, 'validation', 'malformed', 'malformed'],
  [404, 'not-found', 'malformed', 'malformed'],
  [409, 'conflict', 'malformed', 'malformed'],
  [423, 'window-closed', 'malformed', 'malformed'],
  [401, 'unauthenticated', 'unauthenticated', 'malformed'],
  [403, 'forbidden', 'forbidden', 'malformed'],
  [429, 'rate-limit', 'rate-limit', 'rate-limit'],
  [405, 'rejected', 'malformed', 'malformed'],
  [410, 'rejected', 'malformed', 'malformed'],
  [501, 'not-implemented', 'server', 'server'],
  [500, 'server', 'server', 'server'],
  [502, 'server', 'server', 'server'],
]

test.each(transports)(
  'by %s, only the platform can say what is wrong with a record or a request',
  async (_name, transport) => {
    let next: readonly [status: number, type: string, body: string] = [200, ...PAGE]
    const server = await startServer((_seen, response) => {
      const [status, type, body] = next
      response.writeHead(status, { 'Content-Type': type, 'Retry-After': '7' }).end(body)
    })
    const client = createClient({ baseUrl: server.url, transport, retry: { times: 0 } })
    const asked = async (status: number, [type, body]: readonly [string, string]) => {
      next = [status, type, body]
      const error = await client.projects.get(7).catch((cause: unknown) => cause)
      const { kind, status: told, message } = error as { kind: string; status: number; message: string } // of this package
      return [status, kind, told, message]
    }
    for (const [status, own, other, page] of cells) {
      const platform = ['application/json', JSON.stringify(refusal(status, '不予办理'))] as const
      expect(await asked(status, platform)).toEqual([status, own, status, '不予办理'])
      for (const foreign of [FOREIGN, EMPTY])
        expect(await asked(status, foreign)).toEqual([status, other, status, '接口请求失败'])
      expect(await asked(status, PAGE)).toEqual([status, page, status, '接口请求失败'])
    }
    for (const stranger of [PAGE, EMPTY])
      expect(await asked(200, stranger)).toEqual([200, 'malformed', 200, '接口请求失败'])
    await server.close()
  },
)

test('a web page with status 200 is neither a file nor the end of an action', async () => {
  const server = await startServer((_seen, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end('<html>登录网络</html>')
  })
  const client = createClient({ baseUrl: server.url, retry: { times: 0 } })
  for (const call of [client.projects.downloadPdf({ id: 1 }), client.projects.delete([1])])
    await expect(call).rejects.toMatchObject({
      kind: 'malformed',
      status: 200,
      body: '<html>登录网络</html>',
    })
  await server.close()
})
