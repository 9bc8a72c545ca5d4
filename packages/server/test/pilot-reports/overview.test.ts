import { ReportStatus } from '@xinchu/contract/codes'
import { quarterDays } from '@xinchu/validators'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressOf } from '../../src/domain/links/link-to.ts'
import { catalogue } from '../../src/domain/messages/catalogue.ts'
import { type Rig, startRig } from '../rig.ts'
import { announcedOf } from '../support/announced.ts'
import { annualIn, annualYear, clearReports, KINDS, progressIn, quarter } from '../support/pilot-reports.ts'
import { sheetOf } from '../support/sheet.ts'

let rig: Rig
let demoProjectId: number
beforeAll(async () => {
  rig = await startRig()
  demoProjectId = await announcedOf(rig, 'enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(() => clearReports(rig))

describe.each(KINDS)('the overview of reports of the kind %s', (kind) => {
  const storedIn = (status: ReportStatus) =>
    kind === 'PROGRESS' ? progressIn(rig, demoProjectId, status) : annualIn(rig, demoProjectId, status)
  const shown = kind === 'PROGRESS' ? quarter : { year: annualYear }

  async function overview(username: string, filter: object = {}) {
    const { progress, annualReports } = await rig.sameAs(username)
    const query = { size: 200, ...filter }
    return kind === 'PROGRESS' ? progress.getOverview(query) : annualReports.getOverview(query)
  }
  async function workbook(username: string, filter: object) {
    const { progress, annualReports } = await rig.sameAs(username)
    return kind === 'PROGRESS' ? progress.exportOverview(filter) : annualReports.exportOverview(filter)
  }
  const lastCell = async (username: string, filter: object = {}) =>
    (await overview(username, filter)).content.find(({ projectId }) => projectId === demoProjectId)?.cells[0]

  /** Stores the fill windows of the shown period anew, with one that ends on a day. */
  async function windowUntil(end: string, of: { year: number; quarter?: number } = shown): Promise<void> {
    const fillType = kind === 'PROGRESS' ? 'DEMO_PROGRESS' : 'DEMO_ANNUAL'
    await rig.db.deleteFrom('fill_time').where('fill_type', '=', fillType).execute()
    await rig.db
      .insertInto('fill_time')
      .values({
        fill_type: fillType,
        year: of.year,
        quarter: of.quarter ?? null,
        start_time: '2010-01-01 00:00:00',
        end_time: `${end} 23:59:59`,
      })
      .execute()
  }
  const announcedOn = (announce_date: string) =>
    rig.db.updateTable('demo_project').set({ announce_date }).where('id', '=', demoProjectId).execute()

  test.each<[ReportStatus, string, readonly string[]]>([
    [ReportStatus.draft, '未报', ['enterprise_yc']],
    [ReportStatus.submitted, '待推荐单位审核', ['province_nx']],
    [ReportStatus.returned, '已退回', ['enterprise_yc']],
    [ReportStatus.returnedByNation, '国家退回', ['province_nx']],
    [ReportStatus.passed, '待国家确认', ['platform', 'nation']],
    [ReportStatus.confirmed, '已确认', []],
  ])('shows the state %s as %s, to do for %j', async (status, stateLabel, offices) => {
    await windowUntil('2099-12-31')
    await storedIn(status)
    for (const username of ['enterprise_yc', 'province_nx', 'platform', 'nation', 'query']) {
      const cell = await lastCell(username)
      expect(cell, username).toMatchObject({ ...shown, stateLabel, mine: offices.includes(username) })
    }
    expect(await lastCell('group_spic')).toBeUndefined()
  })

  test('says when a report is missing, when not due yet, and when none is asked for', async () => {
    await windowUntil('2024-06-30')
    expect(await lastCell('nation')).toMatchObject({ state: 'OVERDUE', deadline: '2024-06-30 23:59:59' })
    await rig.db
      .updateTable('fill_time')
      .set({ start_time: '2099-01-01 00:00:00', end_time: '2099-12-31 23:59:59' })
      .where('fill_type', 'in', ['DEMO_PROGRESS', 'DEMO_ANNUAL'])
      .execute()
    expect(await lastCell('nation')).toMatchObject({ state: 'NOT_DUE' })
    const { announce_date } = await rig.db
      .selectFrom('demo_project')
      .select('announce_date')
      .where('id', '=', demoProjectId)
      .executeTakeFirstOrThrow()
    await announcedOn(quarterDays({ year: shown.year, quarter: 4 }).last)
    expect(await lastCell('nation')).toMatchObject({ state: 'NONE' })
    await announcedOn(announce_date ?? '')
  })

  test('reminds the office that holds a report once a day, and counts those without an account apart', async () => {
    await windowUntil('2099-12-31')
    await storedIn(ReportStatus.returned)
    const asked = { ...shown, projectIds: [demoProjectId] }
    const remind = async (username: string, more: object = {}) => {
      const { progress, annualReports } = await rig.sameAs(username)
      const reminder = { ...asked, ...more }
      return kind === 'PROGRESS' ? progress.remind(reminder) : annualReports.remind(reminder)
    }
    const received = async () => {
      const { messages } = await rig.sameAs('enterprise_yc')
      return (await messages.list({ messageType: '2', size: 50 })).content.filter(({ title }) =>
        title?.startsWith(kind === 'PROGRESS' ? `催报：${shown.year}年第` : `催报：${shown.year}年度示范`),
      )
    }
    const one = { offices: 1, projects: 1, already: 0, unreachedOffices: 0, unreachedProjects: 0 }
    expect(await remind('province_nx', { dryRun: true })).toMatchObject(one)
    expect(await received()).toHaveLength(0)
    expect(await remind('province_nx')).toMatchObject(one)
    expect(await received()).toHaveLength(1)
    expect(await remind('nation')).toMatchObject({ offices: 0, projects: 0, already: 1 })
    expect(await received()).toHaveLength(1)
    const all = await remind('nation', { projectIds: undefined, dryRun: true })
    expect(all.unreachedOffices).toBeGreaterThan(0)
    expect(all.unreached.length).toBe(Math.min(20, all.unreachedOffices))
  })

  test('reminds of a period that the table shows no more, and of none that is not due', async () => {
    const { announce_date } = await rig.db
      .selectFrom('demo_project')
      .select('announce_date')
      .where('id', '=', demoProjectId)
      .executeTakeFirstOrThrow()
    await announcedOn('2010-01-01')
    const old = kind === 'PROGRESS' ? { year: 2012, quarter: 2 as const } : { year: 2012 }
    await windowUntil('2099-12-31', old)
    const plan = async (period: object) => {
      const { progress, annualReports } = await rig.sameAs('province_nx')
      const asked = { ...old, ...period, projectIds: [demoProjectId], dryRun: true }
      return kind === 'PROGRESS' ? progress.remind(asked) : annualReports.remind(asked)
    }
    const due = await plan({})
    const notYet = await plan({ year: 2099 })
    await announcedOn(announce_date ?? '')
    expect([due.projects, notYet.projects]).toEqual([1, 0])
  })

  test('a recommender is reminded by the nation of what waits for him, and nobody of what is confirmed', async () => {
    await windowUntil('2099-12-31')
    const asked = { ...shown, projectIds: [demoProjectId], dryRun: true }
    const plan = async (username: string) => {
      const { progress, annualReports } = await rig.sameAs(username)
      return kind === 'PROGRESS' ? progress.remind(asked) : annualReports.remind(asked)
    }
    await storedIn(ReportStatus.submitted)
    expect(await plan('province_nx')).toMatchObject({ offices: 0, projects: 0 })
    expect((await plan('nation')).projects + (await plan('nation')).already).toBe(1)
    await clearReports(rig)
    await storedIn(ReportStatus.confirmed)
    expect(await plan('nation')).toMatchObject({ offices: 0, projects: 0, already: 0 })
  })

  test('does not tell others of a draft', async () => {
    await windowUntil('2099-12-31')
    const id = await storedIn(ReportStatus.draft)
    const table = kind === 'PROGRESS' ? 'demo_progress' : 'annual_report'
    await rig.db.updateTable(table).set({ submit_time: null }).where('id', '=', id).execute()
    expect(await lastCell('nation')).not.toHaveProperty('reportId')
    expect(await lastCell('enterprise_yc')).toMatchObject({ reportId: id })
  })

  test('keeps its filters, in the page and in the file', async () => {
    await windowUntil('2099-12-31')
    await storedIn(ReportStatus.passed)
    const all = await overview('nation')
    expect(all.totalElements).toBeGreaterThan(1)
    expect(all.mine).toBe(1)
    const mine = await overview('nation', { mine: true })
    expect(mine.content.map(({ projectId }) => projectId)).toEqual([demoProjectId])
    expect((await overview('nation', { ...shown, state: ['AT_NATION'] })).totalElements).toBe(1)
    expect((await overview('nation', { keyword: '没有这样的项目' })).totalElements).toBe(0)
    const { column, heading } = await sheetOf(await workbook('nation', { mine: true }))
    expect(column('示范项目名称')).toEqual(mine.content.map(({ projectName }) => projectName))
    expect(column(String(heading[8]))).toEqual(['待国家确认'])
    expect(heading).toHaveLength(8 + all.periods.length)
  })
})

test('a reminder of annual reports that names a quarter is one of the year', async () => {
  await rig.db.deleteFrom('demo_report_reminder').execute()
  await annualIn(rig, demoProjectId, ReportStatus.returned)
  const { annualReports } = await rig.sameAs('province_nx')
  const { messages } = await rig.sameAs('enterprise_yc')
  const remind = (quarter: 1 | 2) =>
    annualReports.remind({ year: annualYear, quarter, projectIds: [demoProjectId] })
  expect(await remind(2)).toMatchObject({ projects: 1, already: 0 })
  expect(await remind(1)).toMatchObject({ projects: 0, already: 1 })
  const [newest] = (await messages.list({ messageType: '2', size: 1 })).content
  expect(newest?.title).toBe(`催报：${annualYear}年度示范项目年度报告`)
})

test.each([
  ['the report', '/demonstration/progress/index?project=7&quarter=2012-2', { quarter: 2, projectId: 7 }],
  ['the report', '/demonstration/annual/index?project=7&year=2012', { projectId: 7 }],
  ['the table', '/demonstration/progress/index?period=2012-2', { quarter: 2 }],
  ['the table', '/demonstration/annual/index?period=2012', {}],
] as const)('a reminder leads to %s: %s', (_what, address, more) => {
  const kind = 'quarter' in more ? 'PROGRESS' : 'ANNUAL'
  const target = catalogue['demo-report.due'].target?.({
    ...{ kind, year: 2012, names: ['项目'], office: '国家能源主管部门' },
    ...more,
  })
  expect(target && addressOf(target)).toBe(address)
})

test.each(['demo-report.due', 'demo-report.review-due'] as const)(
  'the message %s names fifty projects and counts all',
  (code) => {
    const names = Array.from({ length: 51 }, (_, at) => `项目${at}`)
    const said = { kind: 'ANNUAL' as const, year: 2025, office: '国家能源主管部门' }
    const fifty = names.slice(0, 50)
    expect(catalogue[code].text({ ...said, names: fifty })).toEqual([
      expect.any(String),
      fifty,
      '国家能源主管部门',
    ])
    expect(catalogue[code].text({ ...said, names })).toEqual([
      expect.any(String),
      fifty,
      '等 51 个项目。',
      '国家能源主管部门',
    ])
  },
)
