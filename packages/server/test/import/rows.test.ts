import { importWorkbook, type XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { fillTemplate, goodRow } from '../support/import-rows.ts'

let rig: Rig
let enterprise: XinchuClient
let batchId: number

/** Thirty rows of a workbook, of which the 6th, the 16th and the 26th have errors. */
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
  const { blob } = await enterprise.imports.downloadTemplate({})
  const rows = Array.from({ length: 30 }, (_, at) =>
    goodRow(5_000 + at, at % 10 === 5 ? { contactPhone: '12345' } : {}),
  )
  const file = new File(
    [Buffer.from(await fillTemplate(new Uint8Array(await blob.arrayBuffer()), rows))],
    '行.xlsx',
  )
  const { batch } = await importWorkbook(enterprise.imports, file, { dryRun: true })
  batchId = batch.id
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const list = (query: Omit<Parameters<XinchuClient['imports']['list']>[0], 'batchId'> = {}) =>
  enterprise.imports.list({ batchId, ...query })
const numbers = async (query: Parameters<typeof list>[0]) =>
  (await list(query)).rows?.map(({ rowNo }) => rowNo)

test('the columns stand as in the workbook, with letters, captions, units and choices', async () => {
  const { columns = [] } = await list({ size: 1 })
  expect(columns).toHaveLength(47)
  expect(columns.map(({ column }) => column).slice(0, 2)).toEqual(['B', 'C'])
  expect(columns.at(-1)?.column).toBe('AV')
  expect(columns.find(({ name }) => name === 'ratedPower')).toMatchObject({
    caption: '额定功率',
    unit: 'MW',
    numeric: true,
    required: true,
  })
  expect(columns.find(({ name }) => name === 'buildStatus')).toMatchObject({ dict: 'build_status' })
  expect(columns.find(({ name }) => name === 'province')).toMatchObject({ caption: '省（自治区、直辖市）' })
})

test('rows are listed behind a row, in pages', async () => {
  expect(await numbers({ size: 3 })).toEqual([6, 7, 8])
  expect(await numbers({ size: 3, afterRow: 8 })).toEqual([9, 10, 11])
  expect(await numbers({ size: 3, afterRow: 8, page: 2 })).toEqual([15, 16, 17])
  expect(await list({ size: 3, afterRow: 30 })).toMatchObject({ totalElements: 5, before: 25 })
  expect(await numbers({ afterRow: 35 })).toEqual([])
})

test('the next row with errors is found behind any row, with its place among all rows', async () => {
  const next = (afterRow: number) => list({ state: 'ERROR', afterRow, size: 1 })
  expect(await next(0)).toMatchObject({ rows: [{ rowNo: 11 }], before: 5 })
  expect(await next(11)).toMatchObject({ rows: [{ rowNo: 21 }], before: 15 })
  expect((await next(31)).rows).toEqual([])
})

test('only the office that uploaded a batch is told that it is its own', async () => {
  expect(await enterprise.imports.get(batchId)).toMatchObject({ own: true })
  const province = await rig.as('province_nx')
  expect(await province.imports.get(batchId)).toMatchObject({ own: false })
})
