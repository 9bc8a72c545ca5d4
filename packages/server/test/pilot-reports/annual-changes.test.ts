import { isXinchuError, type XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usageBaseOf } from '../../src/domain/pilot-reports/annual-changes.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { announcedOf } from '../support/announced.ts'
import { readDocx } from '../support/docx.ts'
import { refusal } from '../support/refusal.ts'
import { smallPdf } from '../support/small-pdf.ts'

const year = Number(day(new Date()).slice(0, 4)) - 1
const REASON = '补计十二月站用变压器的下网电量'
const TEXT = '按计划完成'

let rig: Rig
let enterprise: XinchuClient
let demoProjectId: number
let stampedFileId: number
let evidence: number

async function upload(bizType: 'ANNUAL_STAMPED' | 'INDEX_EVIDENCE'): Promise<number> {
  const file = new File([smallPdf(bizType)], '证明.pdf', { type: 'application/pdf' })
  return (await enterprise.files.upload({ file, bizType })).id
}

async function setQuarters(discharges: readonly number[]): Promise<void> {
  await rig.db.deleteFrom('demo_progress').execute()
  await rig.db
    .insertInto('demo_progress')
    .values(
      discharges.map((dischargeEnergy, index) => ({
        demo_project_id: demoProjectId,
        province_code: '640000',
        year,
        quarter: index + 1,
        content: JSON.stringify({ usage: { chargeEnergy: 100, dischargeEnergy } }),
        status: '5' as const,
        submit_time: '2026-01-01 00:00:00',
      })),
    )
    .execute()
}

beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
  demoProjectId = await announcedOf(rig, 'enterprise_yc')
  await rig.db.deleteFrom('annual_report').execute()
  await setQuarters([80, 81, 82, 83])
  stampedFileId = await upload('ANNUAL_STAMPED')
  evidence = await upload('INDEX_EVIDENCE')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** Fields that a call is refused for, with their codes. */
async function fieldsOf(work: Promise<unknown>): Promise<string[]> {
  try {
    await work
    return []
  } catch (error) {
    if (!isXinchuError(error)) throw error
    return error.errors.map(({ field, code }) => `${field} ${code}`)
  }
}

const content = () => ({
  demoProjectId,
  year,
  buildSummary: TEXT,
  operationSummary: TEXT,
  usage: { chargeEnergy: 410, dischargeEnergy: 320, conversionEfficiency: 81.5 },
  targets: [{ indicator: '系统综合效率', planValue: 72, actualValue: 73, achieved: true }],
  techEffect: TEXT,
  economicEffect: { text: TEXT },
  safetySummary: TEXT,
  nextYearPlan: TEXT,
  stampedFileId,
})
const check = () => enterprise.annualReports.check({ demoProjectId, year })
const read = () => enterprise.annualReports.get({ demoProjectId, year })

test('a report shows each quarter beside the sum', async () => {
  const { quarters, quarterSums } = await read()
  expect(quarters?.map(({ quarter, usage }) => [quarter, usage.dischargeEnergy])).toEqual([
    [1, 80],
    [2, 81],
    [3, 82],
    [4, 83],
  ])
  expect(quarterSums).toMatchObject({ chargeEnergy: 400, dischargeEnergy: 326, conversionEfficiency: 81.5 })
})

test('each changed figure needs a reason of its own or the common one', async () => {
  const own = [{ field: 'chargeEnergy' as const, reason: REASON }]
  const work = enterprise.annualReports.save({ action: 'SUBMIT', ...content(), usageReasons: own })
  expect(await fieldsOf(work)).toEqual(['usageReasons.dischargeEnergy N-012'])
  const short = [{ field: 'chargeEnergy' as const, reason: '补计 下网 电量' }]
  const both = enterprise.annualReports.save({ action: 'SUBMIT', ...content(), usageReasons: short })
  expect(await fieldsOf(both)).toEqual([
    'usageReasons.chargeEnergy N-012',
    'usageReasons.dischargeEnergy N-012',
  ])
})

test('a promised indicator without what was reached keeps the report from being submitted', async () => {
  const targets = [{ indicator: '系统综合效率', planValue: 72, achieved: false }]
  const work = enterprise.annualReports.save({
    action: 'SUBMIT',
    ...content(),
    usageReason: REASON,
    targets,
  })
  expect(await fieldsOf(work)).toEqual(['targets.0.actualValue F-001'])
})

test('evidence must be a file that the office has uploaded for this', async () => {
  const usageReasons = [{ field: 'chargeEnergy' as const, reason: REASON, evidenceFileIds: [stampedFileId] }]
  const work = enterprise.annualReports.save({ action: 'SAVE', ...content(), usageReasons })
  expect((await refusal(work))?.status).toBe(400)
})

test('the check tells in words what is met, what is noted, and what is missing', async () => {
  const usageReasons = [{ field: 'chargeEnergy' as const, reason: REASON, evidenceFileIds: [evidence] }]
  await enterprise.annualReports.save({ action: 'SAVE', ...content(), usageReasons })
  const { items, missing, reasons } = await check()
  expect(reasons).toEqual([])
  expect(missing).toEqual(['放电量：与各季度汇总不一致，请说明原因，不少于 10 字'])
  expect(items?.map(({ state, text }) => `${state} ${text}`)).toEqual([
    'PASSED 项目已公布为试点示范',
    'PASSED 在填报时间内',
    `PASSED ${year}年各季度进展均已提交`,
    'LACKING 放电量：与各季度汇总不一致，请说明原因，不少于 10 字',
    'PASSED 必填内容 8 项均已填写',
    'PASSED 已上传盖章扫描件',
  ])
})

test('a figure that equals the sum again needs no reason', async () => {
  const { id = 0, version = 0 } = await read()
  const { usage, ...rest } = content()
  const restored = { ...usage, dischargeEnergy: 326 }
  const usageReasons = [{ field: 'chargeEnergy' as const, reason: REASON, evidenceFileIds: [evidence] }]
  await enterprise.annualReports.save({ action: 'SAVE', id, version, ...rest, usage: restored, usageReasons })
  const { allowed, items } = await check()
  expect(allowed).toBe(true)
  expect(items).toContainEqual({
    state: 'NOTED',
    text: '运行指标修改 1 项，均有原因与佐证',
    field: 'usage',
  })
})

test('sums that change later are told beside the sum that the author saw', async () => {
  await setQuarters([80, 81, 82, 90])
  const { quarterSums, usageBase } = await read()
  expect([usageBase?.dischargeEnergy, quarterSums?.dischargeEnergy]).toEqual([326, 333])
  const { missing } = await check()
  expect(missing).toContain('放电量：各季度汇总已由 326 变为 333，请恢复为汇总值，或说明原因，不少于 10 字')
  await setQuarters([80, 81, 82, 83])
})

test('the sum that a figure was compared with is kept until its value or reason changes', () => {
  const before = { usage: { chargeEnergy: 5 }, usageReason: REASON, usageBase: { chargeEnergy: 4 } }
  const sums = { chargeEnergy: 6 }
  expect(usageBaseOf({ ...before, buildSummary: TEXT }, before, sums)).toEqual({ chargeEnergy: 4 })
  expect(usageBaseOf({ ...before, usage: { chargeEnergy: 6 } }, before, sums)).toEqual(sums)
  expect(usageBaseOf({ ...before, usageReason: `${REASON}。` }, before, sums)).toEqual(sums)
  expect(usageBaseOf(before, undefined, sums)).toEqual(sums)
})

test('nobody but the author has the files of a report before it is submitted', async () => {
  const province = await rig.as('province_nx')
  for (const file of [stampedFileId, evidence])
    expect((await refusal(province.files.download(file)))?.status).toBe(404)
})

test('[7.annual.1] the submitted report, its scan and its evidence reach the offices that review it, and stay', async () => {
  const { id = 0, version = 0, usage = {} } = await read()
  const { usage: _usage, ...rest } = content()
  const usageReasons = [{ field: 'chargeEnergy' as const, reason: REASON, evidenceFileIds: [evidence] }]
  await enterprise.annualReports.save({ action: 'SUBMIT', id, version, ...rest, usage, usageReasons })
  for (const username of ['province_nx', 'platform', 'nation']) {
    const { annualReports, files } = await rig.as(username)
    const report = await annualReports.get({ demoProjectId, year })
    expect(report.usageReasons).toEqual(usageReasons)
    expect(report.usageFiles?.map((file) => file.id)).toEqual([evidence])
    expect(report.quarterSums?.chargeEnergy).toBe(400)
    for (const file of [stampedFileId, evidence])
      expect((await files.download(file)).blob.size).toBeGreaterThan(0)
  }
  const stranger = await rig.as('province_bj')
  expect((await refusal(stranger.files.download(evidence)))?.status).toBe(404)
  expect((await refusal(enterprise.files.delete(stampedFileId)))?.status).toBe(409)
})

test('a scan that comes after the report was submitted is refused, with who has acted', async () => {
  const file = new File([smallPdf('盖章扫描件')], '盖章扫描件.pdf', { type: 'application/pdf' })
  expect(await refusal(enterprise.annualReports.upload({ file, demoProjectId, year }))).toEqual({
    status: 409,
    message: expect.stringMatching(
      /^盐池一号储能有限公司已于 [\d-]{10} [\d:]{5} 提交，现为“已提交”，由宁夏回族自治区能源主管部门办理。/,
    ),
  })
})

test('[7.annual.3] the document lists sum, value and reason of each change', async () => {
  const { id = 0 } = await read()
  const { blob } = await enterprise.annualReports.downloadWord({ id })
  const { tables } = readDocx(new Uint8Array(await blob.arrayBuffer()))
  const changes = tables.find((table) => table[0]?.includes('原因'))
  expect(changes?.slice(1)).toEqual([['充电量（万kWh）', '400', '410', `${REASON}（佐证 1 份）`]])
})
