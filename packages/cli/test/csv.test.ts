import { operations } from '@xinchu/sdk/operations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json, startServer, type TestServer } from '../../sdk/test/support/server.ts'
import { describe as describeOperation } from '../src/contract.ts'
import { startCommandLine } from './support/command-line.ts'

// A page of `--all` has 200 rows. Only rows of the second one have a date of commission.
const rows = Array.from({ length: 250 }, (_, at) => ({
  projectName: `第${at + 1}储能站`,
  id: at + 1,
  ...(at >= 200 ? { commissionDate: '2025-06-30' } : {}),
}))

let line: Awaited<ReturnType<typeof startCommandLine>>
let server: TestServer
let found = rows
beforeAll(async () => {
  line = await startCommandLine()
  server = await startServer(({ path }, response) => {
    const query = new URL(path, 'http://x').searchParams
    const [page = 0, size = 0, afterId = 0] = ['page', 'size', 'afterId'].map((name) =>
      Number(query.get(name)),
    )
    if (path === '/auth/login')
      return json(response, 200, { flag: 'not', token: 'Bearer t', refreshToken: 'r', randomNumber: '1' })
    const rest = query.has('afterId') ? found.filter(({ id }) => id > afterId) : found.slice(page * size)
    const content = rest.slice(0, size)
    json(response, 200, { content, totalElements: found.length })
  })
})
afterAll(async () => {
  await server.close()
  await line.close()
})

const list = (...words: string[]) =>
  line.xinchu(['projects', 'list', '--server', server.url, ...words], {
    env: { XINCHU_USERNAME: 'erp', XINCHU_PASSWORD: 'Abc12345' },
  })

async function headingOf(): Promise<string[]> {
  const { row } = await describeOperation(operations['projects']?.['list'] ?? '')
  return Object.keys(row)
}

test('CSV has all columns of the contract in its order, whatever the rows of a page have', async () => {
  const { code, out } = await list('--all', '--output', 'csv')
  const lines = out.split('\r\n')
  const heading = lines[0]?.split(',') ?? []
  expect([code, heading]).toEqual([0, await headingOf()])
  expect(heading).toEqual(expect.arrayContaining(['commissionDate', 'waitingDays', 'repeatScore']))
  const cells = lines.slice(1, -1).map((each) => each.split(','))
  expect(cells.map((each) => each.length)).toEqual(rows.map(() => heading.length))
  const columnOf = (name: string) => cells.map((each) => each[heading.indexOf(name)])
  expect(columnOf('id')).toEqual(rows.map(({ id }) => `${id}`))
  expect(columnOf('commissionDate')).toEqual(rows.map(({ commissionDate = '' }) => commissionDate))
})

test('each line of CSV ends alike, also between pages, and a mark of the byte order leads if it is wanted', async () => {
  const { out } = await list('--all', '--output', 'csv', '--bom')
  expect([out.startsWith('\ufeff'), out.lastIndexOf('\ufeff')]).toEqual([true, 0])
  expect(out.match(/\r\n/g)).toHaveLength(251)
  expect(out.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect((await list('--bom')).code).toBe(2)
})

test('CSV has the captions with units in place of the names if they are wanted, each once', async () => {
  const { out } = await list('--all', '--output', 'csv', '--captions')
  const heading = out.split('\r\n')[0]?.split(',') ?? []
  const names = await headingOf()
  expect(heading).toHaveLength(names.length)
  expect(new Set(heading).size).toBe(names.length)
  const captionOf = (name: string) => heading[names.indexOf(name)]
  expect(['projectName', 'ratedPower', 'provinceCode', 'provinceName'].map(captionOf)).toEqual([
    ...['项目名称', '额定功率（MW）', '省份代码', '省份'],
  ])
  expect((await list('--captions')).code).toBe(2)
  expect((await list('--output', 'csv', '--captions', '--query', 'content[*].id')).code).toBe(2)
})

test('beside the rows of CSV stands what they are: period, total, source and moment', async () => {
  const all = await list('--all', '--output', 'csv')
  expect(all.err.trim()).toMatch(/^实时 · 共 250 条 · .+ · \d{4}-\d\d-\d\d [\d:]{8}$/)
  const page = await list('--year', '2026', '--quarter', '3', '--output', 'csv')
  expect(page.err).toMatch(/^2026年第3季度 · 共 250 条中的 20 条 · /)
})

test('JSON of a list has the same beside its rows, and scripts find the rows where they were', async () => {
  const page = await list('--year', '2026', '--quarter', '3', '--json')
  const { content, totalElements, meta } = JSON.parse(page.out)
  expect([content.length, totalElements]).toEqual([20, 250])
  expect(meta).toEqual({
    ...{ period: '2026年第3季度', total: '共 250 条中的 20 条', source: expect.any(String) },
    moment: expect.stringMatching(/^\d{4}-\d\d-\d\d [\d:]{8}$/),
  })
  const all = await list('--all', '--output', 'json')
  expect(JSON.parse(all.out)).toMatchObject({ meta: { period: '实时', total: '共 250 条' } })
  expect(all.err).not.toContain('实时')
  const picked = await list('--query', 'meta.total', '--json')
  expect(JSON.parse(picked.out)).toBe('共 250 条中的 20 条')
})

test('CSV of nothing has its columns, and what a path picks has those that it names', async () => {
  found = []
  expect((await list('--all', '--output', 'csv')).out).toBe(`${(await headingOf()).join(',')}\r\n`)
  found = rows
  const picked = await list('--all', '--output', 'csv', '--query', 'content[*].{id,commissionDate}')
  const lines = picked.out.split('\r\n')
  expect([lines.length, lines[0], lines[1], lines[250]]).toEqual([
    252,
    'id,commissionDate',
    '1,',
    '250,2025-06-30',
  ])
  const whole = await list('--all', '--output', 'csv', '--query', 'content[*]')
  expect(whole.out.split('\r\n')[250]).toBe('第250储能站,250,2025-06-30')
})
