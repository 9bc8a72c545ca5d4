import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { goodRow } from '../support/import-rows.ts'

let rig: Rig
let enterprise: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 110_000
const texts = (count: number) =>
  Array.from({ length: count }, () => {
    serial += 1
    return Object.fromEntries(Object.entries(goodRow(serial)).map(([name, cell]) => [name, String(cell)]))
  })

const numbersOf = async (batchId: number) =>
  (
    await rig.db
      .selectFrom('import_row')
      .select(['row_no', 'raw'])
      .where('batch_id', '=', batchId)
      .orderBy('row_no')
      .execute()
  ).map(({ row_no, raw }) => [row_no, raw['projectName']])

const ready = (id: number) => expect.poll(() => enterprise.imports.get(id)).toMatchObject({ state: 'READY' })

describe('numbered parts of an import', () => {
  test('may come in any order and more than once, and blank rows keep their numbers', async () => {
    const rows = texts(6)
    const clientKey = 'parts-any-order'
    const send = (firstRow: number, to: number, last = false) =>
      enterprise.imports.upload({ clientKey, firstRow, last, rows: rows.slice(firstRow - 1, to) })
    rows[2] = {}
    await send(5, 6, true)
    await send(3, 4)
    const { id } = await send(3, 4)
    await send(5, 6, true)
    expect(await enterprise.imports.get(id)).toMatchObject({ state: 'UPLOADED', totalRows: 3 })
    await send(1, 2)
    await ready(id)
    await send(1, 2)
    expect(await numbersOf(id)).toEqual(
      [1, 2, 4, 5, 6].map((number) => [number, rows[number - 1]?.['projectName']]),
    )
    expect(await enterprise.imports.get(id)).toMatchObject({ totalRows: 5, okRows: 5 })
  })

  test('that arrive at the same time are each taken once', async () => {
    const rows = texts(40)
    const clientKey = 'parts-at-once'
    const starts = [31, 1, 11, 21, 1, 31, 11]
    const batches = await Promise.all(
      starts.map((firstRow) =>
        enterprise.imports.upload({
          clientKey,
          firstRow,
          last: firstRow === 31,
          rows: rows.slice(firstRow - 1, firstRow + 9),
        }),
      ),
    )
    const [id = 0] = new Set(batches.map((batch) => batch.id))
    await ready(id)
    expect(await numbersOf(id)).toEqual(rows.map(({ projectName }, at) => [at + 1, projectName]))
  })

  test.each([
    ['another content', 3, [0, 9], false, '第4行与此前提交的不同，同一批次不能更换内容'],
    ['more rows', 3, [0, 1, 2], false, '第5行与此前提交的不同，同一批次不能更换内容'],
    ['rows that overlap', 2, [9, 0], false, '第2行与此前提交的不同，同一批次不能更换内容'],
    ['rows behind the last one', 5, [5], false, '该批次至第4行为止，与此前提交的不同'],
    ['an earlier end', 1, [7], true, '该批次至第4行为止，与此前提交的不同'],
  ] as const)('are refused with %s, and the row is named', async (what, firstRow, which, last, message) => {
    const rows = texts(10)
    const pick = (numbers: readonly number[]) => numbers.map((at) => rows[at] ?? {})
    const clientKey = `parts-${what}`
    const first = { clientKey, firstRow: 3, rows: pick([0, 1]), last: true }
    await enterprise.imports.upload(first)
    await expect(
      enterprise.imports.upload({ clientKey, firstRow, rows: pick(which), last }),
    ).rejects.toMatchObject({ status: 422, code: 'W-022', message: expect.stringContaining(message) })
  })

  test('go on by the id of their batch after more than a day', async () => {
    const rows = texts(2)
    const clientKey = 'parts-next-week'
    const { id } = await enterprise.imports.upload({ clientKey, firstRow: 1, rows: rows.slice(0, 1) })
    await rig.db
      .updateTable('import_batch')
      .set({ create_time: '2026-01-01 08:00:00' })
      .where('id', '=', id)
      .execute()
    const next = { clientKey, batchId: id, firstRow: 2, rows: rows.slice(1), last: true }
    expect((await enterprise.imports.upload(next)).id).toBe(id)
    await ready(id)
  })
})

test('a commit that is repeated with its key gets its first reply', async () => {
  const { id } = await enterprise.imports.upload({ clientKey: 'commit-again', rows: texts(1), last: true })
  await ready(id)
  const commit = () => enterprise.imports.commit(id, {}, { idempotencyKey: `commit-${id}` })
  await commit()
  await expect.poll(() => enterprise.imports.get(id)).toMatchObject({ state: 'DONE' })
  expect(await commit()).toMatchObject({ id, state: 'COMMITTING' })
})
