import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextSentRows } from '../../src/domain/import/stage.ts'
import { type Rig, startRig } from '../rig.ts'

let rig: Rig
let batchId: number
beforeAll(async () => {
  rig = await startRig()
  const { imports } = await rig.as('enterprise_yc')
  const batch = await imports.upload({ clientKey: 'long-rows', rows: [{ projectName: '甲' }] })
  batchId = batch.id
})
afterAll(() => rig.close())

test('long rows are checked a few at a time, and none is left out', async () => {
  await sql`
    insert into import_row (batch_id, row_no, state, raw)
    select ${batchId}, n, 'OK', jsonb_build_object('remark', repeat('长', 700000)) from generate_series(2, 6) as n`.execute(
    rig.db,
  )
  const parts: number[][] = []
  for (let last = 0; ; last = parts.at(-1)?.at(-1) ?? 0) {
    const rows = await nextSentRows(rig.db, batchId, last)
    if (rows.length === 0) break
    parts.push(rows.map(({ rowNo }) => rowNo))
  }
  expect(parts).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ])
})
