import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createClient, memoryStore, type XinchuClient } from '../src/index.ts'
import { firstTokens, json, refusal, startServer, type TestServer } from './support/server.ts'
import { transports } from './support/transports.ts'

type Reply = (response: ServerResponse, status: number) => void

const text = (type: string, body: string): Reply =>
  function send(response, status) {
    response.writeHead(status, { 'Content-Type': type }).end(body)
  }

const own: Reply = (response, status) => json(response, status, refusal(status, '平台的说明'))
const others: [string, Reply][] = [
  ['JSON of a gateway', (response, status) => json(response, status, { status, message: 'no route' })],
  [
    'JSON with the time of a gateway',
    (response, status) =>
      json(response, status, { ...refusal(status, 'x'), timestamp: '2026-03-01T09:30:00Z' }),
  ],
  [
    "the platform's JSON for another status",
    (response, status) => json(response, status, refusal(status === 404 ? 409 : 404, '项目不存在')),
  ],
  ['a list', text('application/json', '[]')],
  ['nothing', text('text/plain', '')],
]
const pages: [string, Reply][] = [
  ['a page', text('text/html', '<html>Not here</html>')],
  ['a page said to be JSON', text('application/json', '<html>Not here</html>')],
  ['words', text('text/plain', 'Not here')],
  ['JSON that was cut off', text('application/json', '{"status":404,"mess')],
]

/** The kinds of error by status: of the platform's own body, of JSON or nothing of another, and of a page. */
const table: [number[], own: string, other: string, page: string][] = [
  [[400, 422], 'validation', 'malformed', 'malformed'],
  [[404], 'not-found', 'malformed', 'malformed'],
  [[409], 'conflict', 'malformed', 'malformed'],
  [[423], 'window-closed', 'malformed', 'malformed'],
  [[401], 'unauthenticated', 'unauthenticated', 'malformed'],
  [[403], 'forbidden', 'forbidden', 'malformed'],
  [[429], 'rate-limit', 'rate-limit', 'rate-limit'],
  [[402, 405, 408, 410, 413, 431, 451], 'rejected', 'malformed', 'malformed'],
  [[501], 'not-implemented', 'server', 'server'],
  [[500, 502, 503, 504, 511, 599], 'server', 'server', 'server'],
]
const cells = table.flatMap(([statuses, ...kinds]) =>
  statuses.flatMap((status): [number, string, Reply, string, boolean][] => [
    [status, "the platform's own JSON", own, kinds[0], true],
    ...others.map(([name, reply]): [number, string, Reply, string, boolean] => [
      status,
      name,
      reply,
      kinds[1],
      false,
    ]),
    ...pages.map(([name, reply]): [number, string, Reply, string, boolean] => [
      status,
      name,
      reply,
      kinds[2],
      false,
    ]),
  ]),
)

describe.each([transports[0], transports[2]])('by %s', (_name, transport) => {
  let server: TestServer
  let client: XinchuClient
  let reply: Reply
  let status: number

  beforeAll(async () => {
    server = await startServer(({ path }, response) => {
      if (path.startsWith('/auth/refresh'))
        return json(response, 200, { token: 'Bearer t2', refreshToken: 'r2', randomNumber: '2' })
      reply(response, status)
    })
  })
  afterAll(() => server.close())
  beforeEach(() => {
    server.seen.length = 0
    client = createClient({ baseUrl: server.url, transport, retry: { times: 0 } })
  })

  test.each(cells)('%d with %s', async (code, _body, answer, kind, isOwn) => {
    status = code
    reply = answer
    const error = await client.projects.get(1).catch((cause: unknown) => cause)
    const message = isOwn ? '平台的说明' : '接口请求失败'
    expect(error).toMatchObject({ kind, status: code, message, sent: true, attempts: 1 })
  })

  test.each<[string, Reply, string]>([
    ["the platform's own JSON", own, 'unauthenticated'],
    ...others.map(([name, answer]): [string, Reply, string] => [name, answer, 'unauthenticated']),
    ...pages.map(([name, answer]): [string, Reply, string] => [name, answer, 'malformed']),
  ])('401 with %s starts one refresh, and is told if it stays', async (_body, answer, kind) => {
    status = 401
    reply = answer
    const session = memoryStore(firstTokens)
    client = createClient({ baseUrl: server.url, transport, session, retry: { times: 0 } })
    await expect(client.projects.get(1)).rejects.toMatchObject({ kind, status: 401, attempts: 2 })
    expect(server.seen.map(({ path }) => path)).toEqual([
      '/api/esProject/1',
      '/auth/refresh?code=1',
      '/api/esProject/1',
    ])
    expect(session.read()).toMatchObject({ token: 'Bearer t2' })
  })

  test.each(table)("200 with the platform's own JSON for %j is %s", async (statuses, kind) => {
    for (const said of statuses) {
      reply = (response) => json(response, 200, refusal(said, '平台的说明'))
      for (const call of Object.values(callsOf(client)))
        await expect(call()).rejects.toMatchObject({ kind, status: said, message: '平台的说明' })
    }
  })

  test.each<[string, Reply, Partial<Record<keyof ReturnType<typeof callsOf>, string>>]>([
    ['JSON', (response) => json(response, 200, { id: 1 }), { file: 'malformed', stream: 'malformed' }],
    ['nothing', text('text/plain', ''), { record: 'malformed' }],
    ...pages.map(([name, answer]): [string, Reply, object] => {
      const isText = /^(a page|JSON)/.test(name)
      return [
        name,
        answer,
        {
          record: 'malformed',
          write: 'malformed',
          ...(isText && { file: 'malformed', stream: 'malformed' }),
        },
      ]
    }),
  ])('200 with %s is malformed unless it is the reply of the operation', async (_body, answer, kinds) => {
    status = 200
    reply = answer
    for (const [name, call] of Object.entries(callsOf(client))) {
      const told = await call().then(
        () => undefined,
        ({ kind }: { kind: string }) => kind,
      )
      expect([name, told]).toEqual([name, kinds[name as keyof typeof kinds]]) // the names of the calls
    }
  })
})

/** A call for each kind of reply. */
const callsOf = ({ projects, messages }: XinchuClient) => ({
  record: (): Promise<unknown> => projects.get(1),
  write: (): Promise<unknown> => projects.read({ ids: [1] }),
  file: (): Promise<unknown> => projects.download({}),
  stream: (): Promise<unknown> => messages.streamUnreadCount().then((response) => response.body?.cancel()),
})
