import type { components } from '@xinchu/contract/schema'
import { checkProgress, quarterDays } from '@xinchu/validators'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

const counts = async (column: 'tech_type' | 'province_code') => {
  const rows = await rig.db
    .selectFrom('demo_project')
    .select(({ fn }) => [column, fn.countAll<number>().as('n')])
    .where('batch_year', '=', 2024)
    .groupBy(column)
    .execute()
  return new Map(rows.map((row) => [row[column], Number(row.n)]))
}

test('the announced batch has the published numbers of projects by technology and province', async () => {
  const byTechnology = await counts('tech_type')
  expect([...byTechnology.values()].reduce((sum, n) => sum + n, 0)).toBe(56)
  expect(['01', '05', '03'].map((code) => byTechnology.get(code))).toEqual([17, 11, 8])
  const byProvince = await counts('province_code')
  expect(['42', '37', '32', '43', '13'].map((code) => byProvince.get(`${code}0000`))).toEqual([6, 4, 4, 4, 4])
})

test('every submitted project of the demonstration has all its parts, an office that recommends it and a history', async () => {
  const projects = await rig.db
    .selectFrom('demo_project')
    .selectAll()
    .where('submitted_once', '=', true)
    .execute()
  const parts = await rig.db.selectFrom('demo_part').select(['project_id', 'part']).execute()
  const steps = await rig.db
    .selectFrom('flow_history')
    .select(['biz_id', 'to_status'])
    .where('biz_type', '=', 'DEMO')
    .orderBy('id')
    .execute()
  for (const { id, recommend_org_id, status } of projects) {
    expect(
      parts
        .filter((part) => part.project_id === id)
        .map(({ part }) => part)
        .sort(),
    ).toEqual(['APPLICATION', 'BRIEF', 'IMPLEMENTATION'])
    expect(recommend_org_id).not.toBeNull()
    expect(steps.findLast((step) => step.biz_id === id)?.to_status).toBe(status)
  }
})

test('the current batch shows every state up to the primary review', async () => {
  const rows = await rig.db
    .selectFrom('demo_project')
    .select('status')
    .distinct()
    .where('batch_year', '>', 2024)
    .execute()
  expect(rows.map(({ status }) => status).sort()).toEqual(['0', '1', '2', '3', '4', '5', '6'])
})

test('every announced project has reported each quarter up to the last one, whose reports wait at every office', async () => {
  const rows = await rig.db
    .selectFrom('demo_progress')
    .select(['demo_project_id', 'year', 'quarter', 'status'])
    .execute()
  const counts = new Map<number, number>()
  for (const { demo_project_id: id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1)
  // The account's enterprise has not begun the last quarter.
  expect(counts.size).toBe(56)
  expect(new Set(counts.values()).size).toBe(2)
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['1', '3', '5']))
})

test('the reports of announced projects keep the rules of milestones, and some give reasons for delays', async () => {
  const plans = await rig.db
    .selectFrom('demo_part as t')
    .innerJoin('demo_project as p', 'p.id', 't.project_id')
    .select(['t.project_id', 't.content', 'p.commission_date'])
    .where('t.part', '=', 'IMPLEMENTATION')
    .where('p.batch_year', '=', 2024)
    .execute()
  const reports = await rig.db
    .selectFrom('demo_progress')
    .select(['demo_project_id', 'year', 'quarter', 'content'])
    .execute()
  let explained = 0
  for (const { project_id, content, commission_date } of plans) {
    const { milestones = [] } = content as components['schemas']['DemoImplementationFields'] // by its part
    const reached = milestones.flatMap(({ actualDate }) => actualDate ?? [])
    expect(reached).toEqual(reached.toSorted())
    expect(reached.length).toBe(commission_date ? 6 : 4)
    if (commission_date) expect(reached.at(-1)).toBe(commission_date)
    for (const { year, quarter, content: report } of reports.filter(
      (each) => each.demo_project_id === project_id,
    )) {
      const states = milestones.map(({ id, planDate }) => ({
        planDate,
        ...report.milestones?.find(({ milestoneId }) => milestoneId === id),
      }))
      const issues = checkProgress(
        { ...report },
        { milestones: states, days: quarterDays({ year, quarter }) },
      )
      expect(issues).toEqual([])
      if (report.delayReason) explained += 1
    }
  }
  expect(explained).toBeGreaterThan(0)
  expect(explained).toBeLessThan(reports.length)
})
