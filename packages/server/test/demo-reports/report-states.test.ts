import { ReportStatus } from '@xinchu/sdk/codes'
import { closedQuarter } from '@xinchu/validators'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { announcedOf } from '../support/announced.ts'
import { refusalCodes } from '../support/rules.ts'

const today = day(new Date())
const quarter = closedQuarter(today)
const annualYear = Number(today.slice(0, 4)) - 1

const CALLERS = ['enterprise_yc', 'province_nx', 'platform', 'nation'] as const
const ACTIONS = ['SUBMIT', 'WITHDRAW', 'PASS', 'RETURN', 'CONFIRM', 'REOPEN'] as const
const STATES = Object.values(ReportStatus)

type Cell = `${(typeof CALLERS)[number]} ${(typeof ACTIONS)[number]} ${ReportStatus}`

/** Whatever is not here is refused. */
const ALLOWED: Readonly<Partial<Record<Cell, ReportStatus>>> = {
  'enterprise_yc SUBMIT 0': '1',
  'enterprise_yc SUBMIT 2': '1',
  'enterprise_yc WITHDRAW 1': '0',
  'province_nx PASS 1': '3',
  'province_nx PASS 4': '3',
  'province_nx RETURN 1': '2',
  'province_nx RETURN 4': '2',
  'province_nx WITHDRAW 3': '1',
  'platform RETURN 3': '4',
  'platform CONFIRM 3': '5',
  'nation RETURN 3': '4',
  'nation CONFIRM 3': '5',
  'nation REOPEN 5': '2',
}

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
beforeEach(async () => {
  await rig.db.deleteFrom('demo_progress').execute()
  await rig.db.deleteFrom('annual_report').execute()
})

const PROGRESS = {
  buildStatus: '3',
  overallProgress: 60,
  cumulativeInvestment: 8000,
  progressContent: '完成储能系统安装',
  nextPlan: '开展分系统调试',
  delayReason: '设备供货推迟',
  expectedCommissionDate: '2027-06-30',
} as const

/** Puts the progress of all quarters that have to be there, the last one in the given state. */
async function progressIn(status: ReportStatus): Promise<number> {
  const rows = []
  for (let index = 2024 * 4; index < quarter.year * 4 + quarter.quarter; index += 1)
    rows.push({ year: Math.floor(index / 4), quarter: ((index % 4) + 1) as 1 | 2 | 3 | 4 }) // 1 to 4 by the remainder
  const made = await rig.db
    .insertInto('demo_progress')
    .values(
      rows.map((period, place) => ({
        ...period,
        demo_project_id: demoProjectId,
        province_code: '640000',
        content: JSON.stringify(PROGRESS),
        status: place === rows.length - 1 ? status : ReportStatus.confirmed,
        submit_time: '2026-01-01 00:00:00',
      })),
    )
    .returning(['id', 'year', 'quarter'])
    .execute()
  return made.at(-1)?.id ?? 0
}

async function stampedId(): Promise<number> {
  const { id } = await rig.db
    .insertInto('file_info')
    .values({
      file_name: '年度报告.pdf',
      ext: 'pdf',
      size: 10,
      sha256: '0'.repeat(64),
      biz_type: 'ANNUAL_STAMPED',
      storage_key: `report-states-${Math.random()}`,
      org_id: (
        await rig.db
          .selectFrom('demo_project')
          .select('org_id')
          .where('id', '=', demoProjectId)
          .executeTakeFirstOrThrow()
      ).org_id,
      upload_by: 'enterprise_yc',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const TEXT = '按计划完成'
const annualContent = async () => ({
  buildSummary: TEXT,
  operationSummary: TEXT,
  usage: {},
  targets: [{ indicator: '系统综合效率', planValue: 72, actualValue: 73, achieved: true }],
  techEffect: TEXT,
  economicEffect: { text: TEXT },
  safetySummary: TEXT,
  nextYearPlan: TEXT,
  stampedFileId: await stampedId(),
})

async function annualIn(status: ReportStatus): Promise<number> {
  await progressIn(ReportStatus.confirmed)
  const { id } = await rig.db
    .insertInto('annual_report')
    .values({
      demo_project_id: demoProjectId,
      province_code: '640000',
      year: annualYear,
      content: JSON.stringify(await annualContent()),
      status,
      submit_time: '2026-01-01 00:00:00',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const cells = CALLERS.flatMap((caller) =>
  ACTIONS.flatMap((action) => STATES.map((status) => ({ caller, action, status }))),
)

describe.each(['PROGRESS', 'ANNUAL'] as const)('a report of the kind %s', (kind) => {
  test.each(cells)(
    '$caller takes the action $action in the state $status only if the table allows it',
    async ({ caller, action, status }) => {
      const to = ALLOWED[`${caller} ${action} ${status}`]
      const id = kind === 'PROGRESS' ? await progressIn(status) : await annualIn(status)
      const client = await rig.sameAs(caller)
      const request = { id, version: 0, action, opinion: '请核对' }
      const work =
        kind === 'PROGRESS'
          ? client.progress.save({ ...request, ...(action === 'SUBMIT' ? PROGRESS : {}) })
          : client.annualReports.save({ ...request, ...(action === 'SUBMIT' ? await annualContent() : {}) })
      if (to === undefined) {
        const codes = await refusalCodes(work)
        expect(codes.some((code) => code === 'W-001' || code === 'W-005')).toBe(true)
      } else {
        expect((await work).status).toBe(to)
      }
    },
  )
})
