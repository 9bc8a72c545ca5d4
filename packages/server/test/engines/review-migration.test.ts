import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsDir } from '../../src/db/migrate.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { soundProject } from '../support/projects.ts'
import { soundUsage } from '../support/usage.ts'

const last = closedQuarter(day(new Date()))
const PERIOD = { year: last.year, quarter: last.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
const TABLES = [
  'review_submission',
  'review_remark',
  'review_draft',
  'review_phrase',
  'review_undo',
  'project_duplicate_reason',
]

let rig: Rig
let enterprise: XinchuClient
let county: XinchuClient
let province: XinchuClient
const project = { submitted: 0, returned: 0 }
const quarter = { projectId: 0, id: 0, version: 0 }

/** Takes the tables of the review back to the version before it, and applies its migration to the records. */
async function migrateAgain(): Promise<void> {
  for (const table of TABLES) await sql`drop table ${sql.table(table)}`.execute(rig.db)
  await sql`drop index flow_history_time`.execute(rig.db)
  await sql`alter table flow_history drop column due_date, drop column remark_count, drop column undone`.execute(
    rig.db,
  )
  const text = readFileSync(join(migrationsDir, '0019-review.sql'), 'utf8')
  await sql`${sql.raw(`do $migration$ begin execute $statements$${text}$statements$; end $migration$`)}`.execute(
    rig.db,
  )
}

beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
  county = await rig.as('county_yc')
  province = await rig.as('province_nx')
  for (const [serial, name] of [
    [1, 'submitted'],
    [2, 'returned'],
  ] as const) {
    const { id } = await enterprise.projects.create(soundProject(serial))
    await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    project[name] = id
  }
  await county.projects.submit({ ids: [project.returned], action: 'RETURN', opinion: '请核对投资' })
  const { content } = await enterprise.projects.listDueItems({ itemType: 'USAGE', ...PERIOD, size: 1 })
  quarter.projectId = content[0]?.projectId ?? 0
  await sql`delete from usage_report where project_id = ${quarter.projectId} and year = ${PERIOD.year} and quarter = ${PERIOD.quarter}`.execute(
    rig.db,
  )
  const { saved } = await enterprise.projects.saveGeneralItems({
    action: 'SUBMIT',
    items: [{ itemType: 'USAGE', usage: soundUsage(quarter.projectId, PERIOD) }],
  })
  quarter.id = saved[0]?.id ?? 0
  quarter.version = saved[0]?.version ?? 0
  await migrateAgain()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const ref = (entityId: number) => ({ entity: 'PROJECT' as const, entityId })

test('a project submitted before the review was kept is returned, corrected and compared', async () => {
  const id = project.submitted
  const before = await county.review.getRecord(ref(id))
  expect([before.submissions, before.task.submissionNo]).toEqual([[], 1])
  expect((await county.review.getChanges(ref(id))).basis).toBe('NONE')
  const remarks = [{ id, remarks: [{ field: 'ratedPower', text: '备案证为 100 MW' }] }]
  const request = { ids: [id], action: 'RETURN' as const, opinion: '请核对', remarks }
  expect((await county.projects.submit(request)).failed).toEqual([])
  const { version } = await enterprise.projects.get(id)
  await enterprise.projects.update({ ...soundProject(1, { ratedPower: 100 }), id, version })
  expect((await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })).failed).toEqual([])
  const { basis, changes } = await county.review.getChanges(ref(id))
  expect([basis, changes.map(({ oldValue, newValue }) => [oldValue, newValue])]).toEqual([
    'SUBMISSION',
    [['101 MW', '100 MW']],
  ])
})

test('a project returned before the review was kept is submitted and passed', async () => {
  const id = project.returned
  const { returned, remarks } = await enterprise.review.getRecord(ref(id))
  expect([returned?.opinion, remarks]).toEqual(['请核对投资', []])
  expect((await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })).failed).toEqual([])
  expect((await county.review.getRecord(ref(id))).submissions).toHaveLength(1)
  expect((await county.projects.submit({ ids: [id], action: 'PASS' })).failed).toEqual([])
})

test('a quarter submitted before the review was kept is returned, corrected and passed', async () => {
  const item = { id: quarter.id, itemType: 'USAGE' as const }
  const returned = await province.projects.saveGeneralItems({
    action: 'RETURN',
    opinion: '请核对',
    items: [{ ...item, version: quarter.version, remarks: [{ field: 'chargeTimes', text: '次数偏少' }] }],
  })
  const usage = soundUsage(quarter.projectId, PERIOD, { chargeTimes: 60 })
  const again = await enterprise.projects.saveGeneralItems({
    action: 'SUBMIT',
    items: [{ ...item, version: returned.saved[0]?.version ?? 0, usage }],
  })
  const { changes } = await province.review.getChanges({ entity: 'USAGE', entityId: quarter.id })
  expect(changes).toMatchObject([
    { fieldLabel: '充电次数', oldValue: '50 次', newValue: '60 次', asked: true },
  ])
  const passed = await province.projects.saveGeneralItems({
    action: 'PASS',
    closeRemarks: true,
    items: [{ ...item, version: again.saved[0]?.version ?? 0 }],
  })
  expect(passed.saved[0]?.status).toBe('3')
})
