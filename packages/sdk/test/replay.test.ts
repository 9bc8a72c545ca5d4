import { afterEach, expect, test } from 'vitest'
import { createClient, memoryStore } from '../src/index.ts'
import { firstTokens, json, refusal, startPlatform, startServer } from './support/server.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Refuses the first token in its own way, and answers the second. */
async function refusing(
  refuse: Parameters<typeof startServer>[0],
  answer: Parameters<typeof startServer>[0],
) {
  const server = await startServer((seen, response) => {
    if (seen.path.startsWith('/auth/refresh'))
      return json(response, 200, { token: 'Bearer t2', refreshToken: 'r2', randomNumber: '2' })
    return seen.authorization === 'Bearer t1' ? refuse(seen, response) : answer(seen, response)
  })
  closing.push(server.close)
  return {
    server,
    client: createClient({ baseUrl: server.url, session: memoryStore(firstTokens), retry: { times: 0 } }),
  }
}

const expired = refusal(401, '登录状态已过期')

test.each([
  ['HTTP 401 without any body', 401, undefined],
  ['the status of the body with HTTP 400', 400, expired],
  ['the status of the body with HTTP 200', 200, expired],
])('a dead token shows by %s', async (_how, status, body) => {
  const { client, server } = await refusing(
    (_seen, response) => (body ? json(response, status, body) : void response.writeHead(status).end()),
    (_seen, response) => json(response, 200, { count: 3 }),
  )
  expect(await client.messages.getUnreadCount()).toEqual({ count: 3 })
  expect(server.seen).toHaveLength(3)
})

test('a record that merely has a status of its own is no refusal', async () => {
  const { client, server } = await refusing(
    (_seen, response) => json(response, 200, { count: 401, status: 401 }),
    (_seen, response) => json(response, 200, {}),
  )
  expect(await client.messages.getUnreadCount()).toEqual({ count: 401, status: 401 })
  expect(server.seen).toHaveLength(1)
})

test('a download that is answered by a JSON 401 is renewed and comes as a file', async () => {
  const { client } = await refusing(
    (_seen, response) => json(response, 200, expired),
    (_seen, response) => void response.writeHead(200, { 'Content-Type': 'application/pdf' }).end('%PDF'),
  )
  const file = await client.files.download(1)
  expect([await file.blob.text(), file.contentType, file.fileName]).toEqual([
    '%PDF',
    'application/pdf',
    undefined,
  ])
})

test('an empty file is a file', async () => {
  const { client } = await refusing(
    (_seen, response) => void response.writeHead(200, { 'Content-Type': 'text/plain' }).end(),
    (_seen, response) => json(response, 200, {}),
  )
  expect((await client.files.download(1)).blob.size).toBe(0)
})

test('the bytes of a file are the same in the first try and in the replay', async () => {
  const server = await startPlatform()
  closing.push(server.close)
  server.expire()
  const bytes = new Uint8Array(300_000).map((_, index) => (index * 31) % 256)
  const client = createClient({ baseUrl: server.url, session: memoryStore(firstTokens) })
  await client.files.upload({ file: new File([bytes], '并网.pdf'), bizType: 'PROJECT_RECORD' })
  const sent = server.seen.filter(({ path }) => path === '/api/files')
  expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer t1', 'Bearer t2'])
  const content = Buffer.from(bytes).toString('latin1')
  for (const { body, headers } of sent) {
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(body.includes(content)).toBe(true)
    expect(body).toContain('name="bizType"')
  }
})

test('a function that opens a stream is asked again for the replay', async () => {
  const server = await startPlatform()
  closing.push(server.close)
  server.expire()
  const client = createClient({ baseUrl: server.url, session: memoryStore(firstTokens) })
  let opened = 0
  const open = () => {
    opened += 1
    return new Blob([`--b\r\nstream ${'x'.repeat(50_000)}\r\n--b--`]).stream()
  }
  await client.files.upload(open, { headers: { 'Content-Type': 'multipart/form-data; boundary=b' } })
  const bodies = server.seen.filter(({ path }) => path === '/api/files').map(({ body }) => body)
  expect([opened, bodies.length, bodies[0] === bodies[1], bodies[0]?.length]).toEqual([2, 2, true, 50_019])
})

test('a JSON body keeps what is set and drops what is undefined', async () => {
  const server = await startPlatform()
  closing.push(server.close)
  server.expire()
  const client = createClient({ baseUrl: server.url, session: memoryStore(firstTokens) })
  // @ts-expect-error undefined is not a value of the contract; scripts without types send it all the same
  await client.projects.create({ projectName: '甲', provinceCode: '640000', address: undefined })
  const sent = server.seen.filter(({ path }) => path === '/api/esProject')
  expect(sent.map(({ body }) => Buffer.from(body, 'latin1').toString('utf8'))).toEqual([
    '{"projectName":"甲","provinceCode":"640000"}',
    '{"projectName":"甲","provinceCode":"640000"}',
  ])
  expect(sent[1]?.headers['content-type']).toBe('application/json')
})

test('a replay keeps the request id, the headers and the idempotency key of the first try', async () => {
  const server = await startPlatform()
  closing.push(server.close)
  server.expire()
  const client = createClient({ baseUrl: server.url, session: memoryStore(firstTokens) })
  await client.projects.create(
    { projectName: '甲', provinceCode: '640000' },
    { idempotencyKey: true, headers: { 'X-Trace': 'a' } },
  )
  const names = ['x-request-id', 'idempotency-key', 'x-trace']
  const [first, second] = server.seen
    .filter(({ path }) => path === '/api/esProject')
    .map(({ headers }) => names.map((name) => headers[name]))
  expect(first).toEqual(second)
  expect(first?.every((value) => typeof value === 'string' && value !== '')).toBe(true)
})
