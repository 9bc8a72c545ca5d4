import { closedQuarter, quarterAfter, quarterDays } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayAfter } from '../../../sample/src/progress.ts'
import { loadUsageHistory } from '../../../sample/src/usage-history.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'

const LAST = closedQuarter(day(new Date()))
const queryOf = ({ year, quarter }: typeof LAST) => ({ year, quarter: quarter as 1 | 2 | 3 | 4 }) // a quarter is 1 to 4

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** Carries rows out of a transaction and rolls it back. */
class Seen extends Error {
  readonly rows: unknown
  constructor(rows: unknown) {
    super('seen')
    this.rows = rows
  }
}

test('reports come in over the month after their quarter, and a part of them late, more in some provinces', async () => {
  const before = quarterAfter(LAST, -1)
  const { rows, courses } = await (await rig.as('nation')).statistics.getTimeliness(queryOf(before))
  expect(new Set(rows.map(({ year, quarter }) => `${year}/${quarter}`)).size).toBeGreaterThan(3)
  const [course] = courses
  expect(course?.deadlineDay).toBe(31)
  expect(course?.days.length).toBeGreaterThan(20)
  const total = rows.find(
    (row) => row.key === '' && row.quarter === before.quarter && row.year === before.year,
  )
  const share = (total?.late ?? 0) / ((total?.late ?? 0) + (total?.onTime ?? 0))
  expect(share).toBeGreaterThan(0.04)
  expect(share).toBeLessThan(0.16)
  const marked = rows.filter(({ key, late, onTime }) => key && late > 0.1 * (late + onTime))
  const places = new Set(marked.map(({ key }) => key))
  expect(places.size).toBeGreaterThan(4)
  expect(places.size).toBeLessThan(25)
})

test('no step of a report is in the future or before the quarter has ended, and the last is its last change', async () => {
  const { rows } = await sql<{ wrong: number }>`
    select count(*) as wrong from (
      select u.update_time, u.first_submitted_at, u.status, max(h.time) as last, min(h.time) as first,
        make_date(u.year, u.quarter * 3 - 2, 1) + interval '3 months' as ended
      from usage_report u join flow_history h on h.biz_type = 'USAGE' and h.biz_id = u.id group by u.province_code, u.id, u.update_time, u.first_submitted_at, u.status, u.year, u.quarter) r
    where r.first < r.ended or r.last > now() or r.last <> r.update_time
      or (r.status <> '0' and r.first_submitted_at is distinct from r.first)`.execute(rig.db)
  expect(rows).toEqual([{ wrong: 0 }])
})

test('the quarters between the published ones and the last have official use that is not published', async () => {
  const { statistics } = await rig.as('nation')
  const between = (await statistics.listPeriods()).filter(({ status }) => status === 'CONTINUED')
  expect(between.length).toBeGreaterThan(0)
  for (const { year, quarter } of between) {
    const [batch, ...others] = await statistics.listPublications({ year, quarter })
    expect(batch).toMatchObject({ batch: `${year}Q${quarter}-01`, origin: 'BACKCAST' })
    expect([batch?.publishedAt, others]).toEqual([undefined, []])
    const [official] = await statistics.getUsage({ year, quarter, source: 'warehouse' })
    const [work] = await statistics.getUsage({ year, quarter })
    expect(official?.reportedProjects).toBeGreaterThan(0)
    expect(official?.reportedProjects).toBeLessThanOrEqual(work?.reportedProjects ?? 0)
  }
})

test('the quarters before the last have a window that is closed', async () => {
  const windows = await (await rig.as('enterprise_yc')).fillTimes.list({ fillType: 'QUARTER' })
  const earlier = windows.filter(({ year, quarter }) => year !== LAST.year || quarter !== LAST.quarter)
  expect(earlier.length).toBeGreaterThan(3)
  expect(earlier.every(({ open }) => !open)).toBe(true)
})

test.each([1, 2, 5, 9, 10, 11])(
  'a demonstration that begins on day %i of a quarter has no step of a report after its begin',
  async (dayOfQuarter) => {
    const ended = Date.parse(quarterDays(LAST).last)
    const today = new Date(ended + dayOfQuarter * 86_400_000).toISOString().slice(0, 10)
    const found = rig.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('flow_history').where('biz_type', '=', 'USAGE').execute()
      await loadUsageHistory(trx, LAST, today)
      const { rows } = await sql`
        select min(h.time) >= ${dayAfter(quarterDays(LAST).last, 1)}::timestamp as begins,
          max(h.time) <= ${today}::timestamp as ends,
          bool_and(u.update_time >= h.time) as agrees
        from usage_report u join flow_history h on h.biz_type = 'USAGE' and h.biz_id = u.id
        where u.year = ${LAST.year} and u.quarter = ${LAST.quarter}`.execute(trx)
      throw new Seen(rows)
    })
    await expect(found).rejects.toMatchObject({ rows: [{ begins: true, ends: true, agrees: true }] })
  },
)
