import type { ImportBatch, ImportRow, XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { fillTemplate, goodRow, type ImportCells } from '../support/import-rows.ts'

let rig: Rig
let enterprise: XinchuClient
let batchId: number
const seen: { batch: ImportBatch; rows: ImportRow[]; total: number }[] = []

const COUNT = 1_500
// Each tenth row has an error, and the last thirty repeat the first.
const cellsOf = (at: number): ImportCells => (at % 10 === 5 ? { contactPhone: '12345' } : {})

const sumOf = (batch: ImportBatch) => batch.okRows + batch.warnRows + batch.errorRows + batch.repeatRows

async function look(): Promise<ImportBatch> {
  const before = seen.at(-1)?.batch.parsedRows ?? 0
  // From some rows before the last that were there: those that are newest are the likeliest to change.
  const query = { batchId, size: 200, page: Math.floor(Math.max(0, before - 1) / 200) }
  const { content, rows = [], totalElements } = await enterprise.imports.list(query)
  const [batch] = content
  if (!batch) throw new Error('a list of rows names its batch')
  seen.push({ batch, rows, total: totalElements })
  return batch
}

beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
  const { blob } = await enterprise.imports.downloadTemplate({})
  const rows = Array.from({ length: COUNT }, (_, at) => goodRow(9_000 + at, cellsOf(at)))
  const bytes = await fillTemplate(new Uint8Array(await blob.arrayBuffer()), [...rows, ...rows.slice(0, 30)])
  const batch = await enterprise.imports.upload({ file: new File([Buffer.from(bytes)], '边读边看.xlsx') })
  batchId = batch.id
  while ((await look()).state !== 'READY');
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test('rows are listed before all are read, as many as are counted', async () => {
  const partly = seen.filter(({ batch }) => batch.parsedRows > 0 && batch.state === 'PARSING')
  expect(partly.length).toBeGreaterThan(2)
  for (const { batch, total } of partly) {
    expect(sumOf(batch)).toBe(batch.parsedRows)
    expect(total).toBe(batch.parsedRows)
  }
  expect(partly.some(({ batch }) => batch.errorRows > 0)).toBe(true)
})

test('what is counted only grows, and the figures while reading lead up to the last', () => {
  for (const [at, { batch }] of seen.entries()) {
    const before = seen[at - 1]?.batch
    expect(batch.parsedRows).toBeGreaterThanOrEqual(before?.parsedRows ?? 0)
    expect(batch.errorRows).toBeGreaterThanOrEqual(before?.errorRows ?? 0)
  }
  expect(seen.at(-1)?.batch).toMatchObject({ parsedRows: COUNT + 30, errorRows: COUNT / 10 + 30 })
})

test('a row that was listed stays as it was: it is compared with the others before it is shown', async () => {
  const last = new Map<number, ImportRow>()
  for (let page = 0; last.size < COUNT + 30; page += 1)
    for (const row of (await enterprise.imports.list({ batchId, size: 1_000, page })).rows ?? [])
      last.set(row.rowNo, row)
  for (const { rows } of seen) for (const row of rows) expect(row).toEqual(last.get(row.rowNo))
})

test('while a batch is read, its list and its figures end with the last row that is compared', async () => {
  const hold = (parsed: number) =>
    sql`update import_batch set state = 'PARSING', parsed_rows = ${parsed}, lease_owner = gen_random_uuid(),
      lease_until = now() + interval '1 hour', ok_rows = 0, error_rows = 0 where id = ${batchId}`.execute(
      rig.db,
    )
  const list = (query: { state?: 'ERROR'; afterRow?: number } = {}) =>
    enterprise.imports.list({ batchId, size: 1_000, ...query })
  await hold(40)
  expect(await list()).toMatchObject({ totalElements: 40, content: [{ okRows: 36, errorRows: 4 }] })
  expect(await list({ state: 'ERROR' })).toMatchObject({ totalElements: 4, before: 5 })
  expect(await list({ state: 'ERROR', afterRow: 25 })).toMatchObject({ totalElements: 2, before: 25 })
  expect((await list({ afterRow: 20 })).rows?.at(-1)?.rowNo).toBe(45)
  // Where it has come less far than was counted, it is counted anew.
  await hold(10)
  expect(await list()).toMatchObject({ totalElements: 10, content: [{ okRows: 9, errorRows: 1 }] })
  // Called off, it keeps the figures that were shown.
  const ended = await enterprise.imports.cancel(batchId)
  expect(ended).toMatchObject({ state: 'CANCELLED', parsedRows: 10, okRows: 9, errorRows: 1 })
})
