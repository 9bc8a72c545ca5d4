import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  bind,
  connect,
  createClient,
  dateTimeText,
  fileNameOf,
  isXinchuError,
  messages,
  type ProjectPage,
  projects,
  queryText,
  retryAfterMs,
} from '../src/index.ts'
import { json, refusal, startServer } from './support/server.ts'

test.each([
  ['null and undefined are skipped', { a: null, b: undefined }, ''],
  ['0, false and the empty string are kept', { a: 0, b: false, c: '' }, 'a=0&b=false&c='],
  ['arrays repeat their key', { g: ['x', 'y'] }, 'g=x&g=y'],
  ['nothing inside an array leaves nothing behind', { j: [1, null, 3, undefined] }, 'j=1&j=3'],
  ['an empty array is nothing', { a: [] }, ''],
  ['an object of one level uses brackets', { i: { k: 1, n: null } }, 'i%5Bk%5D=1'],
  ['a date becomes Beijing time', { d: new Date('2026-03-01T01:30:00Z') }, 'd=2026-03-01%2009%3A30%3A00'],
  ['Chinese and spaces are percent-encoded', { q: '储能 站' }, 'q=%E5%82%A8%E8%83%BD%20%E7%AB%99'],
])('in a query, %s', (_rule, query, text) => {
  expect(queryText(query)).toBe(text)
})

test('[7.wire.3] a query leaves out what is null', () => {
  expect(queryText({ year: 2026, techType: null, keyword: undefined })).toBe('year=2026')
})

test('a query that is nested deeper is a mistake of the caller', () => {
  expect(() => queryText({ a: { b: { c: 1 } } })).toThrow(TypeError)
})

test('Beijing time does not depend on the zone of the machine', () => {
  expect(dateTimeText(new Date('2025-12-31T16:00:00Z'))).toBe('2026-01-01 00:00:00')
})

/** A header as fetch gives it: each byte of its text in UTF-8 is a character. */
const asBytes = (text: string) => Buffer.from(text).toString('latin1')

test.each([
  [
    'the extended name wins',
    `attachment; filename="x.xlsx"; filename*=UTF-8''%E9%A1%B9%E7%9B%AE.xlsx`,
    '项目.xlsx',
  ],
  ['a broken extended name falls back', `attachment; filename="x.xlsx"; filename*=UTF-8''%E9%ZZ`, 'x.xlsx'],
  ['a bare name', 'attachment; filename=x.xlsx', 'x.xlsx'],
  ['a percent-encoded plain name', 'attachment; filename=%E9%A1%B9.xlsx', '项.xlsx'],
  [
    'a plain name in UTF-8, as browsers read it',
    `attachment; filename="${asBytes('项目 5%.xlsx')}"`,
    '项目 5%.xlsx',
  ],
  ['a plain name in Latin-1', 'attachment; filename="Übersicht.xlsx"', 'Übersicht.xlsx'],
  ['a plain name that was read already', 'attachment; filename="项目.xlsx"', '项目.xlsx'],
  ['a path in UTF-8 is cut off', `attachment; filename="${asBytes('../项目/表.pdf')}"`, '表.pdf'],
  ['a quoted quote', 'attachment; filename="a\\"b.pdf"', 'a"b.pdf'],
  ['a path is cut off', 'attachment; filename="../../etc/passwd"', 'passwd'],
  ['a Windows path is cut off', 'attachment; filename="C:\\\\x\\\\y.pdf"', 'y.pdf'],
  [
    'control characters are dropped',
    `attachment; filename*=UTF-8''a%07b%E2%80%AEfdp.exe.pdf`,
    'abfdp.exe.pdf',
  ],
  ['no header', null, undefined],
  ['inline without a name', 'inline', undefined],
  ['an empty name', 'attachment; filename=""', undefined],
])('file names: %s', (_rule, header, name) => {
  expect(fileNameOf(header)).toBe(name)
})

test.each([
  ['seconds', '120', 120_000],
  ['a date', 'Sun, 01 Mar 2026 00:01:00 GMT', 60_000],
  ['a date that has passed', 'Sun, 01 Mar 2020 00:00:00 GMT', 0],
  ['garbage', 'soon', undefined],
  ['numbers that are no date', '1, 2', undefined],
  ['nothing', null, undefined],
])('Retry-After as %s', (_form, header, ms) => {
  expect(retryAfterMs(header, Date.parse('2026-03-01T00:00:00Z'))).toBe(ms)
})

describe('refusals', () => {
  test.each([
    [400, 'validation', '值不能为空'],
    [403, 'forbidden', '您没有权限办理此事项'],
    [404, 'not-found', '项目不存在'],
    [409, 'conflict', '数据已被他人修改，请刷新后重试'],
    [422, 'validation', '有 1 行数据未通过校验'],
    [423, 'window-closed', '当前不在填报时间内'],
    [429, 'rate-limit', '操作过于频繁'],
    [501, 'not-implemented', '该接口暂未开放'],
    [500, 'server', '服务器内部错误'],
    [418, 'rejected', '不受理'],
  ])('[8.errors.6] status %d is the kind %s with the words of the server', async (status, kind, message) => {
    const server = await startServer((_seen, response) =>
      json(response, status, refusal(status, message), { 'Retry-After': '7' }),
    )
    const client = createClient({ baseUrl: server.url, retry: { times: 0 } })
    const error = await client.projects.get(1).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ kind, status, message, method: 'GET', url: '/api/esProject/{id}' })
    if (isXinchuError(error) && error.kind === 'rate-limit') expect(error.retryAfterMs).toBe(7_000)
    await server.close()
  })

  test('field errors come along', async () => {
    const errors = [{ row: 18, field: 'contactPhone', message: '请输入正确格式的电话号码' }]
    const server = await startServer((_seen, response) =>
      json(response, 422, { ...refusal(422, '未通过校验'), errors }),
    )
    await expect(createClient({ baseUrl: server.url }).projects.get(1)).rejects.toMatchObject({ errors })
    await server.close()
  })

  test.each([
    ['a page of a proxy', 200, 'text/html', '<html>'],
    ['broken JSON', 200, 'application/json', '{"a":'],
    ['an error without a status in its body', 502, 'text/html', '<html>Bad gateway'],
  ])('[8.errors.3] %s reads 接口请求失败', async (_what, status, type, body) => {
    const server = await startServer((_seen, response) => {
      response.writeHead(status, { 'Content-Type': type }).end(body)
    })
    const client = createClient({ baseUrl: server.url, retry: { times: 0 } })
    await expect(client.projects.get(1)).rejects.toMatchObject({ message: '接口请求失败' })
    await server.close()
  })

  test('an unreachable server reads 接口请求失败, and is a failure of the network', async () => {
    const server = await startServer(() => undefined)
    await server.close()
    const client = createClient({ baseUrl: server.url, retry: { times: 0 } })
    await expect(client.projects.get(1)).rejects.toMatchObject({ kind: 'network', message: '接口请求失败' })
  })

  test('[8.errors.2] an answer that does not come reads 网络请求超时, also when it stops half way', async () => {
    const server = await startServer((_seen, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"a":')
    })
    const client = createClient({ baseUrl: server.url, timeout: { ordinary: 150 }, retry: { times: 0 } })
    await expect(client.projects.get(1)).rejects.toMatchObject({ kind: 'timeout', message: '网络请求超时' })
    await server.close()
  })

  test('[8.errors.7] a file reply of JSON type carries an error, whatever HTTP says', async () => {
    const server = await startServer((_seen, response) => json(response, 200, refusal(403, '无权导出')))
    const client = createClient({ baseUrl: server.url })
    await expect(client.projects.download({})).rejects.toMatchObject({
      kind: 'forbidden',
      message: '无权导出',
    })
    await server.close()
  })
})

describe('repetition', () => {
  const failing = (times: number, status = 503) => {
    let left = times
    return startServer((_seen, response) =>
      left-- > 0
        ? json(response, status, refusal(status, '稍后再试'), { 'Retry-After': '0' })
        : json(response, 200, { count: 1 }),
    )
  }

  test.each([503, 429])('a reading call is sent again on %d', async (status) => {
    const server = await failing(2, status)
    const client = createClient({ baseUrl: server.url, retry: { baseDelay: 1 } })
    expect(await client.messages.getUnreadCount()).toEqual({ count: 1 })
    expect(server.seen).toHaveLength(3)
    await server.close()
  })

  test('a creating call without an idempotency key is sent once', async () => {
    const server = await failing(1)
    const client = createClient({ baseUrl: server.url, retry: { baseDelay: 1 } })
    const draft = { projectName: '甲', provinceCode: '640000' }
    const call = { idempotencyKey: false }
    await expect(client.projects.create(draft, call)).rejects.toMatchObject({ kind: 'server' })
    expect(server.seen).toHaveLength(1)
    await server.close()
    const second = await failing(1)
    await createClient({ baseUrl: second.url, retry: { baseDelay: 1 } }).projects.create(draft)
    expect(second.seen).toHaveLength(2)
    await second.close()
  })

  test.each(['soon', '-5', ''])(
    'a server that asks for a wait of %j is asked again all the same',
    async (asked) => {
      let tries = 0
      const server = await startServer((_seen, response) => {
        tries += 1
        if (tries > 1) return json(response, 200, { count: 1 })
        json(response, 503, refusal(503, '稍后再试'), { 'Retry-After': asked })
      })
      const client = createClient({ baseUrl: server.url, retry: { baseDelay: 1, maxDelay: 5 } })
      expect(await client.messages.getUnreadCount()).toEqual({ count: 1 })
      await server.close()
    },
  )

  test.each([
    ['a 503 that says when', 503, {}],
    ['a first call of the key that still runs', 409, { code: 'W-039' }],
  ])('%s is waited for as long as the call may last, beyond the tries', async (_what, status, more) => {
    let asked = [0, 0, 0, 0, 0, 0]
    const server = await startServer((_seen, response) => {
      const after = asked.shift()
      if (after === undefined) return json(response, 201, { id: 1 })
      json(response, status, { ...refusal(status, '稍后再试'), ...more }, { 'Retry-After': `${after}` })
    })
    const client = createClient({ baseUrl: server.url, retry: { baseDelay: 1, maxDelay: 2 } })
    const draft = { projectName: '甲', provinceCode: '640000' }
    expect(await client.projects.create(draft)).toEqual({ id: 1 })
    expect(server.seen).toHaveLength(7)
    const keys = server.seen.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(1)
    // It ends before a wait that would be longer than the call may last.
    asked = [0, 0, 0, 0, 0, 0, 60]
    await expect(client.projects.create(draft)).rejects.toMatchObject({ status, attempts: 7 })
    asked = [0]
    const once = client.projects.create(draft, { retry: { times: 0 } })
    await expect(once).rejects.toMatchObject({ status, attempts: 1 })
    await server.close()
  })

  test('a refusal is not repeated', async () => {
    const server = await failing(1, 409)
    await expect(createClient({ baseUrl: server.url }).messages.getUnreadCount()).rejects.toMatchObject({
      kind: 'conflict',
    })
    expect(server.seen).toHaveLength(1)
    await server.close()
  })
})

test('a file comes with its name and its progress', async () => {
  const server = await startServer((_seen, response) => {
    response.writeHead(200, {
      'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': `attachment; filename="template.xlsx"; filename*=UTF-8''%E6%A8%A1%E6%9D%BF.xlsx`,
      'Content-Length': '4',
    })
    response.end('PK34')
  })
  const progress: number[] = []
  const client = createClient({ baseUrl: server.url })
  const file = await client.imports.downloadTemplate(
    {},
    { onDownload: (received) => progress.push(received) },
  )
  expect([file.fileName, await file.blob.text(), progress.at(-1)]).toEqual(['模板.xlsx', 'PK34', 4])
  await server.close()
})

test('an empty answer is fine where nothing is awaited', async () => {
  const server = await startServer((_seen, response) => {
    response.writeHead(204).end()
  })
  expect(await createClient({ baseUrl: server.url }).projects.read({ ids: [1] })).toBeUndefined()
  await server.close()
})

test.each(['..', '.', '', undefined, null])(
  'the path parameter %j is refused before anything is sent',
  async (id) => {
    const server = await startServer((_seen, response) => json(response, 200, {}))
    // A script without types may hand over anything.
    await expect(createClient({ baseUrl: server.url }).projects.get(id as unknown as number)).rejects.toThrow(
      TypeError,
    )
    expect(server.seen).toEqual([])
    await server.close()
  },
)

test('a path parameter stays within its part of the path', async () => {
  const server = await startServer((_seen, response) => json(response, 200, {}))
  await createClient({ baseUrl: server.url }).projects.get('1/../2?a=储' as unknown as number) // as a script without types may
  expect(server.seen[0]?.path).toBe('/api/esProject/1%2F..%2F2%3Fa%3D%E5%82%A8')
  await server.close()
})

test('a connection has the resources that are named, and takes others later', async () => {
  const server = await startServer((_seen, response) => json(response, 200, { count: 4 }))
  const xinchu = connect({ baseUrl: server.url }, { messages })
  expect(await xinchu.messages.getUnreadCount()).toEqual({ count: 4 })
  expect(Object.keys(xinchu)).not.toContain('projects')
  expect(await bind(xinchu, { projects }).projects.get(1)).toEqual({ count: 4 })
  await server.close()
})

test('the types name what comes back', () => {
  const client = createClient({ baseUrl: '' })
  expectTypeOf(client.projects.list).returns.resolves.toEqualTypeOf<ProjectPage>()
  // @ts-expect-error a project has no such field
  client.projects.create({ projectName: '甲', provinceCode: '640000', owner: 1 }).catch(() => undefined)
})
