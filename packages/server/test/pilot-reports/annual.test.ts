import { ReportStatus } from '@xinchu/contract/codes'
import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { yearOfProgress } from '../../src/domain/pilot-reports/annual-figures.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { announcedOf } from '../support/announced.ts'
import { pdfOf } from '../support/pilots.ts'
import { refusalCodes } from '../support/rules.ts'

const year = Number(day(new Date()).slice(0, 4)) - 1

let rig: Rig
let enterprise: XinchuClient
let demoProjectId: number
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
  demoProjectId = await announcedOf(rig, 'enterprise_yc')
  await rig.db.deleteFrom('demo_progress').execute()
  await rig.db.deleteFrom('annual_report').execute()
  await rig.db
    .insertInto('demo_progress')
    .values(
      ([1, 2, 3] as const).map((quarter) => ({
        demo_project_id: demoProjectId,
        province_code: '640000',
        year,
        quarter,
        content: JSON.stringify({ usage: { chargeEnergy: 100, dischargeEnergy: 80 + quarter } }),
        status: '5' as const,
        submit_time: '2026-01-01 00:00:00',
      })),
    )
    .execute()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test('ratios of a year are computed from its quantities, never averaged', () => {
  const figures = yearOfProgress([
    { usage: { chargeEnergy: 100, dischargeEnergy: 90 } },
    { usage: { chargeEnergy: 300, dischargeEnergy: 210 } },
  ])
  expect(figures).toMatchObject({ chargeEnergy: 400, dischargeEnergy: 300, conversionEfficiency: 75 })
})

test('[7.annual.2] a new report begins with the figures of the quarters and the indicators of the application', async () => {
  const report = await enterprise.annualReports.get({ demoProjectId, year })
  expect(report.id).toBeUndefined()
  expect(report.usage).toMatchObject({ chargeEnergy: 300, dischargeEnergy: 246, conversionEfficiency: 82 })
  expect(report.targets?.map(({ indicator }) => indicator)).toContain('系统综合效率')
  expect(report.basic.demoCode).toMatch(/^DEMO2024/)
})

test('[7.annual.7] the stamped scan is taken for the own project, and for no other', async () => {
  const file = pdfOf('盖章扫描件')
  const scan = await enterprise.annualReports.upload({ file, demoProjectId, year })
  expect(scan).toMatchObject({ fileName: '盖章扫描件.pdf', bizType: 'ANNUAL_STAMPED' })
  const other = (await rig.as('enterprise_sy')).annualReports.upload({ file, demoProjectId, year })
  await expect(other).rejects.toMatchObject({ status: 404 })
})

test('a scan is refused while the report is reviewed, with who has it and what helps', async () => {
  const { id } = await rig.db
    .insertInto('annual_report')
    .values({
      ...{ demo_project_id: demoProjectId, province_code: '640000', year: year - 1 },
      ...{ status: ReportStatus.submitted, content: '{}', submit_time: '2026-01-01 00:00:00' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const file = pdfOf('盖章扫描件')
  await expect(
    enterprise.annualReports.upload({ file, demoProjectId, year: year - 1 }),
  ).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^现为“.+”，由(.+)办理。如需修改，可请\1退回。$/),
  })
  await rig.db.deleteFrom('annual_report').where('id', '=', id).execute()
})

test('nobody else finds a report before it is handed in', async () => {
  const province = await rig.as('province_nx')
  await expect(province.annualReports.get({ demoProjectId, year })).rejects.toMatchObject({ status: 404 })
})

test('[7.annual.5] the check says in words what a report lacks', async () => {
  const check = await enterprise.annualReports.check({ demoProjectId, year })
  expect(check.allowed).toBe(false)
  expect(check.reasons).toEqual([`${year}年第4季度进展尚未提交`])
  expect(check.missing).toContain('盖章扫描件：请上传盖章扫描件')
})

test('a report is refused while a quarter is missing, without its scan, and with changed figures but no reason', async () => {
  const work = enterprise.annualReports.save({
    action: 'SUBMIT',
    demoProjectId,
    year,
    usage: { chargeEnergy: 310, dischargeEnergy: 246 },
  })
  const codes = await refusalCodes(work)
  expect(codes).toEqual(expect.arrayContaining(['N-011', 'N-012', 'F-001']))
})

test('[7.annual.6] the enterprise finds the year that is due among its tasks, and the province nothing before it is submitted', async () => {
  const mine = await enterprise.annualReports.getTasks({ year })
  expect(mine.content.map(({ demoProjectId: id }) => id)).toContain(demoProjectId)
  const theirs = await (await rig.as('province_nx')).annualReports.getTasks({ year })
  expect(theirs.content.filter(({ demoProjectId: id }) => id === demoProjectId)).toEqual([])
})

test('the first year to report is that of the first whole quarter after the announcement', async () => {
  await rig.db.deleteFrom('annual_report').execute()
  const isDue = async (announceDate: string) => {
    await rig.db
      .updateTable('demo_project')
      .set({ announce_date: announceDate })
      .where('id', '=', demoProjectId)
      .execute()
    const { content } = await enterprise.annualReports.getTasks({ year })
    return content.some(({ demoProjectId: id }) => id === demoProjectId)
  }
  expect(await isDue(`${year}-10-01`)).toBe(true)
  expect(await isDue(`${year}-10-02`)).toBe(false)
})
