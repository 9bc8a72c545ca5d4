import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createClient,
  followUnread,
  isXinchuError,
  items,
  memoryStore,
  type ProjectUpdate,
} from '@xinchu/sdk'
import { nodeTransport } from '@xinchu/sdk/node'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, test } from 'vitest'
import { defaultAccounts, example, type FakePlatformOptions, fakePlatform, refuse } from '../src/index.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const [{ password }] = defaultAccounts as [(typeof defaultAccounts)[number]]
const baseUrl = 'http://platform.test'

/** A platform, and clients of its accounts. */
function started(options: FakePlatformOptions = {}) {
  const platform = fakePlatform(options)
  const as = (username: string) =>
    createClient({
      baseUrl,
      fetch: platform.fetch,
      session: memoryStore(platform.session(username)),
      retry: { times: 0 },
    })
  return { platform, as }
}

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (!isXinchuError(error)) throw new Error('the call was not refused', { cause: error })
  return [error.status, error.code, error.message]
}

describe('data', () => {
  test('are the same for the same seed, and others for another', () => {
    const [one, again, other] = [1, 1, 2].map((seed) => {
      const platform = fakePlatform({ seed })
      return { projects: platform.projects(), session: platform.session() }
    })
    expect(one).toEqual(again)
    expect(one).not.toEqual(other)
  })

  test('of the contract’s examples answer whatever the platform does not keep', async () => {
    const { as } = started()
    expect(await as('admin').orgs.list()).toEqual(example('listOrgs'))
  })

  test('of an own answer win, and one that breaks the contract says so', async () => {
    const { as } = started({
      answers: {
        getUnreadCount: () => ({ count: 12 }),
        // @ts-expect-error the contract has no such reply
        listOrgs: () => ({ rows: [] }),
        getEsProject: () => refuse(404, '项目已归档'),
      },
    })
    const client = as('admin')
    expect(await client.messages.getUnreadCount()).toEqual({ count: 12 })
    expect(await failureOf(client.projects.get(1001))).toEqual([404, undefined, '项目已归档'])
    expect(await failureOf(client.orgs.list())).toEqual([
      500,
      undefined,
      expect.stringContaining('listOrgs, reply 200'),
    ])
  })
})

describe('a session', () => {
  const terms = { tokenSeconds: 600, idleSeconds: 1_200, sessionSeconds: 3_000 }

  test('is refreshed when its token has expired, and ends at its hour', async () => {
    const { platform, as } = started(terms)
    const client = as('qiye001')
    platform.clock.advance(600_000)
    expect(await client.projects.list()).toMatchObject({ totalElements: expect.any(Number) })
    expect(platform.requests.map(({ operation, status }) => [operation, status])).toEqual([
      ['queryEsProjects', 401],
      ['refreshToken', 200],
      ['queryEsProjects', 200],
    ])
    for (const ms of [1_000_000, 1_000_000]) {
      platform.clock.advance(ms)
      await client.projects.list()
    }
    platform.clock.advance(500_000)
    expect(await failureOf(client.projects.list())).toEqual([401, undefined, '登录过期，请重新登录'])
  })

  test('ends when nobody uses it; asking for the unread count is no use', async () => {
    const { platform, as } = started(terms)
    const client = as('qiye001')
    for (const ms of [500_000, 500_000, 300_000]) {
      platform.clock.advance(ms)
      await client.messages.getUnreadCount().catch(() => undefined)
    }
    expect(await client.restore()).toBe(false)
  })

  test('gives the same tokens for a repeated refresh, and ends at one that is too late', async () => {
    const { platform } = started()
    const { refreshToken, randomNumber } = platform.session()
    const refresh = () =>
      createClient({ baseUrl, fetch: platform.fetch }).auth.refreshToken(
        { code: String(randomNumber) },
        { headers: { Authorization: `Bearer ${refreshToken}` } },
      )
    const first = await refresh()
    expect(await refresh()).toEqual(first)
    platform.clock.advance(31_000)
    expect(await failureOf(refresh())).toEqual([401, 'A-008', '登录过期，请重新登录'])
    const session = memoryStore({ ...first, randomNumber: String(first.randomNumber) })
    expect(await createClient({ baseUrl, fetch: platform.fetch, session }).restore()).toBe(false)
  })

  test('is opened by a password, ended by a log-out, and locked after five wrong passwords', async () => {
    const { platform } = started()
    const client = createClient({ baseUrl, fetch: platform.fetch })
    await client.login({ username: 'qiye001', password })
    expect((await client.auth.getInfo()).user.username).toBe('qiye001')
    await client.logout()
    expect(await failureOf(client.auth.getInfo())).toEqual([401, 'A-008', '登录过期，请重新登录'])
    const wrong = () => client.login({ username: 'qiye001', password: 'guess' })
    const failures = []
    for (let tries = 0; tries < 6; tries++) failures.push((await failureOf(wrong()))[0])
    expect(failures).toEqual([400, 400, 400, 400, 400, 429])
    platform.clock.advance(900_000)
    await client.login({ username: 'qiye001', password })
  })
})

describe('projects', () => {
  const complete = fakePlatform()
    .projects()
    .find(({ draft }) => draft.companyName === '盐池一号储能有限公司' && draft.countyCode === '640323')
    ?.draft ?? {
    projectName: '',
    provinceCode: '',
  }

  test('are filtered, sorted, summed and paged', async () => {
    const { platform, as } = started({ projects: 60 })
    const client = as('province')
    const query = { techType: ['01' as const], powerMin: 50, sort: ['ratedPower,desc'], withSums: true }
    const found: { ratedPower?: number; techType?: string }[] = []
    for (let at = 0; ; at += 1) {
      const { content } = await client.projects.list({ ...query, size: 3, page: at })
      if (content.length === 0) break
      found.push(...content)
    }
    const kept = platform
      .projects()
      .filter(({ draft, history }) => draft.provinceCode === '640000' && history.length > 0)
      .filter(({ draft }) => draft.techType === '01' && (draft.ratedPower ?? 0) >= 50)
    const powers = kept.map(({ draft }) => draft.ratedPower ?? 0).sort((a, b) => b - a)
    expect(powers.length).toBeGreaterThan(3)
    expect(found.map(({ ratedPower }) => ratedPower)).toEqual(powers)
    const page = await client.projects.list(query)
    expect(page.ratedPower).toBe(powers.reduce((sum, each) => sum + each, 0))
  })

  test('are read by id, which no page and no order goes with', async () => {
    const client = started({ projects: 60 }).as('province')
    const ids = (await items(client.projects.list, { size: 7 }).toArray()).map(({ id }) => id)
    const { content } = await client.projects.list({ size: 999 })
    expect(ids).toEqual(content.map(({ id }) => id).sort((a, b) => a - b))
    expect(ids.length).toBeGreaterThan(7)
    const message = '给出 afterId 时按主键升序，不能另给 page 或 sort'
    expect(await failureOf(client.projects.list({ afterId: 0, page: 0 }))).toEqual([400, 'W-027', message])
    expect(await items(client.orgs.list, {}, {}).toArray()).toHaveLength(1)
  })

  test('are not searched by a condition that would be left out of account', async () => {
    const { as } = started()
    expect(await failureOf(as('province').projects.list({ warned: true }))).toEqual([
      501,
      undefined,
      '模拟平台不支持查询条件 warned',
    ])
  })

  test('go from a draft through the levels of review, each by the office in charge', async () => {
    const { as } = started()
    const { id } = await as('qiye001').projects.create({ ...complete, projectName: '新站' })
    const act = (username: string, action: 'SUBMIT' | 'PASS' | 'RETURN', opinion?: string) =>
      as(username).projects.submit({ ids: [id], action, ...(opinion ? { opinion } : {}) })
    expect((await act('qiye001', 'SUBMIT')).succeeded).toEqual([id])
    expect((await act('city', 'PASS')).failed).toMatchObject([{ id, message: '当前状态不允许此操作' }])
    expect(await failureOf(act('county', 'RETURN'))).toEqual([400, 'W-006', '请填写意见'])
    for (const office of ['county', 'city', 'province'])
      expect((await act(office, 'PASS')).succeeded).toEqual([id])
    const { declareStatusLabel, flow } = await as('qiye001').projects.get(id)
    expect([declareStatusLabel, flow.history.map(({ action }) => action)]).toEqual([
      '省级通过',
      ['SUBMIT', 'PASS', 'PASS', 'PASS'],
    ])
  })

  test('that lack something are not submitted, and say all that they lack', async () => {
    const { as } = started()
    const client = as('qiye001')
    const { id } = await client.projects.create({ projectName: '新站', provinceCode: '640000' })
    const { failed } = await client.projects.submit({ ids: [id, 9], action: 'SUBMIT' })
    expect(failed.map(({ id: each }) => each)).toEqual([id, 9])
    expect(failed[0]?.errors?.map(({ caption }) => caption)).toEqual(
      expect.arrayContaining(['建设状态', '联系电话']),
    )
  })

  test.each<
    [
      string,
      string,
      (client: ReturnType<typeof createClient>, draft: ProjectUpdate) => Promise<unknown>,
      unknown,
    ]
  >([
    [
      'a stale version',
      'qiye001',
      (client, draft) => client.projects.update({ ...draft, version: 9 }),
      [409, 'W-003'],
    ],
    [
      'another province',
      'qiye001',
      (client, draft) => client.projects.update({ ...draft, provinceCode: '620000' }),
      [400, undefined],
    ],
    ['a project of others', 'qiye002', (client, { id }) => client.projects.get(id), [404, 'W-002']],
    [
      'a draft that its province cannot see',
      'province',
      (client, { id }) => client.projects.get(id),
      [404, 'W-002'],
    ],
    [
      'the name of another company',
      'qiye002',
      (client) => client.projects.create({ projectName: '站', provinceCode: '640000', companyName: '他人' }),
      [403, 'P-015'],
    ],
    [
      'a caller without the right',
      'nation',
      (client) => client.projects.create({ projectName: '站', provinceCode: '640000' }),
      [403, 'W-001'],
    ],
    [
      'a value that the contract does not have',
      'qiye001',
      (client) => client.projects.create({ projectName: '站', provinceCode: '640000', ratedPower: -1 }),
      [400, 'F-001'],
    ],
    [
      'a key that was used for something else',
      'qiye001',
      (client) =>
        client.projects.create(
          { projectName: '别的站', provinceCode: '640000' },
          { idempotencyKey: 'erp-0001' },
        ),
      [422, 'W-022'],
    ],
  ])('%s is refused as the platform refuses it', async (_reason, username, work, expected) => {
    const { as } = started()
    const draft = { projectName: '新站', provinceCode: '640000' }
    const made = await as('qiye001').projects.create(draft, { idempotencyKey: 'erp-0001' })
    const failure = await failureOf(work(as(username), { ...draft, id: made.id, version: made.version }))
    expect(failure.slice(0, 2)).toEqual(expected)
  })

  test('are deleted as long as they were never submitted, all or none', async () => {
    const { platform, as } = started()
    const client = as('qiye001')
    const make = () => client.projects.create({ ...complete, projectName: '新站' })
    const [draft, sent] = [await make(), await make()]
    await client.projects.submit({ ids: [sent.id], action: 'SUBMIT' })
    await client.projects.submit({ ids: [sent.id], action: 'WITHDRAW' })
    expect(await failureOf(client.projects.delete([draft.id, sent.id]))).toEqual([
      409,
      'W-008',
      '“新站”已提交过，不能删除',
    ])
    await client.projects.delete([draft.id])
    expect(platform.projects().some(({ id }) => id === draft.id)).toBe(false)
  })

  test('are not changed outside the time for filling in', async () => {
    const { platform, as } = started()
    platform.setFillTime(false)
    const failure = await failureOf(
      as('qiye001').projects.create({ projectName: '站', provinceCode: '640000' }),
    )
    expect(failure).toEqual([423, 'W-004', '当前不在填报时间内'])
  })
})

test('messages are read, and the stream tells how many are left', async () => {
  const { as } = started({ messages: 2 })
  const client = as('qiye001')
  const counts: number[] = []
  const end = new AbortController()
  await followUnread(client.messages, {
    signal: end.signal,
    onCount(count) {
      counts.push(count)
      if (counts.length === 1) client.messages.update({ action: 'READ', ids: [1] }).catch(() => end.abort())
      else end.abort()
    },
  })
  expect(counts).toEqual([2, 1])
  expect((await client.messages.list({ read: false })).content.map(({ id }) => id)).toEqual([2])
})

test('dictionaries have the contract’s values', async () => {
  const { as } = started()
  const { tech_type: entries } = await as('county').dicts.getMap({ dictName: 'tech_type' })
  expect(entries?.[0]).toMatchObject({ value: '01', label: '锂离子电池' })
  expect(await failureOf(as('county').dicts.list({}))).toEqual([400, 'F-001', 'need Dict names'])
})

describe('the platform is reached', () => {
  test('by msw, for code that uses the global fetch', async () => {
    const platform = fakePlatform({ baseUrl: `${baseUrl}/nx` })
    const server = setupServer(...platform.handlers)
    server.listen({ onUnhandledRequest: 'error' })
    closing.push(() => server.close())
    const client = createClient({ baseUrl: `${baseUrl}/nx`, session: memoryStore(platform.session()) })
    expect((await client.projects.list()).content.length).toBeGreaterThan(0)
  })

  test('by HTTP, for other processes and node:http', async () => {
    const platform = fakePlatform()
    const server = createServer(platform.listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    const { port } = server.address() as AddressInfo // listening on TCP, so it has a port
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, transport: nodeTransport() })
    await client.login({ username: 'qiye001', password })
    const { blob, fileName } = await client.imports.downloadTemplate()
    expect([await blob.text(), fileName]).toEqual(['downloadProjectTemplate', 'downloadProjectTemplate.xlsx'])
  })
})
