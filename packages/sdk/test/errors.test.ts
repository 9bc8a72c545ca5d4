import { expect, expectTypeOf, test, vi } from 'vitest'
import {
  type AnyXinchuError,
  createClient,
  ForbiddenError,
  isXinchuError,
  type ProjectDraft,
  type ProjectPage,
  type ProjectsListQuery,
  type RateLimitError,
  XinchuError,
} from '../src/index.ts'
import { json, refusal, startServer } from './support/server.ts'

/** Does not compile when a kind is left out. */
function advice(error: AnyXinchuError): string {
  switch (error.kind) {
    case 'network':
    case 'timeout':
    case 'server':
    case 'malformed':
    case 'session-unavailable':
      return 'try again'
    case 'aborted':
      return ''
    case 'unauthenticated':
    case 'session-expired':
      return 'log in'
    case 'forbidden':
    case 'not-found':
    case 'conflict':
    case 'window-closed':
    case 'rejected':
    case 'not-implemented':
    case 'not-replayable':
      return error.message
    case 'validation':
    case 'partial':
      return error.errors.map(({ field }) => field).join()
    case 'rate-limit':
      expectTypeOf(error).toEqualTypeOf<RateLimitError>()
      return `wait ${error.retryAfterMs}`
  }
}

test('one switch covers every kind of error', () => {
  const error: unknown = new ForbiddenError('您没有权限办理此事项')
  expect(isXinchuError(error) && advice(error)).toBe('您没有权限办理此事项')
  expect([error instanceof XinchuError, error instanceof Error]).toEqual([true, true])
})

test('an error of another kind is not taken for one of ours', () => {
  expect(isXinchuError(new TypeError('kind'))).toBe(false)
  // @ts-expect-error there is no such kind
  expect(new ForbiddenError('x').kind === 'fobidden').toBe(false)
})

test('a refusal names its call and its request, and the hooks are told once', async () => {
  const server = await startServer((_seen, response) =>
    json(response, 403, refusal(403, '您没有权限办理此事项'), { 'X-Request-Id': 'abc' }),
  )
  const hooks = { onForbidden: vi.fn(), onError: vi.fn() }
  const client = createClient({ baseUrl: server.url, hooks })
  const error = await client.projects.list().catch((caught: unknown) => caught)
  expect(error).toMatchObject({
    name: 'ForbiddenError',
    status: 403,
    requestId: 'abc',
    method: 'GET',
    url: '/api/esProject/queryCustom',
  })
  expect([hooks.onForbidden.mock.calls, hooks.onError.mock.calls]).toEqual([[[error]], [[error]]])
  await server.close()
})

test('a refused file keeps the status that its JSON says', async () => {
  const server = await startServer((_seen, response) => json(response, 200, refusal(409, '没有可导出的项目')))
  const client = createClient({ baseUrl: server.url })
  await expect(client.projects.download({})).rejects.toMatchObject({ kind: 'conflict', status: 409 })
  await server.close()
})

test('JSON in place of a file that is no error either reads 接口请求失败', async () => {
  const server = await startServer((_seen, response) => json(response, 200, { rows: [] }))
  const client = createClient({ baseUrl: server.url })
  await expect(client.projects.download({})).rejects.toMatchObject({
    kind: 'malformed',
    message: '接口请求失败',
  })
  await server.close()
})

test('functions name what they take and what they give', () => {
  const client = createClient({ baseUrl: '' })
  expectTypeOf(client.projects.list).parameter(0).toEqualTypeOf<ProjectsListQuery | undefined>()
  expectTypeOf(client.projects.create).parameter(0).toEqualTypeOf<ProjectDraft>()
  expectTypeOf(client.projects.list).returns.resolves.toEqualTypeOf<ProjectPage>()
  const wrong = () => [
    // @ts-expect-error a state that the dictionary does not have
    client.projects.list({ buildStatus: ['99'] }),
    // @ts-expect-error a name is needed even in a draft
    client.projects.create({ provinceCode: '640000' }),
    // @ts-expect-error there is no such function
    client.projects.remove(1),
  ]
  expect(wrong).toBeTypeOf('function')
})
