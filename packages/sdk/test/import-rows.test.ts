import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import {
  createClient,
  type ImportRecord,
  importRows,
  memoryStore,
  type RowCheck,
  type RowsOptions,
  type RowsProgress,
} from '../src/index.ts'
import { fileJournal } from '../src/node/index.ts'
import { journalOf } from './support/import-journal.ts'
import { startPartsServer } from './support/parts-server.ts'
import { firstTokens, wait } from './support/server.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function platform(...answers: Parameters<typeof startPartsServer>) {
  const server = await startPartsServer(...answers)
  closing.push(server.close)
  const { imports } = createClient({ baseUrl: server.url, session: memoryStore(firstTokens) })
  const run = (rows: Iterable<ImportRecord> | AsyncIterable<ImportRecord>, options: RowsOptions = {}) =>
    importRows(imports, rows, { pollInterval: 1, clientKey: 'rows-in-parts', ...options })
  return { server, run }
}

const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ projectName: `项目${at + 1}` }))
const refusePhones: RowCheck = (cells, rowNo) =>
  cells['contactPhone'] === undefined
    ? []
    : [
        {
          field: 'contactPhone',
          code: 'F-003',
          message: `第${rowNo}行【联系电话】：请输入正确格式的电话号码`,
        },
      ]

describe('rows', () => {
  test('go out in several parts at the same time once the batch is known, and fewer when the server is busy', async () => {
    const { server, run } = await platform(async ({ firstRow, attempt }) => {
      await wait(20)
      return firstRow === 6001 && attempt === 1 ? { status: 503, headers: { 'Retry-After': '0' } } : undefined
    })
    const seen: RowsProgress[] = []
    await run(rowsOf(30_000), { onRows: (progress) => seen.push(progress), concurrency: 6 })
    expect(server.rows()).toEqual(rowsOf(30_000))
    expect(server.most).toBeGreaterThan(1)
    expect(server.most).toBeLessThanOrEqual(6)
    expect(seen.map(({ sent }) => sent).filter((sent) => sent > 0)[0]).toBe(2_000)
    expect(seen.at(-1)).toMatchObject({
      clientKey: 'rows-in-parts',
      batchId: 71,
      read: 30_000,
      sent: 30_000,
      written: 30_000,
    })
    // Halved by the refusal.
    const limits = seen.map(({ concurrency }) => concurrency)
    expect(limits.some((limit, at) => limit < (limits[at - 1] ?? 0))).toBe(true)
  })

  test.each([
    ['refused for load', { status: 429, headers: { 'Retry-After': '0' } }],
    ['lost on the way there', 'before'],
    ['taken, and its reply lost', 'after'],
    ['answered by a gateway', { status: 502 }],
  ] as const)('are all there once when a part is %s', async (_what, fault) => {
    const { server, run } = await platform(({ attempt }) => (attempt === 1 ? fault : undefined))
    const { written } = await run(rowsOf(4_100))
    expect([server.rows(), written]).toEqual([rowsOf(4_100), 4_100])
  })

  test('that are refused for good end the import, and the error names batch and key', async () => {
    const { run } = await platform(({ firstRow }) => (firstRow === 2001 ? { status: 403 } : undefined))
    const failure = run(rowsOf(9_000))
    await expect(failure).rejects.toMatchObject({
      kind: 'forbidden',
      importOf: { clientKey: 'rows-in-parts', batchId: 71 },
    })
  })

  test('whose commit has lost its reply are committed by the same key', async () => {
    const { server, run } = await platform(({ isCommit, attempt }) =>
      isCommit && attempt === 1 ? 'after' : undefined,
    )
    const { written } = await run(rowsOf(3))
    expect(written).toBe(3)
    const keys = server.seen
      .filter(({ path }) => path.endsWith('/commit'))
      .map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([expect.stringMatching(/^commit-import-71-/), keys[0]])
  })

  test.each([
    ['is writing them', { started: false }],
    ['has written them', { status: 409, code: 'W-025' }],
  ])('that another import of the key %s are not counted as written by this one', async (_what, faster) => {
    const { run } = await platform(() => undefined, faster)
    const { written, writtenBefore, batch } = await run(rowsOf(3))
    expect([written, writtenBefore, batch.state]).toEqual([0, 3, 'DONE'])
  })
})

describe('a journal', () => {
  test('lets a later call send only what is missing, under the same key', async () => {
    const journal = journalOf()
    let isDown = true
    const { server, run } = await platform(({ firstRow }) =>
      isDown && firstRow === 4001 ? { status: 403 } : undefined,
    )
    const options = { journal, concurrency: 1 }
    await expect(run(rowsOf(7_000), options)).rejects.toMatchObject({ kind: 'forbidden' })
    expect(journal.states.at(-1)).toMatchObject({
      clientKey: 'rows-in-parts',
      batchId: 71,
      terms: { mode: 'partial', dryRun: false, acceptWarnings: true, skipRepeat: true },
      parts: [
        { firstRow: 1, rows: 2000, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
        { firstRow: 2001, rows: 2000 },
      ],
    })
    isDown = false
    const before = server.seen.length
    await run(rowsOf(7_000), options)
    const sent = server.seen.slice(before).filter(({ path }) => path.endsWith('importProject'))
    expect(sent.map(({ body }) => JSON.parse(Buffer.from(body, 'latin1').toString()).firstRow)).toEqual([
      4001, 6001,
    ])
    expect(server.rows()).toEqual(rowsOf(7_000))
  })

  test('keeps the key that was generated before anything is sent', async () => {
    const journal = journalOf()
    const { run } = await platform(() => ({ status: 403 }))
    await expect(run(rowsOf(1), { journal, clientKey: undefined as never })).rejects.toThrow() // as a caller without types
    expect(journal.states[0]?.clientKey).toMatch(/^[0-9a-f]{32}$/)
    expect(journal.states[0]?.parts).toEqual([])
  })

  test.each([
    ['key', { clientKey: 'another-key' }, '批次键'],
    ['mode', { mode: 'atomic' }, '入库方式'],
    ['answer to repeats', { skipRepeat: false }, '跳过疑似重复的行'],
  ] as const)('of another %s is refused before anything is sent', async (_what, changed, words) => {
    const journal = journalOf()
    const { server, run } = await platform()
    await run(rowsOf(1), { journal })
    const before = server.seen.length
    await expect(run(rowsOf(1), { journal, ...changed })).rejects.toMatchObject({
      kind: 'conflict',
      message: `进度记录属于另一次导入：${words}不同`,
    })
    expect(server.seen.length).toBe(before)
  })

  test('in a file is for its owner only, replaced as a whole, and refused if it is something else', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'xinchu-journal-'))
    closing.push(() => rmSync(dir, { recursive: true }))
    const path = join(dir, '进度', 'import.json')
    const journal = fileJournal(path, { source: '行.ndjson' })
    expect(await journal.read()).toBeUndefined()
    const { run } = await platform()
    await run(rowsOf(4_001), { journal })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(dir, '进度'))).toEqual(['import.json'])
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ source: '行.ndjson', batchId: 71 })
    expect((await journal.read())?.parts).toHaveLength(3)
    writeFileSync(path, '{"format":"xinchu-pl')
    await expect(journal.read()).rejects.toThrow('不是导入的进度记录')
  })
})

describe('rows that the precheck refuses', () => {
  const given = [{ projectName: '甲' }, { projectName: '乙', contactPhone: '1' }, { projectName: '丙' }]

  test('are not sent by a partial import, keep their numbers, and are told with the server’s', async () => {
    const { server, run } = await platform()
    const outcome = await run(given, { precheck: refusePhones })
    expect(server.rows()).toEqual([{ projectName: '甲' }, {}, { projectName: '丙' }])
    const told = []
    for await (const { batchId, rowNo, state, errors } of outcome.errorRows())
      told.push([batchId, rowNo, state, errors[0]])
    expect([outcome.unsent, told]).toEqual([
      1,
      [
        [
          71,
          2,
          'ERROR',
          { field: 'contactPhone', code: 'F-003', message: '第2行【联系电话】：请输入正确格式的电话号码' },
        ],
      ],
    ])
  })

  test('stop an atomic import before anything is sent', async () => {
    const { server, run } = await platform()
    await expect(run(given, { precheck: refusePhones, mode: 'atomic' })).rejects.toMatchObject({
      kind: 'validation',
      sent: false,
      errors: [{ row: 2, field: 'contactPhone', code: 'F-003' }],
    })
    expect(server.seen).toEqual([])
  })
})
