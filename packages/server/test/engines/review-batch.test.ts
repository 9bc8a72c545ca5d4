import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'
import type { RemarkDraft } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Trx } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { answerRemarks, closeRemarks } from '../../src/domain/desk/deal.ts'
import { reviewRecord } from '../../src/domain/desk/record.ts'
import { listRemarks } from '../../src/domain/desk/remark-list.ts'
import { listTasks } from '../../src/domain/desk/tasks.ts'
import { saveGeneralItems } from '../../src/domain/kinds/general-items/save.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { loadCaller } from '../support/caller.ts'
import { counting } from '../support/counting.ts'
import { copyProject } from '../support/many-projects.ts'
import { soundProject } from '../support/projects.ts'
import { soundUsage } from '../support/usage.ts'

const FEW = 2
const MANY = 40
const last = closedQuarter(day(new Date()))
const PERIOD = { year: last.year, quarter: last.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
const FIRST_DAY = `${last.year}-${String(last.quarter * 3 - 2).padStart(2, '0')}-01`

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 0

/** Projects that wait for the county. */
async function waitingProjects(times: number): Promise<number[]> {
  const enterprise = await rig.sameAs('enterprise_yc')
  serial += 1
  const { id } = await enterprise.projects.create(soundProject(serial))
  const ids = await copyProject(rig.db, id, times)
  expect((await enterprise.projects.submit({ ids, action: 'SUBMIT' })).failed).toEqual([])
  return ids
}

/** Quarterly reports of passed projects, submitted and waiting for the province. */
async function waitingUsage(times: number): Promise<number[]> {
  const projects = await waitingProjects(times)
  await sql`update es_project set declare_status = ${DeclareStatus.passed}, country_status = ${CountryStatus.stored}, warehouse_time = now(),
    commission_date = ${FIRST_DAY}, build_status = '4' where id = any(${projects}::bigint[])`.execute(rig.db)
  const { rows } = await sql<{ id: number }>`
    insert into usage_report (province_code, project_id, org_id, year, quarter, status, charge_times)
    select province_code, id, org_id, ${PERIOD.year}, ${PERIOD.quarter}, '1', 20
    from es_project where id = any(${projects}::bigint[]) returning id`.execute(rig.db)
  return rows.map(({ id }) => id)
}

/** Calculations of counties of Ningxia, passed by their city and waiting for the nation. */
async function waitingCalcs(times: number): Promise<number[]> {
  serial += 1
  const { rows } = await sql<{ id: number }>`
    insert into year_calc (province_code, scope_type, scope_id, scope_name, year, city_code, county_code, org_id, status)
    select '640000', 'REGION', 640300 + n, '县' || n, ${2000 + serial}, '640300', (640300 + n)::text,
      (select min(id) from org), '3' from generate_series(1, ${times}) n returning id`.execute(rig.db)
  return rows.map(({ id }) => id)
}

/** Runs work with a few records and with many; expects as many statements for both. */
async function expectSameCount<T>(
  make: (times: number) => Promise<T>,
  work: (trx: Trx, made: T) => Promise<unknown>,
): Promise<void> {
  const sent: number[] = []
  for (const times of [FEW, MANY]) {
    const made = await make(times)
    const { db, count } = counting(rig.db)
    await inTransaction(db, (trx) => work(trx, made))
    sent.push(count())
  }
  expect(sent[1]).toBe(sent[0])
}

const now = new Date()
const nothing = async (times: number) => times

test.each([
  ['PROJECT', 'county_yc', waitingProjects],
  ['USAGE', 'province_nx', waitingUsage],
  ['YEARCALC', 'nation', waitingCalcs],
] as const)('lists many %s tasks in as many statements as a few', async (entity, username, make) => {
  await make(MANY)
  const user = await loadCaller(rig.db, username)
  await expectSameCount(nothing, async (trx, size) => {
    const { content } = await listTasks(trx, { entity, size }, user, now)
    expect(content).toHaveLength(size)
  })
})

const remarks = (times: number): RemarkDraft[] =>
  Array.from({ length: times }, (_, at) => ({ field: 'ratedPower', text: `请核对第${at + 1}处` }))

/** Returned projects of one enterprise with so many remarks together. */
async function returnedWith(times: number): Promise<{ projectId: number; ids: number[] }> {
  const [id = 0] = await waitingProjects(1)
  const county = await rig.sameAs('county_yc')
  const request = { ids: [id], action: 'RETURN' as const, opinion: '请核对' }
  const { failed } = await county.projects.submit({
    ...request,
    remarks: [{ id, remarks: remarks(times) }],
  })
  expect(failed).toEqual([])
  const { rows } = await sql<{ id: number }>`
    select id from review_remark where entity = 'PROJECT' and entity_id = ${id}`.execute(rig.db)
  return { projectId: id, ids: rows.map((row) => row.id) }
}

test('reads, lists, answers and closes many remarks in as many statements as a few', async () => {
  const enterprise = await loadCaller(rig.db, 'enterprise_yc')
  const county = await loadCaller(rig.db, 'county_yc')
  await expectSameCount(returnedWith, (trx, { projectId }) =>
    reviewRecord(trx, { entity: 'PROJECT', entityId: projectId }, enterprise, now),
  )
  await expectSameCount(returnedWith, (trx, { projectId }) =>
    listRemarks(trx, { entity: 'PROJECT', entityId: projectId, size: 100 }, enterprise),
  )
  await expectSameCount(returnedWith, (trx, { ids }) =>
    answerRemarks(
      trx,
      ids.map((id) => ({ id, answer: `已核对 ${id}` })),
      enterprise,
      now,
    ),
  )
  await expectSameCount(returnedWith, (trx, { ids }) => closeRemarks(trx, ids, county, now))
})

const STEPS = [
  ['province_nx', { action: 'RETURN', opinion: '请核对' }],
  ['enterprise_yc', { action: 'SUBMIT' }],
  ['province_nx', { action: 'PASS', closeRemarks: true }],
  ['nation', { action: 'RETURN', opinion: '请核对' }],
  ['province_nx', { action: 'PASS', opinion: '经核实无误' }],
  ['nation', { action: 'CONFIRM', closeRemarks: true }],
] as const

test('takes many quarterly reports through the review in as many statements as a few', async () => {
  const groups = [await waitingUsage(FEW), await waitingUsage(MANY)]
  for (const [username, request] of STEPS) {
    const user = await loadCaller(rig.db, username)
    const sent = []
    for (const ids of groups) {
      const { rows } = await sql<{ id: number; version: number; project_id: number }>`
        select id, version, project_id from usage_report where id = any(${ids}::bigint[])`.execute(rig.db)
      const items = rows.map(({ id, version, project_id }) => ({
        id,
        version,
        itemType: 'USAGE' as const,
        answer: `已核对 ${id}`,
        ...(request.action === 'SUBMIT' ? { usage: soundUsage(project_id, PERIOD) } : {}),
      }))
      const { db, count } = counting(rig.db)
      const { errors } = await inTransaction(db, (trx) =>
        saveGeneralItems(trx, { ...request, items }, user, { now, undoSeconds: 10 }),
      )
      expect(errors, `${username} ${request.action}`).toEqual([])
      sent.push(count())
    }
    expect(sent[1], `${username} ${request.action}`).toBe(sent[0])
  }
})

test.each([{ action: 'RETURN', opinion: '请核对' }, { action: 'CONFIRM' }] as const)(
  'takes $action for many yearly calculations in as many statements as for a few',
  async (request) => {
    const nation = await loadCaller(rig.db, 'nation')
    await expectSameCount(waitingCalcs, async (trx, ids) => {
      const items = ids.map((id) => ({ id, version: 0, itemType: 'YEARCALC' as const }))
      const { errors } = await saveGeneralItems(trx, { ...request, items }, nation, { now, undoSeconds: 10 })
      expect(errors).toEqual([])
    })
  },
)

test('refuses many reports by their states in as many statements as a few', async () => {
  const nation = await loadCaller(rig.db, 'nation')
  await expectSameCount(waitingUsage, async (trx, ids) => {
    const items = ids.map((id) => ({ id, version: 0, itemType: 'USAGE' as const }))
    const call = saveGeneralItems(trx, { action: 'CONFIRM', items }, nation, { now })
    await expect(call).rejects.toMatchObject({ code: 'W-005' })
  })
})
