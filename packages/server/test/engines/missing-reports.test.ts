import { deptKinds } from '@xinchu/contract/rights'
import type { XinchuClient } from '@xinchu/sdk'
import { closedQuarter, quarterAfter } from '@xinchu/validators'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { budget } from '../../../../scripts/lib/test-seed.mjs'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { changedByHand } from '../support/changed-by-hand.ts'

let rig: Rig
let nation: XinchuClient
/** Offices of stations, with the regions that they lie in. */
let offices: { id: number; regions: readonly string[] }[]

// Beside the ids of the demonstration, in a province that has no stations of its own there.
const FIRST = 9_700_000
const PROVINCE = '820000'
const LAST = closedQuarter(day(new Date()))
const EARLIER = quarterAfter(LAST, -1)
const DAY_MS = 86_400_000

beforeAll(async () => {
  rig = await startRig()
  nation = await rig.as('nation')
  const { rows } = await sql<{ id: number; regions: string[] }>`
    select o.id, array_remove(array[r.province_code, r.city_code, r.county_code], null) as regions
    from org o join region r on r.code = o.region_code where o.dept_id = ${deptKinds.enterprise} order by o.id limit 4`.execute(
    rig.db,
  )
  offices = rows
  expect(offices).toHaveLength(4)
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const station = fc.record({
  office: fc.option(fc.nat(3), { freq: 5 }),
  tech: fc.constantFrom('01', '02'),
  status: fc.option(fc.constantFrom('0', '1', '2', '3', '4', '5'), { freq: 3 }),
})
type Station = typeof station extends fc.Arbitrary<infer T> ? T : never

/** Windows of a quarter; days from now to the deadlines. */
const window = fc.record({
  // By office and the level of its region; none for the window of all.
  region: fc.option(fc.tuple(fc.nat(3), fc.nat(2))),
  office: fc.option(fc.nat(3)),
  days: fc.constantFrom(-40, -3, 4, 30),
  // The enterprises' own deadline, before the end.
  earlier: fc.option(fc.constantFrom(1, 5)),
  enabled: fc.boolean(),
})
type Window = typeof window extends fc.Arbitrary<infer T> ? T : never

const regionOf = ({ region }: Window) => {
  const regions = region === null ? [] : (offices[region[0]]?.regions ?? [])
  return regions[Math.min(region?.[1] ?? 0, regions.length - 1)]
}
const officeOf = ({ office }: Window) => (office === null ? undefined : offices[office]?.id)
const isOfAll = (each: Window) => each.region === null && each.office === null
const deadlineOf = ({ days, earlier }: Window) => days - (earlier ?? 0)

const local = (days: number) =>
  new Date(Date.now() + days * DAY_MS + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

async function store(stations: readonly Station[], windows: readonly Window[], period: typeof LAST) {
  await rig.db.deleteFrom('usage_report').where('province_code', '=', PROVINCE).execute()
  await rig.db.deleteFrom('es_project').where('province_code', '=', PROVINCE).execute()
  await rig.db
    .deleteFrom('fill_time')
    .where('fill_type', '=', 'QUARTER')
    .where('year', '=', period.year)
    .where('quarter', '=', period.quarter)
    .execute()
  if (windows.length > 0)
    await rig.db
      .insertInto('fill_time')
      .values(
        windows.map((each) => ({
          fill_type: 'QUARTER' as const,
          ...period,
          start_time: `${local(-60)}+08`,
          end_time: `${local(each.days)}+08`,
          level_deadlines: JSON.stringify(
            each.earlier === null ? {} : { enterprise: local(deadlineOf(each)) },
          ),
          region_codes: [regionOf(each)].filter((code) => code !== undefined),
          org_ids: [officeOf(each)].filter((id) => id !== undefined),
          enabled: each.enabled,
        })),
      )
      .execute()
  await rig.db
    .insertInto('es_project')
    .values(
      stations.map(({ tech, office }, at) => ({
        id: FIRST + at,
        province_code: PROVINCE,
        project_code: `M${at}`,
        project_name: `未报测试${at}`,
        build_status: '4' as const,
        tech_type: tech,
        rated_power: 10,
        commission_date: '2020-01-01',
        org_id: office === null ? null : (offices[office]?.id ?? null),
        submitted_once: true,
        origin_dept_id: 100 as const,
      })),
    )
    .execute()
  const reports = stations.flatMap(({ status }, at) =>
    status === null ? [] : [{ province_code: PROVINCE, project_id: FIRST + at, ...period, status }],
  )
  if (reports.length > 0) await rig.db.insertInto('usage_report').values(reports).execute()
  await changedByHand(rig.db)
}

/** Counts the stations one by one, as the definitions say. */
function expected(stations: readonly Station[], windows: readonly Window[], isLast: boolean) {
  const ofAll = windows.filter(isOfAll)
  const generalLeft = ofAll.length === 0 ? isLast : ofAll.some((each) => deadlineOf(each) > 0)
  const hasTime = ({ office }: Station) => {
    if (generalLeft) return true
    const own = office === null ? undefined : offices[office]
    return windows.some(
      (each) =>
        !isOfAll(each) &&
        each.enabled &&
        deadlineOf(each) > 0 &&
        own !== undefined &&
        (officeOf(each) === own.id || own.regions.some((code) => code === regionOf(each))),
    )
  }
  const isReported = ({ status }: Station) => status !== null && ['1', '3', '5'].includes(status)
  const missing = stations.filter((each) => !isReported(each))
  return {
    dueProjects: stations.length,
    reportedProjects: stations.length - missing.length,
    pendingProjects: missing.filter(hasTime).length,
    overdueProjects: missing.filter((each) => !hasTime(each)).length,
  }
}

test.each([
  ['the last quarter', LAST],
  ['an earlier quarter', EARLIER],
] as const)(
  'the due reports of %s are reported, pending or overdue by the deadline of their office',
  async (_, period) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(station, { minLength: 1, maxLength: 14 }),
        fc.array(window, { maxLength: 3 }),
        async (stations, windows) => {
          await store(stations, windows, period)
          const place = { year: period.year, quarter: period.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
          const all = expected(stations, windows, period === LAST)
          const [total] = await nation.statistics.getUsage({ ...place, provinceCode: [PROVINCE] })
          expect(total).toMatchObject(all)
          expect(all.pendingProjects + all.overdueProjects + all.reportedProjects).toBe(total?.dueProjects)
          const groups = await nation.statistics.getUsage({
            ...place,
            provinceCode: [PROVINCE],
            groupBy: ['region', 'techType'],
          })
          for (const row of groups)
            expect(row).toMatchObject(
              expected(
                stations.filter(({ tech }) => row.key?.endsWith(`,${tech}`)),
                windows,
                period === LAST,
              ),
            )
          const list = await nation.projects.listDueItems({
            ...place,
            itemType: 'USAGE',
            provinceCode: PROVINCE,
            size: 50,
          })
          expect(list.reporting).toEqual(all)
          const { reporting } = await nation.projects.listDueItems({
            ...place,
            itemType: 'USAGE',
            provinceCode: PROVINCE,
            techType: ['01'],
            size: 1,
          })
          expect(reporting).toEqual(
            expected(
              stations.filter(({ tech }) => tech === '01'),
              windows,
              period === LAST,
            ),
          )
          const marks = list.content.map(({ overdue }) => overdue)
          expect([
            marks.filter((each) => each === false).length,
            marks.filter((each) => each === true).length,
          ]).toEqual([all.pendingProjects, all.overdueProjects])
        },
      ),
      { numRuns: budget(12, 60) },
    )
  },
)

test('a report that is returned while the figures are read makes no count negative', async () => {
  const stations: Station[] = [0, 1].map((office) => ({ office, tech: '01', status: '3' }))
  // All are late but the first office, which got more time.
  const more = { region: null, earlier: null, enabled: true }
  await store(
    stations,
    [
      { ...more, office: null, days: -3 },
      { ...more, office: 0, days: 30 },
    ],
    EARLIER,
  )
  const quarter = EARLIER.quarter as 1 | 2 | 3 | 4 // a quarter is 1 to 4
  const read = async () => {
    const period = { ...EARLIER, quarter }
    const [figures] = await nation.statistics.getUsage({ ...period, provinceCode: [PROVINCE] })
    const list = { ...period, itemType: 'USAGE', provinceCode: PROVINCE } as const
    return [figures, (await nation.projects.listDueItems(list)).reporting]
  }
  const all = { dueProjects: 2, reportedProjects: 2, pendingProjects: 0, overdueProjects: 0 }
  expect(await read()).toMatchObject([all, all])
  // As between the two reads of one call: the sums are those before it.
  await rig.db.deleteFrom('usage_report').where('province_code', '=', PROVINCE).execute()
  expect(await read()).toMatchObject([all, all])
})
