import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { PILOT_CONTENT, REPORT_CONTENT } from '../support/provincial.ts'
import { refusal } from '../support/refusal.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const NORTHWEST = ['610000', '620000', '630000', '640000', '650000', '660000']

/** Kinds of viewers, with the provinces whose work reports and projects they read; undefined if the call is not theirs. */
const VIEWERS: Readonly<
  Record<string, { reports: readonly string[] | undefined; demos: readonly string[] }>
> = {
  region_xb: { reports: NORTHWEST, demos: NORTHWEST },
  office_nx: { reports: ['640000'], demos: ['640000'] },
  query_nx: { reports: undefined, demos: ['640000'] },
}

const distinct = (codes: readonly (string | undefined)[]) => [...new Set(codes)].sort()

describe.each(Object.entries(VIEWERS))('%s', (username, { reports, demos }) => {
  test('reads the projects of its provinces alone', async () => {
    const { provincialDemos } = await rig.sameAs(username)
    const { content } = await provincialDemos.list({ size: 500 })
    const submitted = await rig.db
      .selectFrom('provincial_demo')
      .select('province_code')
      .where('submit_time', 'is not', null)
      .where('province_code', 'in', demos)
      .execute()
    expect(distinct(content.map(({ provinceCode }) => provinceCode))).toEqual(
      distinct(submitted.map(({ province_code }) => province_code)),
    )
    expect(content.flatMap(({ actions }) => actions)).toEqual([])
    expect(await refusal(provincialDemos.download({}))).toBeUndefined()
  })

  test('reads the work reports of its provinces alone', async () => {
    const { workReports } = await rig.sameAs(username)
    const list = workReports.list({ reportType: '1', size: 100 })
    if (!reports) {
      expect(await refusal(list)).toMatchObject({ status: 403 })
      return
    }
    const { content, summary } = await list
    expect(distinct(content.map(({ provinceCode }) => provinceCode))).toEqual(reports)
    expect(summary?.due).toBe(reports.length)
    expect(content.flatMap(({ actions }) => actions)).toEqual([])
    const own = content.find(({ id }) => id !== undefined)
    expect((await workReports.getById({ id: own?.id ?? 0 })).provinceCode).toBe(own?.provinceCode)
  })

  test('reads no report of another province', async () => {
    const { workReports } = await rig.sameAs(username)
    const other = await rig.db
      .selectFrom('work_report')
      .select('id')
      .where('province_code', '=', '370000')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(await refusal(workReports.getById(other))).toMatchObject({ status: reports ? 404 : 403 })
  })

  test('writes, reminds and decides nothing', async () => {
    const { provincialDemos, workReports } = await rig.sameAs(username)
    const { id, version } = await rig.db
      .selectFrom('work_report')
      .select(['id', 'version'])
      .where('province_code', '=', '640000')
      .limit(1)
      .executeTakeFirstOrThrow()
    const key = { year: 2026, reportType: '1' } as const
    const writes = [
      () => provincialDemos.create({ ...PILOT_CONTENT(1), action: 'SAVE' }),
      () => provincialDemos.update({ id, version, action: 'CONFIRM' }),
      () => provincialDemos.delete([id]),
      () => workReports.save({ ...REPORT_CONTENT(1), ...key, action: 'SAVE' }),
      () => workReports.save({ id, version, action: 'CONFIRM' }),
      () => workReports.remind(key),
    ]
    for (const write of writes) expect(await refusal(write())).toMatchObject({ status: 403 })
  })
})
