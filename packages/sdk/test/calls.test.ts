import { expect, test } from 'vitest'
import {
  createClient,
  isXinchuError,
  items,
  orThrow,
  rawClient,
  type TransportRequest,
  withOptions,
  withResponse,
} from '../src/index.ts'
import { nodeTransport } from '../src/node/index.ts'
import { answering, reply } from './support/answering.ts'
import { json, startServer } from './support/server.ts'

const draft = { projectName: '高沙窝储能电站', provinceCode: '640000' }

test('a call that succeeded also has the status, the headers and the id of its reply on request', async () => {
  const { client } = answering((_request, at) =>
    at === 1 ? reply(503) : reply(201, { id: 7 }, { 'X-Request-Id': 'abc', 'X-Stored': '1' }),
  )
  const { data, response } = await withResponse((call) => client.projects.create(draft, call))
  expect(data.id).toBe(7)
  expect(response).toMatchObject({ status: 201, requestId: 'abc', attempts: 2 })
  expect(response.headers.get('x-stored')).toBe('1')
})

test('the id of a reply without one is that of the request', async () => {
  const { client, seen } = answering(() => reply(200, { count: 1 }))
  const { response } = await withResponse((call) => client.messages.getUnreadCount(call))
  expect(response.requestId).toBe(seen[0]?.headers.get('X-Request-Id'))
})

test('nodeTransport gives the headers, too, and a middleware’s reply is the one that is told', async () => {
  const server = await startServer((_seen, response) => json(response, 200, { count: 1 }, { 'X-A': 'b' }))
  const { client } = answering(() => reply(200))
  const own = withOptions(client, {})
  client.use({ onResponse: () => reply(200, { count: 2 }, { 'X-A': 'c' }) })
  expect((await withResponse((call) => own.messages.getUnreadCount(call))).response.headers.get('x-a')).toBe(
    'c',
  )
  const plain = createClient({ baseUrl: server.url, transport: nodeTransport() })
  const { response } = await withResponse((call) => plain.auth.getCaptcha(call))
  expect([response.status, response.headers.get('x-a')]).toEqual([200, 'b'])
  await server.close()
})

test('a failed call throws the same error with its response on request', async () => {
  const { client } = answering(() => reply(403))
  const failed = withResponse((call) => client.projects.get(7, call))
  await expect(failed).rejects.toMatchObject({ kind: 'forbidden' })
})

test('options that were given to no call are an error', async () => {
  const { client } = answering(() => reply(200, { count: 1 }))
  await expect(withResponse(() => client.messages.getUnreadCount())).rejects.toThrow(TypeError)
})

test('a call that creates is sent again with the same key, without being asked', async () => {
  const { client, seen } = answering((_request, at) => (at === 1 ? reply(503) : reply(201, { id: 7 })))
  await client.projects.create(draft)
  const keys = seen.map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys).toEqual([expect.stringMatching(/^.{8,}$/), keys[0]])
})

test('without a key on request it is sent once', async () => {
  const { client, seen } = answering(() => reply(503))
  await expect(client.projects.create(draft, { idempotencyKey: false })).rejects.toMatchObject({
    kind: 'server',
  })
  expect(seen.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([null])
})

test.each([
  ['of the option', { idempotencyKey: 'erp-0001' }],
  ['of a header', { headers: { 'idempotency-key': 'erp-0001' } }],
])('the key %s goes before a generated one', async (_what, call) => {
  const { client, seen } = answering(() => reply(201, { id: 7 }))
  await client.projects.create(draft, call)
  expect(seen[0]?.headers.get('Idempotency-Key')).toBe('erp-0001')
})

test('calls that change or read have no key by themselves', async () => {
  const { client, seen } = answering(() => reply(200, { succeeded: [1], failed: [], content: [] }))
  await client.projects.submit({ ids: [1], action: 'SUBMIT' })
  await client.projects.list()
  expect(seen.map(({ headers }) => headers.has('Idempotency-Key'))).toEqual([false, false])
})

test('options hold for each call of a copy, and not for the client', async () => {
  const { client, seen } = answering((_request, at) => (at === 1 ? reply(503) : reply(200, { count: 1 })))
  const copy = withOptions(client, { headers: { 'X-Trace': 'a', 'X-B': 'b' }, retry: { times: 0 } })
  await expect(copy.messages.getUnreadCount()).rejects.toMatchObject({ kind: 'server', attempts: 1 })
  await copy.messages.getUnreadCount({ headers: { 'X-B': 'own' } })
  await client.messages.getUnreadCount()
  const sent = seen.map(({ headers }) => [headers.get('x-trace'), headers.get('x-b')])
  expect(sent).toEqual([
    ['a', 'b'],
    ['a', 'own'],
    [null, null],
  ])
})

test('a copy has the session of its client, its paths and its iteration', async () => {
  const { client, seen } = answering(() => reply(200, { content: [], totalElements: 0 }))
  const copy = withOptions(client, { headers: { 'X-Trace': 'a' } })
  await copy.resume({ token: 'Bearer new' })
  await rawClient(copy).GET('/api/messagePush')
  expect(await items(copy.projects.list, {}).toArray()).toEqual([])
  await client.projects.list()
  expect(seen.map(({ headers }) => headers.get('authorization'))).toEqual(Array(3).fill('Bearer new'))
  expect(seen.map(({ headers }) => headers.get('x-trace'))).toEqual(['a', 'a', null])
})

test('the signal of the options and that of a call both end it', async () => {
  const wait = ({ signal }: TransportRequest) =>
    new Promise<Response>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  const [scope, own] = [new AbortController(), new AbortController()]
  const copy = withOptions(answering(wait).client, { signal: scope.signal })
  const first = copy.messages.getUnreadCount({ signal: own.signal })
  const second = copy.messages.getUnreadCount({ signal: new AbortController().signal })
  own.abort()
  await expect(first).rejects.toMatchObject({ kind: 'aborted' })
  scope.abort()
  await expect(second).rejects.toMatchObject({ kind: 'aborted' })
})

test('a copy of a copy has the options of both', async () => {
  const { client, seen } = answering(() => reply(200, { count: 1 }))
  const copy = withOptions(withOptions(client, { headers: { 'X-A': '1' } }), { headers: { 'X-B': '2' } })
  await copy.messages.getUnreadCount()
  expect([seen[0]?.headers.get('x-a'), seen[0]?.headers.get('x-b')]).toEqual(['1', '2'])
})

test('orThrow hands on a result in which nothing was refused', async () => {
  const whole = { succeeded: [1, 2], failed: [] }
  const { client } = answering(() => reply(200, whole))
  expect(orThrow(await client.projects.submit({ ids: [1, 2], action: 'SUBMIT' }))).toEqual(whole)
})

test('orThrow throws what was refused, by record and by field', async () => {
  const errors = [{ field: 'ratedPower', code: 'F-001', message: '请填写额定功率' }]
  const failed = [
    { id: 2, code: 'F-001', message: '有 1 项未填', errors },
    { id: 3, code: 'W-002', message: '记录不存在' },
  ]
  const { client } = answering(() => reply(200, { succeeded: [1], failed }))
  const result = await client.projects.submit({ ids: [1, 2, 3], action: 'SUBMIT' })
  const error = await Promise.resolve(result)
    .then(orThrow)
    .catch((caught: unknown) => caught)
  expect(isXinchuError(error)).toBe(true)
  expect(error).toMatchObject({
    name: 'PartialError',
    kind: 'partial',
    message: '1 项成功，2 项失败：有 1 项未填',
    code: 'F-001',
    failed,
    errors,
    body: result,
  })
})

test('orThrow reads the refused rows of quarterly values, too', () => {
  const errors = [{ row: 2, field: 'items.1.chargeEnergy', code: 'U-001', message: '充电量有误' }]
  expect(() => orThrow({ saved: [{}, {}], errors })).toThrow('2 项成功，1 项失败：充电量有误')
})
