import { type ImportBatch, type ImportRow, importWorkbook, writtenSummary } from '@xinchu/sdk'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openImportPlatform } from '../support/import-platform.ts'
import { fillTemplate, type ImportCells } from '../support/import-rows.ts'
import { saveByHand } from '../support/save-by-hand.ts'

const platform = openImportPlatform(60_000)
const { nextRow, imported, rowsIn } = platform

const batchOf = (id: number) => platform.enterprise.imports.get(id)

/** Waits until the batch is in a state. */
const becomes = (id: number, state: ImportBatch['state']) =>
  expect.poll(async () => (await batchOf(id)).state, { interval: 20 }).toBe(state)

/** Makes a draft from a row, of which a person corrects some fields. */
async function correctedDraft(row: ImportCells, changes: Readonly<Record<string, unknown>>): Promise<number> {
  const { batch } = await imported([row])
  const id = (await rowsIn(batch.id))[0]?.projectId ?? 0
  await saveByHand(platform.enterprise, id, changes)
  return id
}

const keptIn = (row: ImportRow | undefined) => row?.warnings.filter(({ code }) => code === 'D-008')

test.each(['partial', 'atomic'] as const)(
  'an import (%s) says which cells it has not written, and what has become of its rows',
  async (mode) => {
    const [corrected, equal, changed] = [nextRow(), nextRow(), nextRow()]
    const id = await correctedDraft(corrected, { address: '麻黄山乡' })
    await imported([equal, changed])
    const rows = [
      { ...corrected, address: '惠安堡镇' },
      equal,
      { ...changed, ratedPower: 801, remark: '二期' },
      nextRow(),
    ]
    const { batch, written } = await imported(rows, { mode })
    expect(written).toBe(4)
    expect(batch).toMatchObject({ created: 1, changed: 1, changes: 2, same: 2, kept: 1 })
    expect(writtenSummary(batch)).toBe('新建 1，变更 1（2 项），一致 2；保留人工更正 1 格')
    const found = await rowsIn(batch.id)
    expect(found.map((row) => keptIn(row)?.length)).toEqual([1, 0, 0, 0])
    expect(keptIn(found[0])).toEqual([
      {
        ...{ field: 'address', caption: '详细地址', value: '惠安堡镇', code: 'D-008' },
        message: '第1行【详细地址】：保留人工更正，未写入本次的值',
      },
    ])
    expect(await platform.enterprise.projects.get(id)).toMatchObject({ address: '麻黄山乡' })
  },
)

test('an empty cell that would clear a corrected field is kept and said too, and a forced one is not', async () => {
  const row = nextRow({ remark: '一期' })
  const id = await correctedDraft(row, { remark: '已更正' })
  const kept = await imported([{ ...row, remark: '' }], { clearBlank: true })
  expect(kept.batch).toMatchObject({ changed: 0, same: 1, kept: 1 })
  expect(keptIn((await rowsIn(kept.batch.id))[0])?.map(({ field, value }) => [field, value])).toEqual([
    ['remark', undefined],
  ])
  const forced = await imported([{ ...row, remark: '二期' }], { forceFields: ['remark'] })
  expect(forced.batch).toMatchObject({ changed: 1, changes: 1, same: 0, kept: 0 })
  expect(await platform.enterprise.projects.get(id)).toMatchObject({ remark: '二期' })
})

test('a kept cell of a workbook is named by its row and column', async () => {
  const row = nextRow()
  await correctedDraft(row, { address: '麻黄山乡' })
  const template = await platform.enterprise.imports.downloadTemplate({})
  const filled = await fillTemplate(new Uint8Array(await template.blob.arrayBuffer()), [row])
  const file = new File([Buffer.from(filled)], '一行.xlsx')
  const { batch } = await importWorkbook(platform.enterprise.imports, file, { pollInterval: 20 })
  expect(keptIn((await rowsIn(batch.id))[0])).toMatchObject([
    { column: expect.stringMatching(/^[A-Z]+$/), message: '第6行【详细地址】：保留人工更正，未写入本次的值' },
  ])
})

test('an office that oversees an import learns neither the kept contact nor the sent one', async () => {
  const row = nextRow()
  await correctedDraft(row, { contactPhone: '13900139000' })
  const { batch } = await imported([{ ...row, contactPhone: '13700137000' }])
  expect(batch.kept).toBe(1)
  const province = await platform.rig.sameAs('province_nx')
  const { rows = [] } = await province.imports.listForProvince({ batchId: batch.id })
  expect(keptIn(rows[0])).toMatchObject([{ field: 'contactPhone' }])
  expect(JSON.stringify(rows)).not.toMatch(/13900139000|13700137000/)
})

test('rows that are imported again are the same, and not new or changed', async () => {
  const rows = [nextRow(), nextRow(), nextRow(), nextRow()]
  await imported(rows)
  const { batch } = await imported(rows)
  expect(writtenSummary(batch)).toBe('新建 0，变更 0（0 项），一致 4')
})

const eventsOf = async (id: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from record_event where subject = 'project' and record_id = ${id}`.execute(
    platform.rig.db,
  )
  return rows[0]?.count ?? 0
}

test.each(['partial', 'atomic'] as const)(
  'an import (%s) leaves a draft without differences as it is: no new version, no event, no trace in its history',
  async (mode) => {
    const [equal, corrected, changed] = [nextRow(), nextRow(), nextRow()]
    const keptId = await correctedDraft(corrected, { address: '麻黄山乡' })
    const { batch: first } = await imported([equal, changed])
    const [equalId = 0, changedId = 0] = (await rowsIn(first.id)).map(({ projectId }) => projectId ?? 0)
    const ids = [equalId, keptId, changedId]
    const stateOf = async (id: number) =>
      [await platform.enterprise.projects.get(id), await eventsOf(id)] as const
    const before = await Promise.all(ids.map(stateOf))
    const rows = [equal, { ...corrected, address: '惠安堡镇' }, { ...changed, ratedPower: 801 }]
    const { batch, written } = await imported(rows, { mode })
    expect(written).toBe(3)
    expect(batch).toMatchObject({ created: 0, changed: 1, changes: 1, same: 2, kept: 1, errorRows: 0 })
    const after = await Promise.all(ids.map(stateOf))
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
    expect(after[2]?.[0].version).toBe((before[2]?.[0].version ?? 0) + 1)
    expect(after[2]?.[1]).toBe((before[2]?.[1] ?? 0) + 1)
  },
)

test('of two imports under one key at the same time one has written the rows, and the other says so', async () => {
  const rows = Array.from({ length: 120 }, () => nextRow())
  const clientKey = 'two-at-the-same-time'
  const outcomes = await Promise.all([imported(rows, { clientKey }), imported(rows, { clientKey })])
  const told = outcomes.map(({ written, writtenBefore }) => [written, writtenBefore])
  expect(told.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
    [0, 120],
    [120, 0],
  ])
  for (const { batch } of outcomes)
    expect(batch).toMatchObject({ committedRows: 120, created: 120, changed: 0, same: 0, kept: 0 })

  const later = await imported(rows, { clientKey })
  expect([later.written, later.writtenBefore]).toEqual([0, 120])
})

test('a commit that is made again while the rows are written did not start the writing', async () => {
  const rows = [nextRow()].map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell)])),
  )
  const { id } = await platform.enterprise.imports.upload({ clientKey: 'commit-twice', rows, last: true })
  await becomes(id, 'READY')
  // Another server holds the batch, so that this one does not write it yet.
  await sql`update import_batch set lease_until = now() + interval '1 hour' where id = ${id}`.execute(
    platform.rig.db,
  )
  expect(await platform.enterprise.imports.commit(id, {})).toMatchObject({
    state: 'COMMITTING',
    started: true,
  })
  expect(await platform.enterprise.imports.commit(id, {})).toMatchObject({
    state: 'COMMITTING',
    started: false,
  })
  await sql`update import_batch set lease_until = null where id = ${id}`.execute(platform.rig.db)
  await becomes(id, 'DONE')
  expect(await platform.enterprise.imports.get(id)).not.toHaveProperty('started')
})

test('a batch has no counts before it is written, nor if an earlier release has written some of its rows', async () => {
  const wrong = nextRow({ contactPhone: '1' })
  const checked = await imported([nextRow()], { beforeWrite: ({ batch }) => 'created' in batch })
  expect(checked.batch).toMatchObject({ state: 'READY', committedRows: 0 })
  const { batch } = await imported([nextRow(), wrong])
  expect(batch).toMatchObject({ created: 1, kept: 0 })

  // As the earlier release has left it.
  await sql`update import_row set outcome = null where batch_id = ${batch.id}`.execute(platform.rig.db)
  await sql`update import_batch set new_rows = null, changed_rows = null, same_rows = null, changed_fields = null,
    kept_fields = null where id = ${batch.id}`.execute(platform.rig.db)
  await platform.enterprise.imports.correctRows(batch.id, {
    rows: [{ rowNo: 2, cells: { contactPhone: '13800138000' } }],
  })
  await platform.enterprise.imports.commit(batch.id, {})
  await becomes(batch.id, 'DONE')
  const done = await platform.enterprise.imports.get(batch.id)
  expect(done).toMatchObject({ committedRows: 2 })
  for (const count of ['created', 'changed', 'changes', 'same', 'kept'])
    expect(done).not.toHaveProperty(count)
  expect(writtenSummary(done)).toBeUndefined()
})

test('rows written after a correction are counted with those before', async () => {
  const { batch } = await imported([nextRow(), nextRow({ contactPhone: '1' })])
  expect(batch).toMatchObject({ created: 1, committedRows: 1 })
  await platform.enterprise.imports.correctRows(batch.id, {
    rows: [{ rowNo: 2, cells: { contactPhone: '13800138000' } }],
  })
  expect(await platform.enterprise.imports.get(batch.id)).toMatchObject({ state: 'READY', created: 1 })
  await platform.enterprise.imports.commit(batch.id, {})
  await expect.poll(async () => (await batchOf(batch.id)).created, { interval: 20 }).toBe(2)
})
