import { type ImportRow, importRows, type RowsOptions, writtenSummary, type XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { goodRow, type ImportCells } from '../support/import-rows.ts'
import { refusal } from '../support/refusal.ts'

let rig: Rig
let enterprise: XinchuClient
let county: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
  county = await rig.as('county_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 68_000
const OPINION = '请核对额定功率'

const imported = (rows: readonly ImportCells[], options: RowsOptions = {}) =>
  importRows(enterprise.imports, rows, { pollInterval: 20, ...options })

const rowsIn = async (batchId: number): Promise<ImportRow[]> =>
  (await enterprise.imports.list({ batchId, size: 500 })).rows ?? []

/** A project that was imported, submitted, and returned by its county. */
async function returnedProject() {
  serial += 1
  const row = goodRow(serial)
  const { batch } = await imported([row])
  const id = (await rowsIn(batch.id))[0]?.projectId ?? 0
  await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
  await county.projects.submit({ ids: [id], action: 'RETURN', opinion: OPINION })
  return { row, id, before: await enterprise.projects.get(id) }
}

test('an import leaves a returned project as it is, and says that it waits for a word', async () => {
  const { row, id, before } = await returnedProject()
  serial += 1
  const { batch, written } = await imported([{ ...row, ratedPower: 733 }, goodRow(serial)])
  expect(written).toBe(1)
  expect(batch).toMatchObject({ state: 'DONE', created: 1, changed: 0, held: 1, errorRows: 0 })
  expect(writtenSummary(batch)).toBe('新建 1，变更 0（0 项），一致 0；待确认 1 行（修改被退回的项目）')
  expect(await enterprise.projects.get(id)).toEqual(before)
  expect((await rowsIn(batch.id)).map(({ state }) => state)).toEqual(['WARN', 'COMMITTED'])
})

test('with consent it changes the project, which stays returned', async () => {
  const { row, id } = await returnedProject()
  const { batch } = await imported([{ ...row, ratedPower: 734 }], { takeReturned: true })
  expect(batch).toMatchObject({ changed: 1, changes: 1, held: 0 })
  expect(await enterprise.projects.get(id)).toMatchObject({ ratedPower: 734, declareStatus: '2' })
})

test('what equals the project needs no consent', async () => {
  const { row } = await returnedProject()
  const { batch } = await imported([row])
  expect(batch).toMatchObject({ same: 1, held: 0 })
})

test('the plan tells what the county has said', async () => {
  const { row } = await returnedProject()
  const { batch } = await imported([{ ...row, ratedPower: 735 }], { dryRun: true })
  const { counts, rows } = await enterprise.imports.plan(batch.id, { action: 'returned' })
  expect(counts).toMatchObject({ changed: 1, returned: 1 })
  expect(rows[0]?.draft?.returned).toEqual({ statusLabel: '县级退回', opinion: OPINION })
})

test('an import of all or nothing is refused without it', async () => {
  const { row, id, before } = await returnedProject()
  const { batch } = await imported([{ ...row, ratedPower: 736 }], {
    mode: 'atomic',
    beforeWrite: () => false,
  })
  expect(await refusal(enterprise.imports.commit(batch.id, {}))).toEqual({
    status: 409,
    message: '有 1 行将修改被退回的项目，请确认后写入',
  })
  expect(await enterprise.projects.get(id)).toEqual(before)
})
