import { type ImportBatch, type ImportReading, importWorkbook, isXinchuError } from '@xinchu/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TEST_SEED } from '../../../../scripts/lib/test-seed.mjs'
import { importColumns } from '../../src/domain/import/columns.ts'
import { gb18030 } from '../support/gb18030.ts'
import { openImportPlatform } from '../support/import-platform.ts'
import type { ImportCells } from '../support/import-rows.ts'
import { rawWorkbook, type WrittenCell, type WrittenSheet } from '../support/raw-workbook.ts'

const platform = openImportPlatform(86_000)
const imports = () => platform.enterprise.imports

const used = Object.keys(platform.nextRow())
const columns = importColumns.filter(({ name }) => used.includes(name))
const captionOf = (name: string): string => {
  const column = columns.find((each) => each.name === name)
  return `${column?.caption ?? name}${column?.spec.unit ? `（${column.spec.unit}）` : ''}`
}
type Headings = Readonly<Record<string, string>>
const headed = (headings: Headings = {}) => used.map((name) => headings[name] ?? captionOf(name))
const cellsOf = (row: ImportCells): WrittenCell[] => used.map((name) => row[name] ?? null)

const sheetOf = (rows: readonly ImportCells[], headings: Headings = {}, name = '项目'): WrittenSheet => ({
  name,
  rows: [headed(headings), ...rows.map(cellsOf)],
})

const bookOf = (...sheets: WrittenSheet[]) =>
  new File([Uint8Array.from(rawWorkbook({ sheets }))], '自用台账.xlsx')

/** The status, the rule and the words of a refused call. */
async function refusal(work: Promise<unknown>) {
  try {
    await work
  } catch (error) {
    if (!isXinchuError(error)) throw error
    const { status, code, message } = error
    return { status, code, message }
  }
  throw new Error('the call was not refused')
}

/** Looks at a batch until nobody works on it. */
async function settled({ id }: Pick<ImportBatch, 'id'>): Promise<ImportBatch> {
  for (;;) {
    const batch = await imports().get(id)
    if (!['UPLOADED', 'PARSING', 'VALIDATING', 'COMMITTING'].includes(batch.state)) return batch
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

const uploaded = async (file: File, more: { map?: string; remember?: boolean; sheet?: string } = {}) =>
  settled(await imports().upload({ file, ...more }))

async function asked(file: File): Promise<{ batch: ImportBatch; reading: ImportReading }> {
  const batch = await uploaded(file)
  expect(batch).toMatchObject({ state: 'ASKING', totalRows: 0, parsedRows: 0 })
  expect((await imports().list({ batchId: batch.id })).rows).toEqual([])
  return { batch, reading: await imports().reading(batch.id) }
}

const codesIn = ({ columns: all, questions }: ImportReading) =>
  [...questions, ...all.flatMap((column) => column.questions)].map(({ code }) => code)

const rawOf = async ({ id }: Pick<ImportBatch, 'id'>) =>
  ((await imports().list({ batchId: id, size: 100 })).rows ?? []).map(({ raw }) => raw)

const confirm = async ({ id }: ImportBatch, map: ImportReading['map'], more = {}) =>
  settled(await imports().confirmReading(id, { map, ...more }))

describe('a workbook whose columns ask', () => {
  test('waits with nothing staged, and is read once the user has named the column and its unit', async () => {
    const row = { ...platform.nextRow(), ratedPower: 10 }
    const { batch, reading } = await asked(bookOf(sheetOf([row], { ratedPower: '装机规模（万千瓦）' })))
    const column = reading.columns.find(({ heading }) => heading === '装机规模（万千瓦）')
    expect(column).toMatchObject({
      field: 'ratedPower',
      certainty: 'MAYBE',
      unit: '万千瓦',
      samples: ['10'],
      questions: [{ code: 'C-074', message: '“装机规模（万千瓦）”是否指“额定功率”？' }],
    })
    expect(codesIn(reading)).toEqual(['C-074'])
    const ready = await confirm(batch, reading.map)
    expect(ready).toMatchObject({ state: 'READY', totalRows: 1, errorRows: 0 })
    expect((await rawOf(batch))[0]).toMatchObject({ ratedPower: '100' })
    expect(ready.notes).toContain('“装机规模（万千瓦）”已换算为 MW（×10），共 1 格')
  })

  test.each<[string, Headings, string[]]>([
    ['a missing column with one that may be it', { contactPhone: '负责人电话号' }, ['C-079', 'C-074']],
    ['a unit that is not converted', { ratedPower: '额定功率（MVA）' }, ['C-071']],
    ['two columns of a field', { address: '手机号' }, ['C-079', 'C-076', 'C-076']],
  ])('asks about %s', async (_what, headings, codes) => {
    const { batch, reading } = await asked(bookOf(sheetOf([platform.nextRow()], headings)))
    expect(codes).toEqual(expect.arrayContaining(codesIn(reading)))
    expect(codesIn(reading).length).toBeGreaterThan(0)
    await imports().cancel(batch.id)
    expect((await imports().get(batch.id)).state).toBe('CANCELLED')
  })

  test('asks which sheet is meant, and reads that which is chosen', async () => {
    const [first, second] = [platform.nextRow(), platform.nextRow()]
    const { batch, reading } = await asked(
      bookOf(sheetOf([first], {}, 'Sheet1'), sheetOf([second], {}, '银川市')),
    )
    expect(reading.sheets).toMatchObject([
      { name: 'Sheet1', rows: 1, table: true },
      { name: '银川市', rows: 1, table: true },
    ])
    expect(codesIn(reading)).toEqual(['C-081'])
    await confirm(batch, { version: 1, sheet: '银川市', columns: {} })
    expect((await rawOf(batch))[0]).toMatchObject({ projectName: second['projectName'] })
  })
})

describe('a map that cannot hold is refused', () => {
  test.each<[string, ImportReading['map']['columns'], string, string]>([
    ['for an unknown field', { 装机规模: { field: 'power' } }, 'F-024', '字段“power”不能导入'],
    [
      'for a unit of another kind',
      { 装机规模: { field: 'ratedPower', unit: 'MWh' } },
      'C-071',
      '不能换算为 MW',
    ],
    [
      'for two columns of a field',
      { 装机规模: { field: 'ratedPower' }, 项目名称: { field: 'ratedPower' } },
      'C-076',
      '两列都指“额定功率”',
    ],
    ['for a heading that the file lacks', { 甲: { field: 'ratedPower' } }, 'C-079', '文件中没有列“甲”'],
    ['for a required column that is left out', { 装机规模: {} }, 'C-079', '缺少列：额定功率'],
  ])('%s', async (_what, map, code, message) => {
    const { batch } = await asked(bookOf(sheetOf([platform.nextRow()], { ratedPower: '装机规模' })))
    const call = imports().confirmReading(batch.id, { map: { version: 1, columns: map } })
    expect(await refusal(call)).toMatchObject({
      status: 400,
      code,
      message: expect.stringContaining(message),
    })
    expect((await imports().get(batch.id)).state).toBe('ASKING')
  })

  test('with the upload too', async () => {
    const file = bookOf(sheetOf([platform.nextRow()]))
    for (const map of ['{', '{"version":2,"columns":{}}', '{"version":1,"columns":{"甲":{"field":"power"}}}'])
      expect(await refusal(imports().upload({ file, map }))).toMatchObject({ status: 400 })
  })
})

describe('the map of an office', () => {
  const strange: Headings = {
    projectName: '站名',
    companyName: '甲方',
    ratedPower: '建设规模（万千瓦）',
    contactPhone: '怎么联系',
    planGridDate: '何时并网',
    county: '县区名',
  }
  const fields = Object.fromEntries(Object.entries(strange).map(([field, heading]) => [heading, { field }]))
  const csvOf = (row: ImportCells, names = used) => {
    const lines = [
      names.map((name) => strange[name] ?? captionOf(name)),
      names.map((name) => row[name] ?? ''),
    ]
    return new File([Uint8Array.from(gb18030(lines.map((line) => line.join(';')).join('\r\n')))], '导出.csv')
  }

  test('lets a file in GB18030 with semicolons and strange headings in after one answer, and its successor after none', async () => {
    const first = { ...platform.nextRow(), ratedPower: 10 }
    const { batch, reading } = await asked(csvOf(first))
    expect(reading.saved).toBe(false)
    const map = { version: 1, columns: { ...reading.map.columns, ...fields } }
    expect(await confirm(batch, map, { remember: true })).toMatchObject({ state: 'READY', errorRows: 0 })
    const second: ImportCells = { ...platform.nextRow(), ratedPower: 20 }
    const next = await uploaded(csvOf(second, used.toReversed()))
    expect(next).toMatchObject({ state: 'READY', totalRows: 1, errorRows: 0 })
    expect(next.notes?.some((note) => /^按 \d{4}-\d\d-\d\d 保存的对应关系读取$/.test(note))).toBe(true)
    expect((await rawOf(next))[0]).toMatchObject({ projectName: second['projectName'], ratedPower: '200' })
    expect((await imports().reading(next.id)).saved).toBe(true)
    // Another office is asked, and forgets nothing of this one.
    const other = (await platform.rig.as('county_yc')).imports
    expect(await refusal(other.reading(next.id))).toMatchObject({ status: 404 })
    expect(await refusal(other.confirmReading(next.id, { map }))).toMatchObject({ status: 404 })
    expect(await refusal(other.forgetReading(next.id))).toMatchObject({ status: 404 })
    await imports().forgetReading(next.id)
    await imports().forgetReading(next.id)
    expect((await imports().reading(next.id)).saved).toBe(false)
    expect((await uploaded(csvOf(platform.nextRow()))).state).toBe('ASKING')
  })

  test('may come with the file', async () => {
    const row = { ...platform.nextRow(), ratedPower: 10 }
    const map = JSON.stringify({ version: 1, columns: { ...fields, 青山: null } })
    const batch = await uploaded(csvOf(row), { map })
    expect(batch).toMatchObject({ state: 'READY', errorRows: 0 })
    expect((await rawOf(batch))[0]).toMatchObject({ ratedPower: '100' })
  })
})

describe('a batch that was read', () => {
  test('is read again with another map, once the corrections that would be lost are given up', async () => {
    const batch = await uploaded(bookOf(sheetOf([platform.nextRow(), platform.nextRow()])))
    const { map } = await imports().reading(batch.id)
    const [row] = (await imports().list({ batchId: batch.id })).rows ?? []
    await imports().correctRows(batch.id, {
      rows: [{ rowNo: row?.rowNo ?? 0, cells: { address: '高沙窝镇' } }],
    })
    const other = { ...map, columns: { ...map.columns, [captionOf('phaseNo')]: {} } }
    expect(await refusal(imports().confirmReading(batch.id, { map: other }))).toMatchObject({
      status: 409,
      code: 'W-025',
      message: '重新读取会丢失已更正的 1 行；确认放弃后再重新读取',
    })
    expect(await imports().reading(batch.id)).toMatchObject({ corrected: 1 })
    const again = await confirm(batch, other, { discardCorrections: true })
    expect(again).toMatchObject({ state: 'READY', totalRows: 2 })
    const [first] = await rawOf(batch)
    expect(first).not.toHaveProperty('phaseNo')
    expect(first).not.toMatchObject({ address: '高沙窝镇' })
    await imports().commit(batch.id, {})
    await settled(batch)
    expect(await refusal(imports().confirmReading(batch.id, { map }))).toMatchObject({ status: 409 })
  })

  test('that asks is neither written nor corrected', async () => {
    const { batch } = await asked(bookOf(sheetOf([platform.nextRow()], { ratedPower: '装机规模' })))
    expect(await refusal(imports().commit(batch.id, {}))).toMatchObject({ status: 409 })
    const rows = [{ rowNo: 2, cells: { address: '甲' } }]
    expect(await refusal(imports().correctRows(batch.id, { rows }))).toMatchObject({ status: 409 })
  })

  test('from rows has no file to read', async () => {
    const clientKey = `rows-${Date.now()}`
    const batch = await imports().upload({ clientKey, rows: [{ projectName: '甲' }], last: true })
    expect(await refusal(imports().reading(batch.id))).toMatchObject({ status: 404 })
  })
})

test(`columns in any order under any names are read the same with a map (TEST_SEED=${TEST_SEED})`, async () => {
  const row = platform.nextRow()
  const expected = Object.fromEntries(used.map((name) => [name, String(row[name])]))
  const property = fc.asyncProperty(
    fc.shuffledSubarray(used, { minLength: used.length }),
    fc.uniqueArray(fc.integer({ min: 0, max: used.length - 1 }), { maxLength: 6 }),
    async (order, renamed) => {
      const own = new Set(renamed.map((at) => used[at] ?? '').filter((name) => name !== 'projectName'))
      const headings = order.map((name, at) => (own.has(name) ? `自拟列${at}` : captionOf(name)))
      const rows = [headings, order.map((name) => row[name] ?? null)]
      const map = {
        version: 1,
        columns: Object.fromEntries(order.map((field, at) => [headings[at] ?? '', { field }])),
      }
      const batch = await uploaded(bookOf({ name: '甲', rows }), { map: JSON.stringify(map) })
      expect(await rawOf(batch)).toEqual([expected])
    },
  )
  await fc.assert(property, { seed: TEST_SEED, numRuns: 4 })
}, 120_000)

test('importWorkbook ends where the platform asks, and the batch goes on with an answer', async () => {
  const file = bookOf(sheetOf([platform.nextRow()], { ratedPower: '装机规模' }))
  const { batch, written } = await importWorkbook(imports(), file, { pollInterval: 20 })
  expect([batch.state, written]).toEqual(['ASKING', 0])
})
