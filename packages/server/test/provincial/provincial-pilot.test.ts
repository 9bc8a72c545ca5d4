import type { components } from '@xinchu/contract/schema'
import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { refusal } from '../support/refusal.ts'
import { refusalCodes } from '../support/rules.ts'
import { sheetOf } from '../support/sheet.ts'
import { smallPdf } from '../support/small-pdf.ts'

type Fields = components['schemas']['ProvincialDemoFields']

const year = Number(day(new Date()).slice(0, 4))

let rig: Rig
let province: XinchuClient
let nation: XinchuClient
let attachmentIds: number[]
beforeAll(async () => {
  rig = await startRig()
  province = await rig.as('province_nx')
  nation = await rig.as('nation')
  const file = new File([smallPdf('批复')], '批复.pdf', { type: 'application/pdf' })
  attachmentIds = [(await province.files.upload({ file, bizType: 'PROV_DEMO_DOC' })).id]
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(() => rig.db.deleteFrom('provincial_demo').execute())

const whole = (projectName = '盐池县独立储能省级示范') => ({
  projectName,
  year,
  batchNo: 1,
  cityCode: '640300',
  countyCode: '640323',
  companyName: '盐池一号储能有限公司',
  techType: '01',
  appScenario: '2' as const,
  ratedPower: 100,
  ratedEnergy: 200,
  buildStatus: '3' as const,
  approveDocNo: '宁发改能源〔2026〕12号',
  approveDate: `${year}-01-01`,
  recommendNational: true,
  attachmentIds,
})

const list = async (username: string) => {
  const { provincialDemos } = await rig.sameAs(username)
  return (await provincialDemos.list({ year })).content.map(({ projectName }) => projectName)
}

test('[7.provincial.1, 7.provincial.2, 7.provincial.4] a province fills in, submits and, once it is returned, mends a project that the nation confirms', async () => {
  const content = whole()
  const { projectName } = content
  const draft = await province.provincialDemos.create({ action: 'SAVE', projectName, year })
  expect(draft).toMatchObject({ status: '0', provinceName: '宁夏回族自治区', actions: ['SAVE', 'SUBMIT'] })
  const { id, version } = draft
  const submitted = await province.provincialDemos.update({ ...content, id, version, action: 'SUBMIT' })
  expect(submitted).toMatchObject({ status: '1', durationHours: 2, actions: ['WITHDRAW'] })
  const [seen] = (await nation.provincialDemos.list({ id })).content
  expect(seen).toMatchObject({ actions: ['RETURN', 'CONFIRM'], attachments: [{ fileName: '批复.pdf' }] })
  const opinion = '请补充支持政策'
  const returned = await nation.provincialDemos.update({
    id,
    version: submitted.version,
    action: 'RETURN',
    opinion,
  })
  expect(returned).toMatchObject({ status: '4', actions: [] })
  const again = await province.provincialDemos.update({
    ...content,
    id,
    version: returned.version,
    action: 'SUBMIT',
    supportPolicy: '按放电量给予补偿',
  })
  expect(again.flow.history.map(({ action }) => action)).toEqual(['SAVE', 'SUBMIT', 'RETURN', 'SUBMIT'])
  expect(again.flow.lastOpinion).toBe(opinion)
  const done = await nation.provincialDemos.update({
    id,
    version: again.version,
    action: 'CONFIRM',
    closeRemarks: true,
  })
  expect(done).toMatchObject({ status: '5', supportPolicy: '按放电量给予补偿', actions: ['REOPEN'] })
})

const refuse = (change: Partial<Fields>) =>
  refusalCodes(province.provincialDemos.create({ ...whole(), ...change, action: 'SUBMIT' }))

test.each<[refused: string, change: Partial<Fields>, code: string]>([
  ['without its approval', { attachmentIds: [] }, 'F-001'],
  ['approved tomorrow', { approveDate: '2099-01-01' }, 'R-002'],
  ['linked to a project that the province does not see', { esProjectId: 999_999 }, 'R-003'],
  ['in operation without its date', { buildStatus: '4' }, 'F-001'],
  ['in a county of another city', { countyCode: '640121' }, 'F-014'],
])('a project %s is refused', async (_refused, change, code) => {
  expect(await refuse(change)).toContain(code)
})

test('[7.provincial.6] two projects of one year may not have the same name, whatever its spaces', async () => {
  await province.provincialDemos.create({ ...whole(), action: 'SAVE' })
  const projectName = '盐池县 独立储能省级示范'
  expect(await province.provincialDemos.check({ projectName, year })).toEqual({
    ok: false,
    message: '本年度已有同名的省级示范项目',
  })
  const second = province.provincialDemos.create({ ...whole(projectName), action: 'SAVE' })
  expect(await refusalCodes(second)).toContain('R-001')
  const beijing = await rig.as('province_bj')
  expect(await beijing.provincialDemos.check({ projectName, year })).toEqual({ ok: true })
})

test('the check and a save say that the time for filling in is over', async () => {
  await rig.db.updateTable('fill_time').set({ enabled: false }).where('fill_type', '=', 'PROV_DEMO').execute()
  expect(await province.provincialDemos.check({ projectName: '另一项目', year })).toEqual({
    ok: false,
    message: expect.stringMatching(/^当前不在填报时间内：/),
  })
  const late = province.provincialDemos.create({ ...whole(), action: 'SAVE' })
  await expect(late).rejects.toMatchObject({ status: 423 })
  await rig.db.updateTable('fill_time').set({ enabled: true }).where('fill_type', '=', 'PROV_DEMO').execute()
})

describe('a project and its approval', () => {
  const [name] = ['盐池县独立储能省级示范']

  test.each([
    ['province_nx', [name]],
    ['province_bj', []],
    ['nation', []],
  ])('as a draft are listed for %s as %j', async (username, expected) => {
    await province.provincialDemos.create({ ...whole(), action: 'SAVE' })
    expect(await list(username)).toEqual(expected)
  })

  test.each([
    ['province_nx', [name]],
    ['province_bj', []],
    ['nation', [name]],
    ['query', [name]],
  ])('once submitted are listed for %s as %j', async (username, expected) => {
    await province.provincialDemos.create({ ...whole(), action: 'SUBMIT' })
    expect(await list(username)).toEqual(expected)
    const { provincialDemos, files } = await rig.sameAs(username)
    const isIn = expected.length > 0 ? undefined : expect.objectContaining({ status: 404 })
    expect(await refusal(provincialDemos.download({ fileId: attachmentIds[0] ?? 0 }))).toEqual(isIn)
    expect(await refusal(files.download(attachmentIds[0] ?? 0))).toEqual(isIn)
  })
})

test('[7.provincial.3] of several projects all or none are deleted', async () => {
  const draft = await province.provincialDemos.create({ ...whole(), action: 'SAVE' })
  const submitted = await province.provincialDemos.create({
    ...whole('盐池县共享储能省级示范'),
    action: 'SUBMIT',
  })
  const both = province.provincialDemos.delete([draft.id, submitted.id])
  await expect(both).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(
      /^宁夏回族自治区能源主管部门已于 [\d-]{10} [\d:]{5} 提交，现为“.+”，由国家能源主管部门办理。/,
    ),
  })
  await province.provincialDemos.delete([draft.id])
  expect(await list('province_nx')).toEqual(['盐池县共享储能省级示范'])
})

test('of two who save the same draft the second is told', async () => {
  const { id, version } = await province.provincialDemos.create({ ...whole(), action: 'SAVE' })
  await province.provincialDemos.update({ ...whole(), id, version, action: 'SAVE' })
  const second = province.provincialDemos.update({ ...whole(), id, version, action: 'SAVE' })
  await expect(second).rejects.toMatchObject({ status: 409, code: 'W-003' })
})

test('[7.provincial.5] the exported list has each project with its values in words', async () => {
  await province.provincialDemos.create({ ...whole(), action: 'SUBMIT' })
  const none = await nation.provincialDemos.download({ year, status: ['5'], keyword: '盐池' })
  expect((await sheetOf(none)).rows).toHaveLength(0)
  const file = await nation.provincialDemos.download({ year, status: ['1'], techType: ['01'] })
  expect(file.fileName).toMatch(/^省级示范项目-\d{8}\.xlsx$/)
  const { rows, column } = await sheetOf(file)
  expect(rows).toHaveLength(1)
  const cells = [
    '省份',
    '市（州、盟）',
    '项目名称',
    '技术路线',
    '建设状态',
    '额定功率（MW）',
    '是否拟推荐国家',
    '状态',
  ]
  expect(cells.map((name) => column(name)[0])).toEqual([
    '宁夏回族自治区',
    '吴忠市',
    '盐池县独立储能省级示范',
    '锂离子电池',
    '在建',
    100,
    '是',
    '已提交',
  ])
})
