import { ReportStatus } from '@xinchu/contract/codes'
import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { readDocx } from '../support/docx.ts'
import { refusal } from '../support/refusal.ts'
import { refusalCodes } from '../support/rules.ts'
import { smallPdf } from '../support/small-pdf.ts'

const year = Number(day(new Date()).slice(0, 4))
const key = { year, reportType: '2' } as const

let rig: Rig
let province: XinchuClient
let nation: XinchuClient
let stampedFileId: number
beforeAll(async () => {
  rig = await startRig()
  province = await rig.as('province_nx')
  nation = await rig.as('nation')
  const file = new File([smallPdf('盖章件')], '盖章件.pdf', { type: 'application/pdf' })
  stampedFileId = (await province.files.upload({ file, bizType: 'WORKREPORT_STAMPED' })).id
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(() => rig.db.deleteFrom('work_report').execute())

const TEXT = '全年推进示范项目建设，定期调度，协调解决并网与消防验收问题。'
const TEXTS = {
  overview: TEXT,
  projectProgress: TEXT,
  policyMeasures: TEXT,
  coordination: TEXT,
  quality: TEXT,
  effect: TEXT,
  nextPlan: '推动在建项目按期投运。',
}

/** Submits the report of Ningxia. */
async function submitted() {
  const { title = '', projects = [] } = await province.workReports.getCurrent(key)
  return province.workReports.save({ ...key, ...TEXTS, title, projects, stampedFileId, action: 'SUBMIT' })
}

test('[7.work.1] a new report begins with its title, the announced projects and their figures', async () => {
  const report = await province.workReports.getCurrent(key)
  expect(report.id).toBeUndefined()
  expect(report.title).toBe(`宁夏回族自治区${year}年度新型储能试点示范工作报告`)
  const known = await rig.db
    .selectFrom('demo_project')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('rated_power').as('power')])
    .where('province_code', '=', '640000')
    .where('status', '=', '12')
    .where('deleted', '=', false)
    .executeTakeFirstOrThrow()
  expect(report.stats).toMatchObject({ demoCount: Number(known.count), power: Number(known.power) })
  expect(report.projects).toHaveLength(Number(known.count))
  expect(report.flow.actions).toEqual(['SAVE', 'SUBMIT'])
})

test('a half-year report is another one', async () => {
  await province.workReports.save({ ...key, title: '年度', action: 'SAVE' })
  const half = await province.workReports.getCurrent({ year, reportType: '1' })
  expect(half.id).toBeUndefined()
  expect(half.title).toContain(`${year}年上半年`)
})

test('a report without its texts and scan stays a draft', async () => {
  const codes = await refusalCodes(province.workReports.save({ ...key, title: '年度报告', action: 'SUBMIT' }))
  expect(codes.filter((code) => code === 'F-001').length).toBeGreaterThanOrEqual(8)
  expect((await province.workReports.getCurrent(key)).id).toBeUndefined()
})

test('[7.work.2, 7.work.5] the figures of a submitted report stay as they were', async () => {
  const report = await submitted()
  await rig.db
    .updateTable('demo_project')
    .set({ rated_power: 1 })
    .where('province_code', '=', '640000')
    .execute()
  expect((await nation.workReports.getById({ id: report.id ?? 0 })).stats).toEqual(report.stats)
})

const ACTIONS = ['SAVE', 'SUBMIT', 'WITHDRAW', 'RETURN', 'CONFIRM', 'REOPEN'] as const
const CALLERS = ['province_nx', 'province_bj', 'nation'] as const
type Cell = `${(typeof CALLERS)[number]} ${(typeof ACTIONS)[number]} ${ReportStatus}`

/** Whatever is not here is refused. */
const ALLOWED: Readonly<Partial<Record<Cell, ReportStatus>>> = {
  'province_nx SAVE 0': '0',
  'province_nx SAVE 2': '2',
  'province_nx SAVE 4': '4',
  'province_nx SUBMIT 0': '1',
  'province_nx SUBMIT 2': '1',
  'province_nx SUBMIT 4': '1',
  'province_nx WITHDRAW 1': '0',
  'nation RETURN 1': '4',
  'nation CONFIRM 1': '5',
  'nation REOPEN 5': '2',
}

describe.each(Object.values(ReportStatus))('a report in state %s', (status) => {
  test.each(CALLERS.flatMap((username) => ACTIONS.map((action) => [username, action] as const)))(
    'by %s: %s',
    async (username, action) => {
      const { id = 0, version = 0, title = '' } = await submitted()
      await rig.db.updateTable('work_report').set({ status }).execute()
      const { workReports } = await rig.sameAs(username)
      const content = action === 'SAVE' || action === 'SUBMIT' ? { ...TEXTS, title, stampedFileId } : {}
      const work = workReports.save({ ...content, id, version, action, opinion: '请补充' })
      const to = await work.then((report) => report.status).catch(() => undefined)
      expect(to).toBe(ALLOWED[`${username} ${action} ${status}`])
    },
  )
})

describe('the list of a year', () => {
  const rowsFor = async (username: string) => {
    const { workReports } = await rig.sameAs(username)
    return (await workReports.list({ ...key, size: 100 })).content
  }

  test('[7.work.4] names all that report, and who has not yet', async () => {
    await submitted()
    const rows = await rowsFor('nation')
    expect(rows).toHaveLength(32)
    expect(rows.map(({ provinceName }) => provinceName)).toContain('新疆生产建设兵团')
    expect(rows.filter(({ reported }) => reported).map(({ provinceName }) => provinceName)).toEqual([
      '宁夏回族自治区',
    ])
    const missing = await nation.workReports.list({ ...key, reported: false, size: 100 })
    expect(missing.totalElements).toBe(31)
  })

  test('shows a province its own line alone', async () => {
    expect((await rowsFor('province_nx')).map(({ provinceCode }) => provinceCode)).toEqual(['640000'])
    expect((await rowsFor('corps')).map(({ provinceCode }) => provinceCode)).toEqual(['660000'])
  })

  test('does not tell of a draft', async () => {
    await province.workReports.save({ ...key, title: '草稿', action: 'SAVE' })
    const row = (await rowsFor('nation')).find(({ provinceCode }) => provinceCode === '640000')
    expect(row).toMatchObject({ reported: false, status: '0' })
    expect(row?.title).toBeUndefined()
  })
})

test('a report is read by those above it once it is submitted, and by no other province', async () => {
  const { id = 0 } = await submitted()
  for (const username of ['nation', 'query', 'office_nx', 'province_nx']) {
    const { workReports, files } = await rig.sameAs(username)
    expect(await refusal(workReports.getById({ id }))).toBeUndefined()
    expect(await refusal(files.download(stampedFileId))).toBeUndefined()
  }
  const { workReports, files } = await rig.sameAs('province_bj')
  expect(await refusal(workReports.getById({ id }))).toMatchObject({ status: 404 })
  expect(await refusal(files.download(stampedFileId))).toMatchObject({ status: 404 })
})

test('[7.work.3] the Word document says what the report says', async () => {
  const report = await submitted()
  const { blob, fileName } = await nation.workReports.downloadWord({ id: report.id ?? 0 })
  expect(fileName).toBe(`省级工作报告-宁夏回族自治区-${year}.docx`)
  const { text, tables } = readDocx(new Uint8Array(await blob.arrayBuffer()))
  for (const words of [report.title ?? '', TEXT, '推动在建项目按期投运。']) expect(text).toContain(words)
  const cells = tables.flat(2)
  for (const { projectName } of report.projects ?? []) expect(cells).toContain(projectName)
  expect(cells).toContain(String(report.stats.demoCount))
})
