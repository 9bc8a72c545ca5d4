import { describe, expect, test } from 'vitest'
import { createClient, items, type LogEntry, logHooks, pages } from '../src/index.ts'
import { json, refusal, startServer } from './support/server.ts'

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: from + index,
    version: 0,
    projectName: '甲',
    provinceCode: '640000',
  }))

async function listing(total: number) {
  const server = await startServer((seen, response) => {
    const query = new URL(seen.path, 'http://platform.test').searchParams
    const from = Number(query.get('page')) * Number(query.get('size'))
    const content = rows(from, Math.max(0, Math.min(Number(query.get('size')), total - from)))
    json(response, 200, content.length > 0 ? { content, totalElements: total } : { totalElements: total })
  })
  return { server, client: createClient({ baseUrl: server.url }) }
}

describe('a list that is longer than a page', () => {
  test.each([
    [0, [0]],
    [1, [0]],
    [4, [0, 1]],
    [5, [0, 1, 2]],
  ])('of %d items is read to its end and no further', async (total, asked) => {
    const { server, client } = await listing(total)
    const ids: number[] = []
    for await (const { id } of items(client.projects.list, { techType: ['01'], size: 2 })) ids.push(id)
    expect(ids).toEqual(Array.from({ length: total }, (_, id) => id))
    expect(server.seen.map(({ path }) => path.replace(/^.*\?/, ''))).toEqual(
      asked.map((page) => `techType=01&size=2&page=${page}`),
    )
    await server.close()
  })

  test('is read only as far as somebody looks', async () => {
    const { server, client } = await listing(1_000)
    for await (const page of pages(client.projects.list, { size: 10, page: 3 })) {
      expect(page.content[0]?.id).toBe(30)
      break
    }
    expect(server.seen).toHaveLength(1)
    await server.close()
  })
})

test('the log has every call with its time, and nothing personal', async () => {
  const server = await startServer((_seen, response) =>
    json(response, 403, refusal(403, '身份证号 110101199001011234 无权办理')),
  )
  const log: LogEntry[] = []
  const hooks = logHooks((entry) => log.push(entry))
  const client = createClient({ baseUrl: server.url, hooks, retry: { times: 0 } })
  const query = { keyword: '李明', provinceCode: '640000', page: 0 }
  await client.projects.list(query, { headers: { Authorization: 'Bearer secret' } }).catch(() => undefined)
  expect(log.map(({ event, query, status, kind }) => ({ event, query, status, kind }))).toEqual([
    { event: 'request', query: 'keyword=***&provinceCode=640000&page=0', status: undefined, kind: undefined },
    { event: 'response', query: 'keyword=***&provinceCode=640000&page=0', status: 403, kind: undefined },
    { event: 'error', query: undefined, status: 403, kind: 'forbidden' },
  ])
  expect(new Set(log.map(({ requestId }) => requestId)).size).toBe(1)
  expect(JSON.stringify(log)).not.toMatch(/李明|secret|110101/)
  await server.close()
})
