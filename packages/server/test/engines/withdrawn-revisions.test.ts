/** Withdrawing the newest revision of a published period: a further revision with the rows before it. */
import type { ScaleLayoutRow, XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { storeCompared } from '../support/store-sync.ts'

const closed = closedQuarter(day(new Date()))
const LAST = { year: closed.year, quarter: closed.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
const YEAR_END = { year: 2025, quarter: 4 } as const
const nameOf = (no: number, { year, quarter } = LAST as { year: number; quarter: number }) =>
  `${year}Q${quarter}-0${no}`

const WHY = '补报的项目尚未核实'

let rig: Rig
let nation: XinchuClient

/** The record that the tests correct. */
let id: number

beforeEach(async () => {
  rig = await startRig()
  nation = await rig.sameAs('nation')
  await sql`update fill_time set start_time = '2020-01-01', end_time = '2020-01-02'`.execute(rig.db)
  await sql`update usage_report set status = '4' where status in ('1', '3')`.execute(rig.db)
  await sql`update es_project set country_status = '4' where country_status = '3'`.execute(rig.db)
  const { rows } = await sql<{ id: number }>`
    select min(w.project_id) as id from official_project w join es_project p on p.id = w.project_id
    where w.to_edition is null and w.to_period is null and w.county_code = '640323' and p.declare_status = '7'
      and not p.deleted and p.repeat_flag <> '2'`.execute(rig.db)
  id = rows[0]?.id ?? 0
  await nation.projects.syncWarehousingData(LAST)
  await nation.statistics.publishPeriod(LAST)
})
afterEach(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** Passes the record with other amounts. */
async function correct(power: number): Promise<void> {
  await sql`update es_project set rated_power = ${power}, rated_energy = ${power * 2}, build_status = '4',
      commission_date = '2023-06-01', declare_status = '7', country_status = '3', version = version + 1
    where id = ${id}`.execute(rig.db)
}

/** Revises the last period, and those from another one on. */
async function revise(power: number, from?: { year: number; quarter: 1 | 2 | 3 | 4 }): Promise<void> {
  await correct(power)
  const back = from ? { revise: from } : {}
  await storeCompared(nation, { ...LAST, ...back, reason: '按核实结果更正' })
}

const withdraw = (batch: string, more: { dryRun?: boolean; reason?: string } = { reason: WHY }) =>
  nation.statistics.withdrawRevision({ batch, ...more })

type Groups = NonNullable<Parameters<XinchuClient['statistics']['getScaleLayout']>[0]>['groupBy']

const GROUPS: readonly Groups[] = [[], ['region'], ['techType', 'ownerType'], ['year']]

/** Figures of a period, as of a batch or now. */
const figures = (period: { year: number; quarter: number }, asOf?: string): Promise<ScaleLayoutRow[][]> =>
  Promise.all(
    GROUPS.map((groupBy = []) =>
      nation.statistics.getScaleLayout({
        ...{ year: period.year, quarter: period.quarter as 1 | 2 | 3 | 4, source: 'warehouse' }, // a quarter is 1 to 4
        groupBy,
        ...(asOf ? { asOf } : {}),
      }),
    ),
  )

const stateOf = async () => {
  const { rows } = await sql<{ country_status: string; version: number; warehouse_time: string | null }>`
    select country_status, version, warehouse_time from es_project where id = ${id}`.execute(rig.db)
  return rows[0]
}

const partsOf = async (no: number) => {
  const { rows } = await sql<{ rows: string; figures: string }>`
    select claim::jsonb ->> 'rowsDigest' as rows, claim::jsonb ->> 'figuresDigest' as figures from official_seal
    where year = ${LAST.year} and quarter = ${LAST.quarter} and revision = ${no}`.execute(rig.db)
  return rows[0]
}

const isIntact = async (batch: string) => (await nation.statistics.verifyPublication({ batch })).isIntact

describe('a withdrawn revision', () => {
  test('has its figures replaced by those before it, as a further revision that is sealed', async () => {
    const before = await figures(LAST)
    await revise(777)
    const revised = await figures(LAST)
    expect(revised).not.toEqual(before)
    expect(await withdraw(nameOf(2))).toMatchObject({
      ...{ batch: nameOf(3), withdrawn: nameOf(2), restored: nameOf(1) },
      ...{ added: 0, changed: 1, removed: 0, usageChanged: 0 },
    })
    expect(await figures(LAST)).toEqual(before)
    // No batch has other figures than it had.
    expect(await figures(LAST, nameOf(1))).toEqual(before)
    expect(await figures(LAST, nameOf(2))).toEqual(revised)
    expect(await figures(LAST, nameOf(3))).toEqual(before)
    expect(await partsOf(3)).toEqual(await partsOf(1))
    expect(await partsOf(2)).not.toEqual(await partsOf(1))
    expect([await isIntact(nameOf(1)), await isIntact(nameOf(2)), await isIntact(nameOf(3))]).toEqual([
      true,
      true,
      true,
    ])
  })

  test('shows with its reason wherever revisions show', async () => {
    await revise(777)
    await withdraw(nameOf(2))
    const reason = `撤回修订 ${nameOf(2)}：${WHY}`
    const [current] = await nation.statistics.listPublications(LAST)
    expect(current).toMatchObject({ batch: nameOf(3), origin: 'REVISION', isCurrent: true, reason })
    expect((await nation.statistics.listPeriods())[0]).toMatchObject({ ...LAST, status: 'REVISED' })
    const [last, first] = await nation.statistics.listRestatements(LAST)
    expect(last).toMatchObject({ batch: nameOf(3), reason, orgName: expect.any(String) })
    // What the revision moved moves back.
    const [back, forth] = [last?.rows[0], first?.rows[0]]
    expect([back?.powerBefore, back?.powerAfter]).toEqual([forth?.powerAfter, forth?.powerBefore])
    for (const user of ['query', 'province_nx', 'county_yc'] as const) {
      const { content } = await (await rig.sameAs(user)).messages.list({ keyword: '已公布的统计数据有修订' })
      expect([user, content.filter(({ content: text }) => text?.includes(reason)).length]).toEqual([user, 1])
    }
    const { content } = await nation.events.read({ types: ['period'] })
    expect(content.filter(({ kind }) => kind === 'period.revised')).toHaveLength(2)
  })

  test('is an entry of the audit log that holds its seal and its reason', async () => {
    await revise(777)
    await withdraw(nameOf(2))
    const { rows } = await sql<{ entry: string }>`
      select to_jsonb(a)::text as entry from audit_log a where operation_id = 'withdrawRevision'`.execute(
      rig.db,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.entry).toContain(WHY)
    expect(rows[0]?.entry).toContain('撤回统计修订')
  })

  test('lets its records wait for the next sync, which lists them again', async () => {
    const [before] = [await stateOf()]
    await revise(777)
    expect((await stateOf())?.country_status).toBe('4')
    await withdraw(nameOf(2))
    expect(await stateOf()).toMatchObject({ country_status: '3', warehouse_time: before?.warehouse_time })
    const { flow } = await nation.projects.get(id)
    expect(flow?.history?.at(-1)).toMatchObject({ action: 'UNSYNC', fromStatus: 'C4', toStatus: 'C3' })
    const plan = await nation.projects.syncWarehousingData({ ...LAST, dryRun: true })
    expect(plan).toMatchObject({ isRestatement: true, added: 0, changed: 1, removed: 0 })
    expect(plan.differences?.map((each) => each.id)).toEqual([id])
  })

  test('can itself be withdrawn, and its records count as stored again', async () => {
    await revise(777)
    const revised = await figures(LAST)
    await withdraw(nameOf(2))
    await withdraw(nameOf(3), { reason: '已经核实，恢复修订' })
    expect(await figures(LAST)).toEqual(revised)
    expect((await stateOf())?.country_status).toBe('4')
    expect(await nation.projects.syncWarehousingData({ ...LAST, dryRun: true })).toMatchObject({
      isRestatement: false,
      ...{ added: 0, changed: 0, removed: 0 },
    })
  })

  test('tells the author and the offices of its records that they wait, and later that they are stored', async () => {
    const { rows } = await sql<{ project_name: string; username: string }>`
      select p.project_name, (select min(u.username) from app_user u where u.org_id = p.org_id) as username
      from es_project p where p.id = ${id}`.execute(rig.db)
    const [{ project_name, username } = { project_name: '', username: '' }] = rows
    const told = async (user: string, keyword: string) =>
      (await (await rig.sameAs(user)).messages.list({ keyword, size: 50 })).content
        .filter(({ content }) => content?.includes(`“${project_name}”`))
        .map(({ content, link }) => [content, link])
    const readers = [username, 'county_yc', 'city_wz', 'province_nx']
    await revise(777)
    await withdraw(nameOf(2))
    const waits = `<p>批次 ${nameOf(2)} 已撤回，“${project_name}”现为“待入库”，下次入库时再次列入。</p>`
    for (const user of readers)
      expect([user, await told(user, '个项目回到待入库')]).toEqual([
        user,
        [[waits, `/esproject/detail/${id}`]],
      ])
    const before = (await told(username, '个项目已入库')).length
    await withdraw(nameOf(3), { reason: '已经核实，恢复修订' })
    for (const user of readers) expect((await told(user, '个项目回到待入库')).length).toBe(1)
    expect((await told(username, '个项目已入库')).length).toBe(before + 1)
  })

  test('of an earlier period leaves all others as they are', async () => {
    // The trend of a period has the ends of other years, which are theirs.
    const ofOwnRows = async () => (await figures(LAST)).slice(0, -1)
    const year = await figures(YEAR_END)
    await revise(777, YEAR_END)
    const last = await ofOwnRows()
    const state = await stateOf()
    const revision = (await nation.statistics.listPublications(YEAR_END))[0]?.batch ?? ''
    expect((await withdraw(revision)).others).toContain(nameOf(2))
    expect(await figures(YEAR_END)).toEqual(year)
    expect(await ofOwnRows()).toEqual(last)
    expect(await stateOf()).toEqual(state)
    expect((await nation.statistics.listPublications(LAST))[0]?.batch).toBe(nameOf(2))
  })
})

test('reports that a revision took in are out again, and those that it replaced are back', async () => {
  const { rows } = await sql<{ id: number }>`
    update usage_report set run_hours = coalesce(run_hours, 0) + 1, version = version + 1
    where id = (select min(t.usage_id) from official_report t
      where t.year = ${LAST.year} and t.quarter = ${LAST.quarter} and t.to_edition is null) returning id`.execute(
    rig.db,
  )
  expect(rows).toHaveLength(1)
  const open = async () =>
    (
      await sql<{ usage_id: number; run_hours: number }>`
        select usage_id, usage_version, run_hours from official_report
        where year = ${LAST.year} and quarter = ${LAST.quarter} and to_edition is null order by 1`.execute(
        rig.db,
      )
    ).rows
  const before = await open()
  await storeCompared(nation, { ...LAST, reason: '更正一份使用情况' })
  expect(await open()).not.toEqual(before)
  expect(await withdraw(nameOf(2))).toMatchObject({ changed: 0, usageChanged: 1, differences: [] })
  expect(await open()).toEqual(before)
  expect(await partsOf(3)).toEqual(await partsOf(1))
})

describe('a project', () => {
  test('that a revision took out is back, and one that it added is out and waits', async () => {
    await sql`update es_project set deleted = true where id = ${id}`.execute(rig.db)
    const before = await figures(LAST)
    await storeCompared(nation, { ...LAST, reason: '移出已删除的项目' })
    expect(await withdraw(nameOf(2))).toMatchObject({ added: 1, changed: 0, removed: 0 })
    expect(await figures(LAST)).toEqual(before)
    await sql`update es_project set deleted = false where id = ${id}`.execute(rig.db)
    await sql`update es_project set deleted = true where id = ${id}`.execute(rig.db)
    await storeCompared(nation, { ...LAST, reason: '移出已删除的项目' })
    await sql`update es_project set deleted = false where id = ${id}`.execute(rig.db)
    await revise(500)
    expect(await withdraw(nameOf(5))).toMatchObject({ added: 0, changed: 0, removed: 1 })
    expect(await stateOf()).toMatchObject({ country_status: '3', warehouse_time: null })
  })
})

test('the preview is the result, and changes nothing', async () => {
  await revise(777)
  const before = await figures(LAST)
  const plan = await withdraw(nameOf(2), { dryRun: true })
  expect(await figures(LAST)).toEqual(before)
  expect((await nation.statistics.listPublications(LAST))[0]?.batch).toBe(nameOf(2))
  expect(plan.differences).toMatchObject([{ id, change: 'CHANGED', powerBefore: 777 }])
  const row = plan.period.rows[0]
  expect([row?.powerBefore, row?.powerAfter]).toEqual([
    before[0]?.[0]?.ratedPower,
    (await figures(LAST, nameOf(1)))[0]?.[0]?.ratedPower,
  ])
  expect(await withdraw(nameOf(2))).toEqual(plan)
})

describe('is refused, and changes nothing:', () => {
  const refused = async (batch: string, message: string, status = 409) => {
    const before = await nation.statistics.listPublications()
    for (const dryRun of [true, false])
      await expect(withdraw(batch, { dryRun, reason: WHY })).rejects.toMatchObject({
        status,
        message: expect.stringContaining(message),
      })
    expect(await nation.statistics.listPublications()).toEqual(before)
  }

  test('a batch that there never was', () => refused('2019Q1-01', '该批次', 404))

  test('the batch that was published first', () => refused(nameOf(1), '首次公布'))

  test('a revision that is not the newest, with the one that is', async () => {
    await revise(777)
    await revise(888)
    await refused(nameOf(2), `只能撤回现行的 ${nameOf(3)}`)
  })

  test('a batch of a period that is not published', async () => {
    await sql`delete from official_seal where year = ${LAST.year} and quarter = ${LAST.quarter}`.execute(
      rig.db,
    )
    await sql`delete from official_publication where year = ${LAST.year} and quarter = ${LAST.quarter}`.execute(
      rig.db,
    )
    await refused(nameOf(1), '尚未公布')
  })

  test.each([[undefined], ['  '], ['不准确']])('without a reason of five characters (%j)', async (reason) => {
    await revise(777)
    await expect(withdraw(nameOf(2), reason === undefined ? {} : { reason })).rejects.toMatchObject({
      status: 400,
      errors: [{ field: 'reason' }],
    })
    expect((await nation.statistics.listPublications(LAST))[0]?.batch).toBe(nameOf(2))
  })

  test.each(['admin', 'query', 'province_nx', 'enterprise_yc'])('to %s', async (user) => {
    await revise(777)
    const client = await rig.sameAs(user)
    await expect(
      client.statistics.withdrawRevision({ batch: nameOf(2), dryRun: true }),
    ).rejects.toMatchObject({ status: 403 })
  })
})

test('of two at the same time, one is done and one is refused', async () => {
  await revise(777)
  const both = await Promise.allSettled([withdraw(nameOf(2)), withdraw(nameOf(2))])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } })
  expect((await nation.statistics.listPublications(LAST))[0]?.batch).toBe(nameOf(3))
})
