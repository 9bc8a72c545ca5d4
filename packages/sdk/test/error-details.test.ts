import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type ClientOptions,
  createClient,
  ForbiddenError,
  isXinchuError,
  NetworkError,
} from '../src/index.ts'
import { answering, reply } from './support/answering.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const draft = { projectName: '甲', provinceCode: '640000' }
const refusal = { status: 422, timestamp: '2026-03-01 09:30:00', code: 'P-007', message: '未通过校验' }
const caught = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('an error', () => {
  test('of a refusal tells the rule and its fields, the request, the body and the headers', async () => {
    const errors = [{ row: 18, field: 'contactPhone', code: 'F-003', message: '请输入正确格式的电话号码' }]
    const { client } = answering(() =>
      reply(422, { ...refusal, errors }, { 'X-Request-Id': 'abc', 'X-Node': '3' }),
    )
    const error = await caught(client.projects.create(draft))
    expect(error).toMatchObject({
      kind: 'validation',
      code: 'P-007',
      errors,
      status: 422,
      requestId: 'abc',
      method: 'POST',
      url: '/api/esProject',
      sent: true,
      attempts: 1,
      body: { ...refusal, errors },
    })
    expect(isXinchuError(error) && error.headers?.get('x-node')).toBe('3')
  })

  test('of a reply that is not of the platform keeps the words of who sent it', async () => {
    const page = () => reply(502, '<html>upstream timed out', { 'Content-Type': 'text/html' })
    const { client } = answering(page, { retry: { times: 2, baseDelay: 1 } })
    await expect(client.messages.getUnreadCount()).rejects.toMatchObject({
      kind: 'server',
      message: '接口请求失败',
      body: '<html>upstream timed out',
      attempts: 3,
    })
    const plain = answering(() => reply(409, { error: 'locked by batch 7' }))
    await expect(plain.client.projects.create(draft)).rejects.toMatchObject({
      body: { error: 'locked by batch 7' },
    })
  })

  test('of a download that is answered by JSON has the words of the platform, with any status', async () => {
    const { client } = answering(() => reply(200, { ...refusal, status: 400, message: '导出失败：没有权限' }))
    await expect(client.projects.download({})).rejects.toMatchObject({
      kind: 'validation',
      status: 400,
      message: '导出失败：没有权限',
    })
  })

  test('of the network has its cause, and says that the call may have arrived', async () => {
    const cause = new TypeError('fetch failed')
    const { client } = answering(() => Promise.reject(cause))
    await expect(client.projects.create(draft)).rejects.toMatchObject({
      kind: 'network',
      cause,
      sent: true,
      attempts: 3,
    })
  })

  test('can be logged as JSON, with its message and cause', async () => {
    const { client } = answering(() => reply(422, refusal, { 'X-Request-Id': 'abc' }))
    const text = JSON.parse(JSON.stringify(await caught(client.projects.create(draft))))
    expect(text).toMatchObject({
      kind: 'validation',
      message: '未通过校验',
      code: 'P-007',
      requestId: 'abc',
      sent: true,
    })
    const broken = new NetworkError('接口请求失败', { cause: new TypeError('fetch failed') })
    expect(JSON.parse(JSON.stringify(broken))).toMatchObject({
      kind: 'network',
      cause: 'TypeError: fetch failed',
    })
  })

  test('of another copy of this package is known as well', async () => {
    const copy = await vi.importActual<{ ForbiddenError: typeof ForbiddenError }>('../src/errors.ts?copy')
    const foreign: unknown = new copy.ForbiddenError('无权')
    expect(foreign).not.toBeInstanceOf(ForbiddenError)
    expect(isXinchuError(foreign) && foreign.kind).toBe('forbidden')
    for (const other of [null, undefined, 'x', { kind: 'forbidden' }, new Error('x')])
      expect(isXinchuError(other)).toBe(false)
  })
})

describe('a reply without what the contract promises is malformed', () => {
  test.each([
    ['nothing', ''],
    ['null', 'null'],
    ['a text', '"text"'],
    ['a number', '5'],
    ['half an object', '{"content":'],
  ])('%s', async (_what, text) => {
    const { client } = answering(() => reply(200, text))
    await expect(client.projects.list()).rejects.toMatchObject({ kind: 'malformed', status: 200 })
  })
})

describe("what the caller's own code throws", () => {
  const own = new Error('mine')
  const fail = () => {
    throw own
  }

  test.each(['onRequest', 'onResponse', 'onError', 'onForbidden', 'onRetry'] as const)(
    'in the hook %s is printed, and changes no call',
    async (name) => {
      const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const hooks: NonNullable<ClientOptions['hooks']> = {
        [name]: name === 'onResponse' ? async () => fail() : fail,
      }
      const { client } = answering((_request, at) => (at === 1 ? reply(503) : reply(at === 2 ? 200 : 403)), {
        hooks,
      })
      expect(await client.messages.getUnreadCount()).toEqual({})
      await expect(client.projects.create(draft)).rejects.toMatchObject({ kind: 'forbidden' })
      expect(printed.mock.calls[0]).toEqual([own])
    },
  )

  test('in the progress of a download is printed, and the file comes', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { client } = answering(() => reply(200, '%PDF', { 'Content-Type': 'application/pdf' }))
    expect((await client.files.download(1, { onDownload: fail })).blob.size).toBe(4)
  })

  test.each([
    ['read', { read: fail, write(): void {} }],
    ['exclusively', { read: () => ({ token: 'Bearer t1' }), write(): void {}, exclusively: fail }],
  ])('in the store (%s) is passed on as it is', async (_where, session) => {
    const { client } = answering(() => reply(401), { session })
    await expect(client.messages.getUnreadCount()).rejects.toBe(own)
  })

  test('where it opens a stream or decides on a retry is passed on as it is', async () => {
    const { client } = answering(() => reply(503))
    await expect(client.files.upload(fail)).rejects.toBe(own)
    await expect(client.messages.getUnreadCount({ retry: { when: fail } })).rejects.toBe(own)
  })
})

describe('a mistake of the caller is told at once', () => {
  test.each([
    'platform.example',
    'ftp://platform.example',
    'http://',
    'https:platform.example',
    'http://[::',
  ])('the address %j', (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow(TypeError)
  })

  test.each([[{}], [{ baseUrl: 8080 }]])('%j instead of an address', (options) => {
    const untyped = createClient as (options: object) => unknown // as a script without types calls it
    expect(() => untyped(options)).toThrow(/^baseUrl (undefined|8080) is not of http or https$/)
  })

  test('an empty address outside of a page', async () => {
    await expect(createClient({ baseUrl: '' }).messages.getUnreadCount()).rejects.toThrow(TypeError)
  })

  test('a header that no request can carry; an idempotency key in Chinese is encoded', async () => {
    const { client, seen } = answering(() => reply(201, { id: 1 }))
    await expect(client.projects.create(draft, { headers: { 'X-Operator': '张三' } })).rejects.toThrow(
      'encodeURIComponent',
    )
    expect(seen).toHaveLength(0)
    await client.projects.create(draft, { idempotencyKey: '宁夏-1' })
    expect(seen[0]?.headers.get('Idempotency-Key')).toBe('%E5%AE%81%E5%A4%8F-1')
  })
})
