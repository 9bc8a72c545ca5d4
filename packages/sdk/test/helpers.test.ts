import { expect, test } from 'vitest'
import { createClient, type LogEntry, logHooks } from '../src/index.ts'
import { json, refusal, startServer } from './support/server.ts'

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
