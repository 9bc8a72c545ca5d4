import { ReportStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { undoStep } from '../../src/domain/desk/undo.ts'
import type { StepItem, StepRequest } from '../../src/domain/flow/step.ts'
import { takeSteps } from '../../src/domain/flow/take-steps.ts'
import { provincialPilot } from '../../src/domain/kinds/provincial-pilot/kind.ts'
import { type Rig, startRig } from '../rig.ts'
import { loadCaller } from '../support/caller.ts'
import { counting } from '../support/counting.ts'
import { provincialIn } from '../support/provincial.ts'

const OPINION = '请核对后修改'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 0

/** Submitted projects of a province, as their ids. */
async function submitted(times: number): Promise<number[]> {
  const id = await provincialIn(rig, 'PROV_DEMO', ReportStatus.submitted)
  serial += 1
  const names = Array.from({ length: times }, (_, at) => `示范 ${serial}-${at}`)
  const { rows } = await sql<{ id: number }>`
    insert into provincial_demo (province_code, org_id, year, project_name, content, status, submit_time)
    select p.province_code, p.org_id, p.year, n.name, p.content, p.status, p.submit_time
    from provincial_demo p cross join unnest(${names}::text[]) n(name) where p.id = ${id} returning id`.execute(
    rig.db,
  )
  await rig.db.deleteFrom('provincial_demo').where('id', '=', id).execute()
  return rows.map((row) => row.id)
}

const itemsOf = (ids: readonly number[]) => ids.map((id) => ({ id, version: 0, fields: {} }))

async function take(items: readonly (StepItem & { fields: object })[], request: StepRequest, db = rig.db) {
  const user = await loadCaller(rig.db, 'nation')
  return inTransaction(db, (trx) =>
    takeSteps(trx, provincialPilot, items, request, { user, now: new Date(), undoSeconds: 20 }),
  )
}

async function statesOf(ids: readonly number[]): Promise<string[]> {
  const rows = await rig.db
    .selectFrom('provincial_demo')
    .select('status')
    .where('id', 'in', [...ids])
    .execute()
  return [...new Set(rows.map(({ status }) => status))]
}

test.each([{ action: 'RETURN', opinion: OPINION }, { action: 'CONFIRM' }] as const)(
  'takes $action for many records in as many statements as for a few',
  async (request) => {
    const sent: number[] = []
    for (const times of [2, 40]) {
      const ids = await submitted(times)
      const { db, count } = counting(rig.db)
      await take(itemsOf(ids), request, db)
      sent.push(count())
    }
    expect(sent[1]).toBe(sent[0])
  },
)

test('one undo restores all records of a step', async () => {
  const ids = await submitted(3)
  const { undo } = await take(itemsOf(ids), { action: 'RETURN', opinion: OPINION })
  expect(await statesOf(ids)).toEqual([ReportStatus.returnedByNation])
  const user = await loadCaller(rig.db, 'nation')
  await inTransaction(rig.db, (trx) => undoStep(trx, undo?.undoId ?? '', user, new Date()))
  expect(await statesOf(ids)).toEqual([ReportStatus.submitted])
})

test('takes no step if one of the records is refused', async () => {
  const ids = await submitted(2)
  const items = itemsOf(ids).map((item, at) => ({ ...item, version: at }))
  await expect(take(items, { action: 'CONFIRM' })).rejects.toMatchObject({ status: 409, code: 'W-003' })
  expect(await statesOf(ids)).toEqual([ReportStatus.submitted])
})

test('refuses an absent record before its version, its state and missing words', async () => {
  const [id = 0] = await submitted(1)
  const refusalOf = async (item: StepItem, action: 'RETURN' | 'PASS') =>
    take([{ ...item, fields: {} }], { action }).catch((error: unknown) => error)
  expect(await refusalOf({ id: 0, version: 7 }, 'PASS')).toMatchObject({ status: 404 })
  expect(await refusalOf({ id, version: 7 }, 'PASS')).toMatchObject({ status: 409, code: 'W-003' })
  expect(await refusalOf({ id, version: 0 }, 'PASS')).toMatchObject({ status: 409, code: 'W-005' })
  expect(await refusalOf({ id, version: 0 }, 'RETURN')).toMatchObject({ status: 400, code: 'W-006' })
})
