import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClient, type ImportRow, importRows, importWorkbook, memoryStore } from '../src/index.ts'
import { NAME, startImportServer } from './support/import-server.ts'
import { firstTokens } from './support/server.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function platform(options?: Parameters<typeof startImportServer>[0]) {
  const server = await startImportServer(options)
  closing.push(server.close)
  const { imports } = createClient({ baseUrl: server.url, session: memoryStore(firstTokens) })
  const calls = () =>
    server.seen.map(({ method, path }) => `${method} ${path.replace(/^\/api\/esProject\//, '')}`)
  return { server, imports, calls }
}

async function all(rows: AsyncIterable<ImportRow>) {
  const found: ImportRow[] = []
  for await (const row of rows) found.push(row)
  return found
}

const workbook = new File(['PK'], NAME)
const pollInterval = 1

describe('a workbook', () => {
  test('is uploaded, checked and written, and its refused rows are told in its own words', async () => {
    const { server, imports, calls } = await platform()
    const states: string[] = []
    const { batch, errorRows } = await importWorkbook(imports, workbook, {
      clientKey: '2026-batch-01',
      pollInterval,
      onProgress: ({ state }) => states.push(state),
    })
    expect([batch.state, batch.committedRows]).toEqual(['DONE', 2])
    expect(states).toEqual(['UPLOADED', 'VALIDATING', 'READY', 'COMMITTING', 'COMMITTING', 'DONE'])
    expect((await all(errorRows())).map(({ errors }) => errors[0]?.message)).toEqual([
      '第18行【联系电话】：请输入正确格式的电话号码',
    ])
    expect(calls()).toEqual([
      'POST importProject',
      'GET importBatch/71',
      'GET importBatch/71',
      'POST importBatch/71/commit',
      'GET importBatch/71',
      'GET importBatch/71',
      'GET esProjectDrList?batchId=71&state=ERROR&size=200&page=0',
    ])
    expect(server.seen[0]?.headers['idempotency-key']).toBe('2026-batch-01')
    for (const [name, value] of [
      ['mode', 'partial'],
      ['dryRun', 'false'],
      ['clientKey', '2026-batch-01'],
    ]) {
      expect(server.seen[0]?.body).toContain(`name="${name}"\r\n\r\n${value}\r\n`)
    }
  })

  test('that is only to be checked is not written', async () => {
    const { imports, calls } = await platform()
    const { batch } = await importWorkbook(imports, workbook, { dryRun: true, pollInterval })
    expect([batch.state, calls().some((call) => call.endsWith('commit'))]).toEqual(['READY', false])
  })

  test.each([
    ['partial', 1, true],
    ['partial', 3, false],
    ['atomic', 1, false],
    ['atomic', 0, true],
  ] as const)(
    'in the mode %s with %d refused rows of three is written: %s',
    async (mode, errorRows, written) => {
      const { imports, calls } = await platform({ mode, errorRows })
      await importWorkbook(imports, workbook, { mode, pollInterval })
      expect(calls().includes('POST importBatch/71/commit')).toBe(written)
    },
  )

  test('that cannot be read ends as failed, with the reason', async () => {
    const { imports } = await platform({ fails: true })
    const { batch } = await importWorkbook(imports, workbook, { pollInterval })
    expect([batch.state, batch.message]).toEqual(['FAILED', '工作簿无法读取'])
  })

  test('of a province finds its rows in the list of the province, and no hook hears of the other one', async () => {
    const server = await startImportServer({ onlyProvince: true })
    closing.push(server.close)
    const hooks = { onForbidden: vi.fn(), onError: vi.fn() }
    const { imports } = createClient({ baseUrl: server.url, session: memoryStore(firstTokens), hooks })
    const { errorRows } = await importWorkbook(imports, workbook, { pollInterval })
    expect(await all(errorRows())).toHaveLength(1)
    expect([hooks.onForbidden.mock.calls, hooks.onError.mock.calls]).toEqual([[], []])
  })

  test('that is only checked first is written by the same key afterwards', async () => {
    const { server, imports } = await platform()
    const clientKey = 'key-'.padEnd(128, '9')
    await importWorkbook(imports, workbook, { clientKey, dryRun: true, pollInterval })
    await importWorkbook(imports, workbook, { clientKey, pollInterval })
    const keys = server.seen
      .filter(({ path }) => path.endsWith('importProject'))
      .map(({ body }) => /name="clientKey"\r\n\r\n(.*)\r\n/.exec(body)?.[1])
    expect(keys[1]).toBe(clientKey)
    expect([keys[0] === keys[1], keys[0]?.length]).toEqual([false, 128])
  })

  test.each([
    [false, 2],
    [true, 0],
  ])(
    'of which every row looks like a repeat is written if that is wanted (skipped: %s)',
    async (skipRepeat, rows) => {
      const { imports } = await platform({ onlyRepeats: true })
      const { written } = await importWorkbook(imports, workbook, { skipRepeat, pollInterval })
      expect(written).toBe(rows)
    },
  )

  test('is not written if its checked rows are not what the caller wants', async () => {
    const { imports, calls } = await platform()
    const seen: ImportRow[] = []
    const { batch, written } = await importWorkbook(imports, workbook, {
      pollInterval,
      async beforeWrite({ rows }) {
        seen.push(...(await all(rows())))
        return false
      },
    })
    expect([batch.state, written, seen.length]).toEqual(['READY', 0, 1])
    expect(calls().at(-1)).toBe('GET esProjectDrList?batchId=71&size=200&page=0')
  })

  test('that was imported before counts nothing as written now', async () => {
    const { imports } = await platform({ isEarlier: true })
    const { batch, written } = await importWorkbook(imports, workbook, { pollInterval })
    expect([batch.committedRows, written]).toEqual([2, 0])
  })

  test('is not waited for any longer once the caller ends it', async () => {
    const { imports } = await platform()
    const leaving = new AbortController()
    const options = { signal: leaving.signal, pollInterval: 60_000, onProgress: () => leaving.abort() }
    await expect(importWorkbook(imports, workbook, options)).rejects.toMatchObject({ kind: 'aborted' })
  })

  test('to which nothing happens any more is waited for an hour, and the error names its batch', async () => {
    const { imports } = await platform()
    const clock = performance.now.bind(performance)
    let passed = 0
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + passed)
    let seen: Awaited<ReturnType<typeof imports.get>> | undefined
    const calls = { ...imports, get: async (id: number) => (seen ??= await imports.get(id)) }
    const minutes: number[] = []
    const onProgress = () => {
      minutes.push(passed / 60_000)
      passed += 600_000
    }
    await expect(importWorkbook(calls, workbook, { pollInterval, onProgress })).rejects.toMatchObject({
      kind: 'timeout',
      importOf: { batchId: 71 },
    })
    expect(minutes).toEqual([0, 10, 20, 30, 40, 50, 60])
    vi.restoreAllMocks()
  })
})

describe('rows', () => {
  test('go out by two thousand under their numbers, and the last part says that it is the last', async () => {
    const { server, imports } = await platform({ errorRows: 0 })
    const rows = Array.from({ length: 4_001 }, (_, index) => ({
      projectName: `项目${index}`,
      ratedPower: index,
      isShared: true,
      address: null,
      remark: undefined,
    }))
    await importRows(imports, rows, { clientKey: '2026-batch-02', pollInterval })
    const parts = server.seen
      .filter(({ path }) => path.endsWith('importProject'))
      .map(({ body }) => JSON.parse(Buffer.from(body, 'latin1').toString()))
      // Those that are under way together may overtake each other.
      .sort((a, b) => a.firstRow - b.firstRow)
    expect(
      parts.map(({ rows: sent, firstRow, last, batchId }) => [sent.length, firstRow, last, batchId]),
    ).toEqual([
      [2000, 1, false, undefined],
      [2000, 2001, false, 71],
      [1, 4001, true, 71],
    ])
    // Null is an empty cell, undefined none at all.
    const last = { projectName: '项目4000', ratedPower: '4000', isShared: 'true', address: '' }
    expect(parts[2]?.rows).toEqual([last])
  })

  test('may be taken up under a key in any words', async () => {
    const { server, imports } = await platform({ errorRows: 0 })
    await importRows(imports, [{ projectName: '甲' }], { clientKey: '宁夏一季度补录项目', pollInterval })
    const { body = '' } = server.seen[0] ?? {}
    expect(JSON.parse(Buffer.from(body, 'latin1').toString()).clientKey).toBe('宁夏一季度补录项目')
  })

  test('may come from a stream', async () => {
    const { server, imports } = await platform({ errorRows: 0 })
    async function* rows() {
      yield { projectName: '甲' }
      yield { projectName: '乙' }
    }
    const { batch } = await importRows(imports, rows(), { pollInterval })
    expect(batch.state).toBe('DONE')
    expect(server.count('/api/esProject/importProject')).toBe(1)
  })

  test('may have dates, which are sent as days', async () => {
    const { server, imports } = await platform({ errorRows: 0 })
    const planGridDate = new Date('2027-12-01')
    const recordDate = new Date('2027-11-30T18:30:00Z')
    await importRows(imports, [{ planGridDate, recordDate }], { pollInterval })
    const { rows } = JSON.parse(server.seen[0]?.body ?? '')
    expect(rows).toEqual([{ planGridDate: '2027-12-01', recordDate: '2027-12-01' }])
  })

  test('that are none are a mistake of the caller', async () => {
    const { imports, server } = await platform()
    await expect(importRows(imports, [])).rejects.toThrow(RangeError)
    expect(server.seen).toEqual([])
  })
})
