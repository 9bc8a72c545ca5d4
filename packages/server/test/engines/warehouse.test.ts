import type { WarehouseDifference } from '@xinchu/sdk'
import { closedQuarter, quarterAfter, quarterDays, roundTo } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countsIn } from '../../src/domain/ledger/official.ts'
import { dateTime, day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { storePreviewed } from '../support/store-sync.ts'

let rig: Rig
let now = () => new Date()
beforeAll(async () => {
  rig = await startRig({ now: () => now(), config: { undoSeconds: 10 } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const closed = closedQuarter(day(new Date()))
const next = quarterAfter(closed)
const of = ({ year, quarter }: typeof closed, more: { dryRun?: boolean } = {}) => ({
  year,
  quarter: quarter as 1 | 2 | 3 | 4, // a quarter is 1 to 4
  ...more,
})

/** The whole snapshot of a period, to see whether anything of it changed. */
async function snapshot({ year, quarter }: typeof closed) {
  const { rows } = await sql<{
    project_id: number
    rated_power: number
    project_version: number
    sync_id: number
  }>`
    select project_id, rated_power, project_version, sync_id from official_project w
    where ${countsIn({ year, quarter })} order by project_id`.execute(rig.db)
  return rows
}

/** States of all reports of the closed quarter. */
const reportStates = async () =>
  rig.db
    .selectFrom('usage_report')
    .select(['id', 'status', 'version'])
    .where('year', '=', closed.year)
    .where('quarter', '=', closed.quarter)
    .orderBy('id')
    .execute()

const passed = async () =>
  rig.db
    .selectFrom('es_project')
    .select(['id', 'version'])
    .where('country_status', '=', '3')
    .orderBy('id')
    .execute()

describe('storing what the nation has passed', () => {
  test('a dry run says what would change and changes nothing', async () => {
    const nation = await rig.as('nation')
    const [before, waiting] = [await snapshot(closed), await passed()]
    const report = await nation.projects.syncWarehousingData(of(closed, { dryRun: true }))
    expect(report).toMatchObject({
      added: waiting.length,
      changed: 0,
      removed: 0,
      projects: before.length + waiting.length,
    })
    const sums = (of: (each: WarehouseDifference) => number | undefined) =>
      roundTo(
        (report.differences ?? []).reduce((all, each) => all + (of(each) ?? 0), 0),
        4,
      )
    const { powerBefore = 0, powerAfter = 0, energyBefore = 0, energyAfter = 0 } = report
    const changeOf = (before: number, after: number) => roundTo(after - before, 4)
    expect(changeOf(powerBefore, powerAfter)).toBe(
      changeOf(
        sums((each) => each.powerBefore),
        sums((each) => each.powerAfter),
      ),
    )
    expect(changeOf(energyBefore, energyAfter)).toBe(
      changeOf(
        sums((each) => each.energyBefore),
        sums((each) => each.energyAfter),
      ),
    )
    expect(report.differences?.map(({ id, change }) => [id, change])).toEqual(
      expect.arrayContaining(waiting.map(({ id }) => [id, 'ADDED'])),
    )
    expect(await snapshot(closed)).toEqual(before)
    expect(await passed()).toEqual(waiting)
  })

  test('what was compared is stored, or nothing of it if it has changed since', async () => {
    const nation = await rig.as('nation')
    const compare = async () =>
      (await nation.projects.syncWarehousingData(of(closed, { dryRun: true }))).previewId ?? 0
    const store = (previewId: number) => storePreviewed(nation, { ...of(closed), previewId })
    const [first] = await passed()
    if (!first) throw new Error('no project waits to be stored')
    const before = await snapshot(closed)
    const shown = await compare()
    await rig.db
      .updateTable('es_project')
      .set({ rated_power: sql<number>`rated_power + 1` })
      .where('id', '=', first.id)
      .execute()
    await expect(store(shown)).rejects.toMatchObject({
      message: '核对之后又有 1 件变动，请重新核对',
    })
    await expect(store(999_999)).rejects.toMatchObject({
      status: 409,
      message: '没有本期的这次核对，请重新核对',
    })
    expect(await snapshot(closed)).toEqual(before)
    await rig.db
      .updateTable('es_project')
      .set({ rated_power: sql<number>`rated_power - 1`, update_time: sql<string>`now()` })
      .where('id', '=', first.id)
      .execute()
    const again = await compare()
    const [last] = await rig.db
      .selectFrom('warehouse_sync')
      .select(['id', 'dry_run'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(last).toEqual({ id: again, dry_run: true })
  })

  test('[7.messages.8] takes in what is confirmed, confirms no report itself, and a second time changes nothing', async () => {
    const nation = await rig.as('nation')
    const forecast = await nation.projects.syncWarehousingData(of(closed, { dryRun: true }))
    const waiting = await passed()
    const reports = await reportStates()
    const unconfirmed = reports.filter(({ status }) => status === '3').length
    expect(unconfirmed).toBeGreaterThan(0)
    expect(forecast.usageWaiting).toBe(unconfirmed)
    const { previewId = 0 } = forecast
    const first = await storePreviewed(nation, { ...of(closed), previewId })
    expect(first).toMatchObject({
      added: waiting.length,
      projects: forecast.projects,
      usageRows: forecast.usageRows,
      skipped: [],
    })
    const after = await snapshot(closed)
    expect(await passed()).toEqual([])
    expect(await reportStates()).toEqual(reports)
    expect(first.usageWaiting).toBe(unconfirmed)
    const second = await nation.projects.syncWarehousingData(of(closed))
    expect(second).toMatchObject({
      added: 0,
      changed: 0,
      removed: 0,
      projects: first.projects,
      usageRows: first.usageRows,
    })
    expect(await snapshot(closed)).toEqual(after)
  })

  test('reports are confirmed by their own step, which can be undone until they are stored', async () => {
    const nation = await rig.as('nation')
    const query = { itemType: 'USAGE' as const, ...of(closed), status: ['3' as const], size: 200 }
    const { content, totalElements } = await nation.projects.listGeneralItems(query)
    const confirm = async (items: typeof content) => {
      const drafts = items.map(({ id, version }) => ({ id, version, itemType: 'USAGE' as const }))
      const { saved, undo } = await nation.projects.saveGeneralItems({ action: 'CONFIRM', items: drafts })
      expect(saved.map(({ status }) => status)).toEqual(items.map(() => '5'))
      return undo?.undoId ?? ''
    }
    const stored = async () => (await nation.projects.syncWarehousingData(of(closed))).usageRows
    const before = await stored()
    await nation.review.undo({ undoId: await confirm(content) })
    expect((await nation.projects.listGeneralItems(query)).totalElements).toBe(totalElements)
    expect(await stored()).toBe(before)
    const again = await nation.projects.listGeneralItems(query)
    const undoId = await confirm(again.content)
    expect(await stored()).toBe(before + content.length)
    await expect(nation.review.undo({ undoId })).rejects.toMatchObject({ message: '不能撤销：已入库' })
  })

  test('every row leads to its record’s version and to the sync that took it in', async () => {
    const { rows } = await sql<{ wrong: number }>`
      select count(*) as wrong from official_project w
      join es_project p on p.province_code = w.province_code and p.id = w.project_id
      left join official_record r on r.province_code = w.province_code and r.project_id = w.project_id and r.sync_id = w.sync_id
      left join warehouse_sync s on s.id = w.sync_id and not s.dry_run
      where w.to_edition is null and w.to_period is null and (s.id is null or p.version <> w.project_version
        or (r.content ->> 'rated_power')::numeric is distinct from w.rated_power)`.execute(rig.db)
    expect(rows[0]?.wrong).toBe(0)
    const usage = await sql<{ wrong: number }>`
      select count(*) as wrong from official_report w
      left join usage_report u on u.province_code = w.province_code and u.id = w.usage_id and u.version = w.usage_version
        and u.status = '5' and u.charge_energy = w.charge_energy
      where w.to_edition is null and u.id is null`.execute(rig.db)
    expect(usage.rows[0]?.wrong).toBe(0)
  })

  test('the hours and the revenue of a stored report are those of its indicators', async () => {
    const { content } = await (await rig.as('nation')).projects.listGeneralItems({
      itemType: 'USAGE',
      ...of(closed),
      status: ['5'],
      size: 200,
    })
    const stored = await rig.db
      .selectFrom('official_report')
      .select(['usage_id', 'period_hours', 'total_revenue'])
      .execute()
    const byId = new Map(stored.map((row) => [row.usage_id, row]))
    for (const { id, derived } of content)
      expect(byId.get(id)).toMatchObject({
        period_hours: derived?.periodHours,
        total_revenue: derived?.totalRevenue,
      })
  })
})

describe('a project that is changed after it was stored', () => {
  test('stays in the warehouse as it was until its new version is stored', async () => {
    const enterprise = await rig.as('enterprise_yc')
    const { content } = await enterprise.projects.list({ countryStatus: ['4'], size: 1 })
    const id = content[0]?.id ?? 0
    const { ratedPower = 0, version } = await enterprise.projects.get(id)
    const powerIn = async () =>
      (await snapshot(closed)).find(({ project_id }) => project_id === id)?.rated_power
    await rig.db
      .updateTable('es_project')
      .set({ rated_power: ratedPower + 1, declare_status: '0' })
      .where('id', '=', id)
      .execute()
    const nation = await rig.as('nation')
    await nation.projects.syncWarehousingData(of(closed))
    expect(await powerIn()).toBe(ratedPower)
    const ledger = await nation.projects.list({ id, source: 'warehouse' })
    expect(ledger.content).toMatchObject([{ ratedPower, countryStatusLabel: '已入库' }])
    for (const state of ['1', '2'] as const)
      await rig.db
        .updateTable('es_project')
        .set({ declare_status: '7', country_status: state })
        .where('id', '=', id)
        .execute()
    await nation.projects.syncWarehousingData(of(closed))
    expect(await powerIn()).toBe(ratedPower)
    await rig.db
      .updateTable('es_project')
      .set({ country_status: '3', version: version + 9 })
      .where('id', '=', id)
      .execute()
    const dry = await nation.projects.syncWarehousingData(of(closed, { dryRun: true }))
    expect(dry).toMatchObject({ added: 0, changed: 1 })
    expect(dry.differences?.[0]).toMatchObject({
      id,
      change: 'CHANGED',
      fields: [
        { name: 'ratedPower', label: '额定功率', before: String(ratedPower), after: String(ratedPower + 1) },
      ],
    })
    expect(await nation.projects.syncWarehousingData(of(closed))).toMatchObject({ changed: 1 })
    expect(await powerIn()).toBe(ratedPower + 1)
  })

  test('shows the nation the old and the new contact masked', async () => {
    const { content } = await (await rig.as('enterprise_yc')).projects.list({ countryStatus: ['4'], size: 1 })
    const id = content[0]?.id ?? 0
    const store = async (phone: string) => {
      await rig.db
        .updateTable('es_project')
        .set((eb) => ({ contact_phone: phone, country_status: '3', version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
      const nation = await rig.as('nation')
      const dry = await nation.projects.syncWarehousingData(of(closed, { dryRun: true }))
      await nation.projects.syncWarehousingData(of(closed))
      return dry.differences?.find((difference) => difference.id === id)?.fields
    }
    await store('13800138001')
    expect(await store('13900139002')).toEqual([
      { name: 'contactPhone', label: '联系电话', before: '138****8001', after: '139****9002' },
    ])
  })
})

test('the ledger and its sums are the snapshot’s', async () => {
  const nation = await rig.as('nation')
  const { totalElements } = await nation.projects.list({ source: 'warehouse', size: 1 })
  const rows = await snapshot(closed)
  expect(totalElements).toBe(rows.length)
  const provinces = await nation.projects.listProvinceSummaries({ source: 'warehouse' })
  const total = provinces.reduce((sum, { ratedPower = 0 }) => sum + ratedPower, 0)
  expect(total).toBeCloseTo(
    rows.reduce((sum, row) => sum + row.rated_power, 0),
    4,
  )
})

describe('the ledger', () => {
  test('is filtered and sorted by what was stored, not by what was changed since', async () => {
    const nation = await rig.as('nation')
    const [first] = (await nation.projects.list({ source: 'warehouse', size: 1 })).content
    const id = first?.id ?? 0
    const power = first?.ratedPower ?? 0
    await rig.db.updateTable('es_project').set({ rated_power: 4321 }).where('id', '=', id).execute()
    const at = async (source: 'work' | 'warehouse', value: number) =>
      (await nation.projects.list({ id, source, powerMin: value, powerMax: value })).totalElements
    expect([await at('warehouse', 4321), await at('warehouse', power)]).toEqual([0, 1])
    expect([await at('work', 4321), await at('work', power)]).toEqual([1, 0])
    const sorted = await nation.projects.list({ source: 'warehouse', sort: ['ratedPower,desc'], size: 200 })
    const powers = sorted.content.map(({ ratedPower = 0 }) => ratedPower)
    expect(powers).toEqual([...powers].sort((a, b) => b - a))
    await rig.db.updateTable('es_project').set({ rated_power: power }).where('id', '=', id).execute()
  })

  test('says of each row which snapshot, version and sync it is from, and offers no action', async () => {
    const nation = await rig.as('nation')
    const { content } = await nation.projects.list({ source: 'warehouse', ...of(closed), size: 50 })
    const rows = new Map((await snapshot(closed)).map((row) => [row.project_id, row]))
    for (const { id, snapshot: source, actions, editable } of content) {
      expect(source).toMatchObject({
        ...of(closed),
        projectVersion: rows.get(id)?.project_version,
        syncId: rows.get(id)?.sync_id,
      })
      expect([actions, editable]).toEqual([[], false])
    }
  })

  test('of a period before anything was stored is empty', async () => {
    const { totalElements } = await (await rig.as('nation')).projects.list({
      source: 'warehouse',
      year: 2015,
      quarter: 1,
    })
    expect(totalElements).toBe(0)
  })

  test.each([
    ['province_nx', '640000'],
    ['province_bj', '110000'],
  ])('shows %s its own province alone', async (username, province) => {
    const { content } = await (await rig.as(username)).projects.list({ source: 'warehouse', size: 200 })
    expect(new Set(content.map(({ provinceCode }) => provinceCode))).toEqual(new Set([province]))
  })
})

describe('periods', () => {
  test('the running quarter is not stored', async () => {
    await expect((await rig.as('nation')).projects.syncWarehousingData(of(next))).rejects.toMatchObject({
      kind: 'conflict',
      message: '该季度尚未结束，不能入库',
    })
  })

  test('what came into operation after the quarter waits for a later one and says so', async () => {
    const nation = await rig.as('nation')
    const { content } = await nation.projects.list({ countryStatus: ['4'], size: 1 })
    const id = content[0]?.id ?? 0
    const late = quarterDays(next).first
    await rig.db
      .updateTable('es_project')
      .set({ country_status: '3', commission_date: late })
      .where('id', '=', id)
      .execute()
    const { skipped, changed } = await nation.projects.syncWarehousingData(of(closed))
    expect([changed, skipped]).toEqual([
      0,
      [{ id, message: `投运日期晚于${quarterDays(closed).last}，留待以后入库` }],
    ])
  })

  test('the next quarter carries all over, and then the one before it is final', async () => {
    const before = await snapshot(closed)
    now = () => new Date(`${quarterDays(quarterAfter(next)).first}T08:00:00+08:00`)
    const nation = await rig.as('nation')
    const result = await nation.projects.syncWarehousingData(of(next))
    // The one that came into operation late.
    expect(result).toMatchObject({ changed: 1, added: 0, removed: 0, projects: before.length })
    expect(result.startedAt).toBe(dateTime(now()))
    expect(await snapshot(closed)).toEqual(before)
    const carried = (await snapshot(next)).filter(({ sync_id }) => sync_id !== result.taskId)
    expect(carried).toHaveLength(before.length - 1)
    await expect(nation.projects.syncWarehousingData(of(closed))).rejects.toMatchObject({
      kind: 'conflict',
      message: '之后的季度已入库，本期数据不再变动',
    })
  })

  test('a record that was found to be a double is taken out, with its reports', async () => {
    const nation = await rig.as('nation')
    const [first] = await snapshot(next)
    const id = first?.project_id ?? 0
    await rig.db.updateTable('es_project').set({ repeat_flag: '2' }).where('id', '=', id).execute()
    expect(await nation.projects.syncWarehousingData(of(next))).toMatchObject({ removed: 1 })
    expect((await snapshot(next)).map(({ project_id }) => project_id)).not.toContain(id)
    expect((await snapshot(closed)).map(({ project_id }) => project_id)).toContain(id)
  })
})

test.each(['province_nx', 'enterprise_yc', 'query', 'region_xb'])('%s stores nothing', async (username) => {
  const call = (await rig.as(username)).projects.syncWarehousingData(of(closed, { dryRun: true }))
  await expect(call).rejects.toMatchObject({ kind: 'forbidden' })
})
