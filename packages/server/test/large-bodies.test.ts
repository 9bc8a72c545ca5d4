import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { MOST_HERE } from '../src/contract/parse-body.ts'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
let token: string

beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  const reply = await fetch(`${rig.url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'enterprise_yc', password: 'Xinchu@2026' }),
  })
  token = (await reply.json()).token
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
afterEach(() => void vi.restoreAllMocks())

const PADDING = ' '.repeat(MOST_HERE)
const IMPORT = '/api/esProject/importProject'

async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const reply = await fetch(rig.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: token, ...headers },
    body,
  })
  return { status: reply.status, body: await reply.json() }
}

const stored = async (batchId: number) =>
  (
    await sql<{ row_no: number; raw: Record<string, string> }>`
    select row_no, raw from import_row where batch_id = ${batchId} order by row_no`.execute(rig.db)
  ).rows

const rowsOf = (count: number, more: Record<string, string> = {}) =>
  Array.from({ length: count }, (_, at) => ({
    projectName: `储能站${at}`,
    remark: '长'.repeat(1_000),
    ...more,
  }))

describe('an import of several megabytes', () => {
  test('is stored row by row, cleaned and in order, behind the rows of an earlier call', async () => {
    const call = { clientKey: 'large-rows-1', last: false }
    await post(IMPORT, JSON.stringify({ ...call, rows: [{ projectName: '首行' }] }))
    const rows = rowsOf(2_000, { address: ' 甲\n乙 ', ownerType: '' })
    const { status, body } = await post(IMPORT, JSON.stringify({ ...call, rows }))
    expect([status, body.totalRows]).toEqual([202, 2_001])
    const found = await stored(body.id)
    expect(found.map(({ row_no }) => row_no)).toEqual(Array.from({ length: 2_001 }, (_, at) => at + 1))
    for (const at of [0, 1, 199, 200, 1_999])
      expect(found[at + 1]?.raw).toEqual({
        projectName: `储能站${at}`,
        remark: '长'.repeat(1_000),
        address: '甲 乙',
        // An empty cell, which is not the same as none.
        ownerType: '',
      })
  })

  test('has none of its text parsed or written at once on the event loop', async () => {
    const parsed: number[] = []
    const written: number[] = []
    const { parse, stringify } = JSON
    vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
      parsed.push(text.length)
      return parse(text, reviver)
    })
    vi.spyOn(JSON, 'stringify').mockImplementation((value, ...rest) => {
      const text = stringify(value, ...(rest as []))
      written.push(text?.length ?? 0)
      return text
    })
    const body = stringify({ clientKey: 'large-rows-2', rows: rowsOf(2_000), last: false })
    expect(Buffer.byteLength(body)).toBeGreaterThan(6_000_000)
    const answer = await post(IMPORT, body, { 'Idempotency-Key': 'large-rows-key-2' })
    expect(answer.status).toBe(202)
    expect(Math.max(...parsed)).toBeLessThan(MOST_HERE)
    expect(Math.max(...written)).toBeLessThan(MOST_HERE)
  })

  test('is answered once for one idempotency key, and refused with other rows under it', async () => {
    const key = { 'Idempotency-Key': 'large-rows-key-3' }
    const body = (name: string) =>
      JSON.stringify({ clientKey: 'large-rows-3', rows: rowsOf(300, { address: name }), last: false })
    const first = await post(IMPORT, body('甲'), key)
    expect(first.status).toBe(202)
    expect(await post(IMPORT, body('甲'), key)).toEqual(first)
    expect((await post(IMPORT, body('乙'), key)).status).toBe(422)
    expect(await stored(first.body.id)).toHaveLength(300)
  })

  test('with a column that is none stores nothing', async () => {
    const rows = [...rowsOf(300), { 不是列: 'x' }]
    const { status, body } = await post(IMPORT, JSON.stringify({ clientKey: 'large-rows-4', rows }))
    expect([status, body.errors]).toEqual([400, [{ field: '不是列', code: 'F-024', message: '不能导入' }]])
    const { rows: batches } = await sql`select 1 from import_batch where client_key = 'large-rows-4'`.execute(
      rig.db,
    )
    expect(batches).toEqual([])
  })
})

describe('a body is answered alike however long it is', () => {
  const withoutTime = ({ status, body }: Awaited<ReturnType<typeof post>>) => {
    const { timestamp, requestId, ...rest } = body
    return { status, ...rest }
  }

  test.each([
    ['no JSON', '/api/esProject', '{"id":'],
    ['a text', '/api/esProject', '"甲"'],
    ['nothing but null', '/api/esProject', 'null'],
    ['a list', '/api/esProject', '[1,2]'],
    ['unknown fields', '/api/esProject', '{"a":1,"b":{"c":2}}'],
    [
      'wrong types and lengths',
      '/api/esProject',
      JSON.stringify({ projectName: 1, address: '长'.repeat(2_000) }),
    ],
    ['too deep', '/api/esProject', `{"a":${'['.repeat(40)}${']'.repeat(40)}}`],
    ['a prototype', '/api/esProject', '{"__proto__":{"id":1}}'],
    ['a dictionary value that is none', '/api/esProject', '{"projectName":"甲","techType":"无"}'],
    ['rows without a key', IMPORT, '{"rows":[{"projectName":"甲"}]}'],
    ['rows that are none', IMPORT, '{"clientKey":"alike-rows-1","rows":7}'],
    ['a cell that is no text', IMPORT, '{"clientKey":"alike-rows-1","rows":[{"projectName":7}]}'],
    ['an unknown column', IMPORT, '{"clientKey":"alike-rows-1","rows":[{"无":"x"}]}'],
    [
      'too many columns',
      IMPORT,
      JSON.stringify({
        clientKey: 'alike-rows-1',
        rows: [Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`c${at}`, 'x']))],
      }),
    ],
  ])('%s', async (_what, path, text) => {
    const short = await post(path, text)
    expect(short.status).toBe(400)
    expect(withoutTime(await post(path, text + PADDING))).toEqual(withoutTime(short))
  })

  test('a right one', async () => {
    const text = (name: string) => JSON.stringify({ projectName: name, provinceCode: '640000', remark: null })
    const short = await post('/api/esProject', text('长短皆可一号站'))
    const long = await post('/api/esProject', text('长短皆可二号站') + PADDING)
    expect([short.status, long.status, long.body.projectName]).toEqual([201, 201, '长短皆可二号站'])
    expect(Object.keys(long.body)).toEqual(Object.keys(short.body))
  })

  test('the parameters of a call are looked at before its body', async () => {
    const refused = await post('/api/esProject', `{"a":1}${PADDING}`, { 'Idempotency-Key': 'short' })
    expect(refused.body.errors).toMatchObject([{ field: 'Idempotency-Key' }])
  })
})
