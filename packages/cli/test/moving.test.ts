import { afterAll, beforeAll, expect, test } from 'vitest'
import { json, refusal, startServer, type TestServer } from '../../sdk/test/support/server.ts'
import { startCommandLine } from './support/command-line.ts'

let line: Awaited<ReturnType<typeof startCommandLine>>
let server: TestServer
let ids: number[] = []
/** What happens to the list between two of its pages. */
let meanwhile: () => void = () => undefined
let failsAfter = Number.POSITIVE_INFINITY

beforeAll(async () => {
  line = await startCommandLine()
  server = await startServer(({ path }, response) => {
    if (path === '/auth/login')
      return json(response, 200, { flag: 'not', token: 'Bearer t', refreshToken: 'r', randomNumber: '1' })
    const query = new URL(path, 'http://x').searchParams
    const [page = 0, size = 0, afterId = 0] = ['page', 'size', 'afterId'].map((name) =>
      Number(query.get(name)),
    )
    if (afterId >= failsAfter) return json(response, 500, refusal(500, '系统错误'))
    const rest = query.has('afterId') ? ids.filter((id) => id > afterId) : ids.slice(page * size)
    json(response, 200, { content: rest.slice(0, size).map((id) => ({ id })), totalElements: ids.length })
    meanwhile()
  })
})
afterAll(async () => {
  await server.close()
  await line.close()
})

/** A list of 300 rows. After its first page 40 read rows go and five come. */
function move() {
  ids = Array.from({ length: 300 }, (_, at) => 2 * at + 2)
  failsAfter = Number.POSITIVE_INFINITY
  meanwhile = () => {
    meanwhile = () => undefined
    ids = [...ids.slice(40), 101, 203, 307, 409, 511].sort((a, b) => a - b)
  }
}

const all = (resource: string, verb: string, ...words: string[]) =>
  line.xinchu([resource, verb, '--server', server.url, '--all', ...words], {
    env: { XINCHU_USERNAME: 'erp', XINCHU_PASSWORD: 'Abc12345' },
  })

const idsIn = (out: string): number[] =>
  out
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each).id)

test('--all gives each row that exists all the time once, while rows come and go', async () => {
  move()
  const lasting = ids.slice(40)
  const { code, out } = await all('projects', 'list', '--page-size', '100', '--output', 'ndjson')
  const found = idsIn(out)
  expect([code, new Set(found).size]).toEqual([0, found.length])
  expect(lasting.filter((id) => !found.includes(id))).toEqual([])
})

test('--all with an order reads one page, and says so if the list moved between two', async () => {
  move()
  const { code, out } = await all('projects', 'list', '--sort', 'id,asc', '--output', 'ndjson')
  expect([code, idsIn(out).length]).toEqual([0, 300])
  move()
  const moved = await all('projects', 'list', '--sort', 'id,asc', '--page-size', '100', '--output', 'ndjson')
  expect([moved.code, moved.err]).toEqual([
    1,
    '读取期间列表由 300 条变为 265 条，结果可能遗漏或重复，请重新执行\n',
  ])
})

test('--all that fails says from which row to go on', async () => {
  move()
  meanwhile = () => undefined
  failsAfter = 400
  const { code, out, err } = await all('projects', 'list', '--output', 'ndjson')
  expect([code, idsIn(out).at(-1)]).toEqual([1, 400])
  expect(err).toContain('已读取 200 条；可加 --after-id 400 继续')
  failsAfter = Number.POSITIVE_INFINITY
  const rest = await all('projects', 'list', '--after-id', '400', '--output', 'ndjson')
  expect([idsIn(rest.out)[0], idsIn(rest.out).length]).toEqual([402, 100])
  const page = await line.xinchu(['orgs', 'list', '--server', server.url, '--after-id', '200'], {
    env: { XINCHU_USERNAME: 'erp', XINCHU_PASSWORD: 'Abc12345' },
  })
  expect([page.code, page.err]).toEqual([0, '共 300 项\n'])
  expect(server.seen.at(-1)?.path).toBe('/api/org?afterId=200&size=20')
})
