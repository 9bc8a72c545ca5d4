import type { XinchuClient } from '@xinchu/sdk'
import { closedQuarter, quarterAfter, quarterDays } from '@xinchu/validators'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { budget } from '../../../../scripts/lib/test-seed.mjs'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { changedByHand } from '../support/changed-by-hand.ts'
import { soundUsage } from '../support/usage.ts'

let rig: Rig
let nation: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  nation = await rig.as('nation')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

// Beside the ids of the demonstration, in a province that has no stations of its own there.
const FIRST = 9_400_000
const PROVINCE = '820000'
const LAST = closedQuarter(day(new Date()))
const [NOW, BEFORE] = [quarterAfter(LAST, -2), quarterAfter(LAST, -3)]
const DEADLINE_DAY = 31
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const BEIJING_MS = 8 * 3_600_000

type Quarter = typeof LAST
const queryOf = ({ year, quarter }: Quarter) => ({ year, quarter: quarter as 1 | 2 | 3 | 4 }) // a quarter is 1 to 4

/** Midnight in Beijing at the end of a quarter. */
const endOf = (period: Quarter) => Date.parse(quarterDays(period).last) + DAY_MS - BEIJING_MS
const dateOf = (period: Quarter, days: number) =>
  new Date(Date.parse(quarterDays(period).last) + days * DAY_MS).toISOString().slice(0, 10)

test('counts who has submitted by the deadline, and how many by each day', async () => {
  // Those of the demonstration's earlier quarters.
  await rig.db
    .deleteFrom('fill_time')
    .where('fill_type', '=', 'QUARTER')
    .where('enabled', '=', false)
    .execute()
  for (const period of [NOW, BEFORE])
    await rig.db
      .insertInto('fill_time')
      .values({
        fill_type: 'QUARTER',
        ...period,
        start_time: `${dateOf(period, 1)} 00:00:00+08`,
        end_time: `${dateOf(period, 60)} 23:59:59+08`,
        level_deadlines: JSON.stringify({ enterprise: `${dateOf(period, DEADLINE_DAY)} 23:59:59` }),
        enabled: false,
      })
      .execute()
  // Minutes after the quarter; reports of earlier versions have no first submission.
  const minutes = fc.option(fc.integer({ min: 0, max: 120 * 24 * 60 }), { freq: 6 })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(minutes, minutes), { maxLength: 20 }), async (stations) => {
      await rig.db.deleteFrom('usage_report').where('province_code', '=', PROVINCE).execute()
      await rig.db.deleteFrom('es_project').where('province_code', '=', PROVINCE).execute()
      const reports = stations.flatMap((each, at) =>
        each.map((after, back) => ({
          province_code: PROVINCE,
          project_id: FIRST + at,
          ...(back === 0 ? NOW : BEFORE),
          status: '1' as const,
          first_submitted_at:
            after === null
              ? null
              : new Date(endOf(back === 0 ? NOW : BEFORE) + after * MINUTE_MS).toISOString(),
        })),
      )
      if (stations.length > 0) {
        await rig.db
          .insertInto('es_project')
          .values(
            stations.map((_, at) => ({
              id: FIRST + at,
              province_code: PROVINCE,
              project_code: `T${at}`,
              project_name: `及时性测试${at}`,
              build_status: '4' as const,
              commission_date: '2020-01-01',
              submitted_once: true,
              origin_dept_id: 100 as const,
            })),
          )
          .execute()
        await rig.db.insertInto('usage_report').values(reports).execute()
      }
      await changedByHand(rig.db)
      const found = await nation.statistics.getTimeliness({ ...queryOf(NOW), provinceCode: [PROVINCE] })
      for (const [at, period] of [NOW, BEFORE].entries()) {
        const given = stations.flatMap((each) => each[at] ?? [])
        const onTime = given.filter((after) => after < DEADLINE_DAY * 24 * 60).length
        const total = found.rows.find(
          (row) => row.key === '' && row.year === period.year && row.quarter === period.quarter,
        )
        expect(total ?? { onTime: 0, late: 0 }).toMatchObject({ onTime, late: given.length - onTime })
        const days = new Map<number, number>()
        for (const after of given) {
          const on = Math.min(90, Math.floor(after / (24 * 60)) + 1)
          days.set(on, (days.get(on) ?? 0) + 1)
        }
        const course = found.courses[at]
        expect(course).toMatchObject({
          ...period,
          deadline: `${dateOf(period, DEADLINE_DAY)} 23:59:59`,
          deadlineDay: DEADLINE_DAY,
        })
        expect(course?.days.map((each) => [each.day, each.count])).toEqual(
          [...days].toSorted(([a], [b]) => a - b),
        )
      }
    }),
    { numRuns: budget(8, 25) },
  )
})

test('the first quarter of the contract has no course of a quarter before it', async () => {
  const { courses } = await nation.statistics.getTimeliness({ year: 2000, quarter: 1 })
  expect(courses.map(({ year, quarter }) => [year, quarter])).toEqual([[2000, 1]])
})

test('the first submission stays when a report is returned and submitted again, and a draft has none', async () => {
  const enterprise = await rig.as('enterprise_yc')
  const { content } = await enterprise.projects.listDueItems({
    itemType: 'USAGE',
    ...queryOf(LAST),
    size: 100,
  })
  const projectId = content[0]?.projectId ?? 0
  const report = () =>
    rig.db
      .selectFrom('usage_report')
      .select(['id', 'version', 'status', 'first_submitted_at'])
      .where('project_id', '=', projectId)
      .where('year', '=', LAST.year)
      .where('quarter', '=', LAST.quarter)
      .executeTakeFirstOrThrow()
  await rig.db
    .deleteFrom('usage_report')
    .where('project_id', '=', projectId)
    .where('year', '=', LAST.year)
    .where('quarter', '=', LAST.quarter)
    .execute()
  const usage = soundUsage(projectId, queryOf(LAST))
  await enterprise.projects.saveGeneralItems({ action: 'SAVE', items: [{ itemType: 'USAGE', usage }] })
  const draft = await report()
  expect(draft.first_submitted_at).toBeNull()
  const send = async (action: 'SUBMIT' | 'WITHDRAW') => {
    const { id, version } = await report()
    const items = [{ itemType: 'USAGE' as const, id, version }]
    const { errors } = await enterprise.projects.saveGeneralItems({ action, items })
    expect(errors).toEqual([])
  }
  await send('SUBMIT')
  const { first_submitted_at: first } = await report()
  expect(first).not.toBeNull()
  await send('WITHDRAW')
  await send('SUBMIT')
  expect(await report()).toMatchObject({ status: '1', first_submitted_at: first })
})
