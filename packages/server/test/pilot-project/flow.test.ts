import type { components } from '@xinchu/contract/schema'
import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodePng } from '../../src/runtime/png.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import {
  application,
  BATCH,
  brief,
  completePilot,
  judgeAll,
  pdfOf,
  soundPilot,
  step,
  writtenPilot,
} from '../support/pilots.ts'
import { refusalCodes } from '../support/rules.ts'
import { steady } from '../support/steady.ts'

type DemoFlowRequest = components['schemas']['DemoFlowRequest']

let rig: Rig
let enterprise: XinchuClient
let province: XinchuClient
let nation: XinchuClient
let platform: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
  province = await rig.as('province_nx')
  nation = await rig.as('nation')
  platform = await rig.as('platform')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 100
const next = () => {
  serial += 1
  return soundPilot(serial)
}
const tomorrow = () => day(new Date(Date.now() + 86_400_000))

const failure = async (client: XinchuClient, request: DemoFlowRequest) =>
  (await client.demoProjects.updateStatuses(request)).failed[0]

async function submitted(): Promise<number> {
  const { id } = await completePilot(enterprise, next())
  await step(enterprise, id, 'SUBMIT')
  return id
}

describe('a project on its way to the expert review', () => {
  test('[7.demo.5, 7.demo.6, 7.demo.38] is recommended and accepted, and keeps its history', async () => {
    const id = await submitted()
    expect(await refusalCodes(nation.demoProjects.getImplementation({ projectId: id }))).toContain('W-002')
    await step(province, id, 'PASS', { opinion: '同意推荐' })
    expect((await failure(platform, { ids: [id], action: 'ACCEPT' }))?.message).toBe(
      '形式审查未完成：F-04、F-07、F-08、F-09、F-10 未判定',
    )
    await judgeAll(platform, id)
    expect(await platform.demoProjects.getFormalCheck({ projectId: id })).toMatchObject({ complete: true })
    await step(platform, id, 'ACCEPT')
    const { status, statusLabel, flow } = await enterprise.demoProjects.get({ id })
    expect([status, statusLabel]).toEqual(['5', '形审通过待分配'])
    expect(flow.history.map(({ actionLabel, toStatusLabel }) => `${actionLabel} ${toStatusLabel}`)).toEqual([
      '提交 待推荐单位审核',
      '通过 已推荐至国家',
      expect.stringContaining('形审通过待分配'),
    ])
  })

  test('is not submitted while anything is missing, and says what', async () => {
    const { id } = await writtenPilot(enterprise, next())
    const refused = await failure(enterprise, { ids: [id], action: 'SUBMIT' })
    expect(refused).toMatchObject({ code: 'M-011', message: expect.stringContaining('还差 4 项：') })
    expect(refused?.errors?.map(({ field }) => field)).toContain('DEMO_GRID')
  })

  test('is locked once it is submitted', async () => {
    const id = await submitted()
    const saving = enterprise.demoProjects.saveBrief({ projectId: id, version: 0, draft: true, ...brief })
    await expect(saving).rejects.toMatchObject({
      code: 'W-005',
      message: expect.stringMatching(
        /^盐池一号储能有限公司已于 .+ 提交，现为“.+”，由宁夏回族自治区能源主管部门办理。/,
      ),
    })
    const upload = enterprise.demoProjects.uploadFile({
      file: pdfOf('补充'),
      bizType: 'DEMO_OTHER',
      bizId: id,
    })
    expect(await refusalCodes(upload)).toContain('W-005')
  })

  test('is withdrawn until the recommender has signed it in', async () => {
    const id = await submitted()
    await step(enterprise, id, 'WITHDRAW')
    await step(enterprise, id, 'SUBMIT')
    await step(province, id, 'READ')
    expect(await failure(enterprise, { ids: [id], action: 'WITHDRAW' })).toMatchObject({ code: 'M-014' })
  })

  test('is signed in again without a word, and without a second step', async () => {
    const id = await submitted()
    const readings = () => province.demoProjects.updateStatuses({ ids: [id], action: 'READ' })
    for (const reply of [await readings(), await readings()])
      expect(reply).toEqual({ succeeded: [id], failed: [] })
    const { flow } = await province.demoProjects.get({ id })
    expect(flow.history.filter(({ action }) => action === 'READ')).toHaveLength(1)
    const other = await rig.sameAs('nation')
    expect(await failure(other, { ids: [id], action: 'READ' })).toMatchObject({ code: 'W-005' })
  })

  test('is dealt with as it was seen', async () => {
    const id = await submitted()
    const versions = [{ id, version: 0 }]
    expect(await failure(province, { ids: [id], action: 'PASS', versions })).toMatchObject({ code: 'W-003' })
  })

  test('is not dealt with by those who do not take part', async () => {
    const id = await submitted()
    const other = await rig.sameAs('province_bj')
    expect(await failure(other, { ids: [id], action: 'PASS' })).toMatchObject({ code: 'W-002' })
    expect(await failure(nation, { ids: [id], action: 'ACCEPT' })).toMatchObject({ code: 'W-005' })
  })
})

describe('a returned project', () => {
  test('opens only the parts that were returned, with the remarks, and shows what changed', async () => {
    const id = await submitted()
    await step(province, id, 'PASS')
    const remarks = [{ id, remarks: [{ part: 'APPLICATION', field: 'necessity', text: '请补充供需分析' }] }]
    await step(platform, id, 'RETURN', {
      opinion: '请补正申报书',
      parts: ['APPLICATION'],
      dueDate: tomorrow(),
      remarks,
    })
    const seen = await enterprise.demoProjects.get({ id })
    expect(seen).toMatchObject({
      status: '4',
      editableParts: ['APPLICATION'],
      dueDate: tomorrow(),
      partStatus: { application: '3', brief: '2' },
      flow: { lastOpinion: '请补正申报书' },
    })
    const locked = enterprise.demoProjects.saveBrief({ projectId: id, version: 0, draft: true, ...brief })
    expect(await refusalCodes(locked)).toContain('M-012')
    expect(await failure(enterprise, { ids: [id], action: 'SUBMIT' })).toMatchObject({ code: 'W-028' })
    const necessity = '本地区新能源装机占比高，调节需求大。'
    await enterprise.demoProjects.saveApplication({
      projectId: id,
      version: 0,
      draft: false,
      ...application,
      necessity,
    })
    await step(enterprise, id, 'SUBMIT')
    const { changes } = await province.review.getChanges({ entity: 'DEMO', entityId: id })
    expect(changes.map(({ field, newValue, asked }) => [field, newValue, asked])).toEqual([
      ['necessity', necessity, true],
    ])
    const record = await province.review.getRecord({ entity: 'DEMO', entityId: id })
    expect(record.remarks[0]).toMatchObject({ field: 'necessity', status: '1' })
    await step(province, id, 'PASS')
    expect(await failure(platform, { ids: [id], action: 'ACCEPT' })).toMatchObject({ code: 'M-019' })
    await judgeAll(platform, id)
    expect(await failure(platform, { ids: [id], action: 'ACCEPT' })).toMatchObject({ code: 'W-029' })
    await step(platform, id, 'ACCEPT', { closeRemarks: true })
  })

  test('is announced to its applicant, and to the recommender when the nation returned it', async () => {
    const id = await submitted()
    const unread = async (client: XinchuClient) => (await client.messages.getUnreadCount()).count
    const before = [await unread(enterprise), await unread(province)]
    await step(province, id, 'RETURN', { opinion: '请补充' })
    expect([await unread(enterprise), await unread(province)]).toEqual([(before[0] ?? 0) + 1, before[1]])
    expect((await enterprise.demoProjects.get({ id })).editableParts).toHaveLength(5)
    await step(enterprise, id, 'SUBMIT', { opinion: '已补充' })
    await step(province, id, 'PASS', { closeRemarks: true })
    await step(nation, id, 'RETURN', { opinion: '请补充' })
    expect([await unread(enterprise), await unread(province)]).toEqual([
      (before[0] ?? 0) + 2,
      (before[1] ?? 0) + 1,
    ])
    const told = (await province.messages.list({ size: 1 })).content[0]
    expect(told).toMatchObject({ link: `/demonstration/detail/${id}` })
    // The applicant corrects it; the recommender has nothing to do.
    expect(told?.done).toBeUndefined()
  })

  test.each([
    ['W-006', { action: 'RETURN' }],
    ['M-015', { action: 'CANCEL' }],
    ['M-015', { action: 'CANCEL', opinion: '异议 成立，取消 资格' }],
    ['M-015', { action: 'QUIT', opinion: '企业申请退出示范' }],
    ['M-016', { action: 'ANNOUNCE', announceNo: '公告' }],
    ['M-016', { action: 'EXCELLENT_PASS' }],
  ] as const)('is refused with %s without its reason, or with too short a one: %j', async (code, request) => {
    expect(await refusalCodes(nation.demoProjects.updateStatuses({ ids: [1], ...request }))).toContain(code)
  })

  test('has a draft of a remark for each point that is not met', async () => {
    const id = await submitted()
    await step(province, id, 'PASS')
    const judge = (verdict: 'MET' | 'NOT_MET') =>
      nation.demoProjects.judgeFormalCheck({
        projectId: id,
        items: [{ code: 'F-04', verdict, reason: '规模不一致' }],
      })
    await judge('NOT_MET')
    const drafted = async () =>
      (await nation.review.getRecord({ entity: 'DEMO', entityId: id })).draft?.remarks ?? []
    expect(await drafted()).toEqual([
      { part: 'ATTACHMENTS', text: 'F-04 备案证明有效，地点、规模与申报一致：规模不一致' },
    ])
    await judge('MET')
    expect(await drafted()).toEqual([])
    const system = nation.demoProjects.judgeFormalCheck({
      projectId: id,
      items: [{ code: 'F-01', verdict: 'MET' }],
    })
    expect(await refusalCodes(system)).toContain('M-019')
  })
})

describe('recommending', () => {
  test('gives places to offices that recommend, and to no others', async () => {
    const { orgId } = (await nation.users.list({ keyword: 'query_nx' })).content[0] ?? {}
    const items = [{ orgId: orgId ?? 0, quota: 3 }]
    expect(await refusalCodes(nation.demoProjects.setQuotas({ ...BATCH, items }))).toContain('W-002')
  })

  test('keeps the quota and names the figures, and keeps the order until the receipt', async () => {
    const ids = [await submitted(), await submitted(), await submitted()]
    const [quota] = await province.demoProjects.listQuotas(BATCH)
    if (!quota) throw new Error('no quota')
    const { orgId, used } = quota
    await nation.demoProjects.setQuotas({ ...BATCH, items: [{ orgId, quota: used + 2 }] })
    const over = await province.demoProjects.updateStatuses({ ids, action: 'PASS' })
    expect(over.succeeded).toEqual([])
    expect(over.failed[0]).toMatchObject({
      code: 'M-013',
      message: `超出名额 1 项（名额 ${used + 2} 项，已推荐 ${used} 项，本次 3 项），请取消勾选`,
    })
    await nation.demoProjects.setQuotas({ ...BATCH, items: [{ orgId }] })
    await province.demoProjects.updateStatuses({ ids, action: 'PASS' })
    const waiting = (await province.demoProjects.getSubmitted({ status: ['3'], size: 100 })).content
    const all = waiting
      .filter(({ readFlag }) => !readFlag)
      .sort((a, b) => (a.recommendOrder ?? 0) - (b.recommendOrder ?? 0))
      .map(({ id }) => id)
    const turned = [...all].reverse()
    const ordered = await province.demoProjects.setRecommendOrder({ ids: turned })
    expect(ordered.map(({ id, recommendOrder }) => [id, recommendOrder])).toEqual(
      turned.map((id, index) => [id, index + 1]),
    )
    await step(platform, ids[0] ?? 0, 'READ')
    expect(await refusalCodes(province.demoProjects.setRecommendOrder({ ids: all }))).toContain('M-014')
    await step(platform, ids[0] ?? 0, 'RETURN', { opinion: '请补充并网意见' })
    await expect(province.demoProjects.setRecommendOrder({ ids: all })).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(
        /^.+已于 [\d-]{10} [\d:]{5} 退回，现为“.+”，由盐池一号储能有限公司办理。/,
      ),
    })
  })
})

describe('the end of the flow', () => {
  /** Puts a project where the expert review would have brought it. */
  async function reviewed(status: string, excellent = '0'): Promise<number> {
    const id = await submitted()
    await step(province, id, 'PASS')
    await judgeAll(platform, id)
    await step(platform, id, 'ACCEPT')
    await sql`update demo_project set status = ${status}, excellent_type_status = ${excellent} where id = ${id}`.execute(
      rig.db,
    )
    return id
  }
  const open = (stage: string) =>
    sql`insert into score_opening (batch_year, batch_no, stage, asked_by, confirmed_by, confirmed_at)
      values (${BATCH.batchYear}, ${BATCH.batchNo}, ${stage}, 'platform', 'nation', now())`.execute(rig.db)

  test('waits for the opening, the end of the publicity and the answers to objections', async () => {
    const primary = await reviewed('6')
    const excellent = await reviewed('9', '4')
    expect(await failure(platform, { ids: [primary], action: 'PRIMARY_PASS' })).toMatchObject({
      code: 'M-018',
    })
    await open('PRIMARY')
    const before = steady(await enterprise.demoProjects.get({ id: primary }))
    await step(platform, primary, 'PRIMARY_PASS')
    expect(steady(await enterprise.demoProjects.get({ id: primary }))).toEqual(before)
    expect((await platform.demoProjects.get({ id: primary })).statusLabel).toBe('初评通过')
    const select: DemoFlowRequest = { ids: [excellent], action: 'EXCELLENT_PASS', excellentType: '1' }
    expect(await failure(nation, select)).toMatchObject({ code: 'M-018' })
    await open('EXCELLENT')
    await step(nation, excellent, 'EXCELLENT_PASS', { excellentType: '1' })
    const announce: DemoFlowRequest = {
      ids: [excellent],
      action: 'ANNOUNCE',
      announceNo: '国家能源局公告2026年第1号',
      announceDate: '2026-10-01',
    }
    expect((await failure(nation, announce))?.message).toBe('尚未公示，不能公布')
    await sql`insert into demo_publicity (batch_year, batch_no, start_time, end_time)
      values (${BATCH.batchYear}, ${BATCH.batchNo}, now() - interval '9 days', now() + interval '1 day')`.execute(
      rig.db,
    )
    expect((await failure(nation, announce))?.message).toMatch(/^公示至 .* 期满后方可公布|^公示至/)
    expect((await enterprise.demoProjects.get({ id: excellent })).statusLabel).toBe('拟入选（公示）')
    await sql`update demo_publicity set end_time = now() - interval '1 minute'`.execute(rig.db)
    await sql`insert into objection (province_code, project_id, batch_year, batch_no, channel, status, receipt_no, text,
        received_at, waiting_since)
      values ('640000', ${excellent}, ${BATCH.batchYear}, ${BATCH.batchNo}, 'PAPER', 'RECEIVED', 'YY1', '数据不实', now(), now())`.execute(
      rig.db,
    )
    expect(await failure(nation, announce)).toMatchObject({
      code: 'M-017',
      message: '尚有 1 件异议未答复，不能公布',
    })
    await sql`update objection set status = 'ANSWERED', answered_at = now()`.execute(rig.db)
    expect((await failure(nation, announce))?.message).toMatch(/^本批尚有 \d+ 项未评审完毕，不能公布/)
    await sql`update demo_project set status = '8' where status in ('6', '7', '9')`.execute(rig.db)
    await step(nation, excellent, 'ANNOUNCE', announce)
    expect(await enterprise.demoProjects.get({ id: excellent })).toMatchObject({
      status: '12',
      announceNo: '国家能源局公告2026年第1号',
    })
    await step(nation, excellent, 'QUIT', { opinion: '项目终止，企业申请退出' })
  })
})

describe('attachments', () => {
  test('[7.demo.29] are for the uses of a demonstration project, the stamped application as PDF', async () => {
    const { id: bizId } = await enterprise.demoProjects.create(next())
    const dot = encodePng({ width: 1, height: 1, palette: [[0, 0, 0]], pixels: new Uint8Array(1) })
    const image = new File([new Uint8Array(dot)], 'a.png')
    const upload = (bizType: 'DEMO_APPLICATION_STAMPED' | 'PROJECT_RECORD') =>
      enterprise.demoProjects.uploadFile({ file: image, bizType, bizId })
    expect(await refusalCodes(upload('DEMO_APPLICATION_STAMPED'))).toContain('M-020')
    expect(await refusalCodes(upload('PROJECT_RECORD'))).toContain('M-020')
  })

  test('[7.demo.10] are downloaded one by one or all together, by those who see the materials', async () => {
    const id = await submitted()
    const { attachments } = await enterprise.demoProjects.get({ id })
    const [first] = attachments
    const one = await province.demoProjects.downloadFile({ fileId: first?.id ?? 0 })
    expect(await one.blob.text()).toContain('%PDF-1.7')
    const zip = await province.demoProjects.downloadFile({ projectId: id })
    expect(new Uint8Array(await zip.blob.arrayBuffer()).slice(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]))
    for (const client of [nation, await rig.sameAs('enterprise_sy'), await rig.sameAs('expert')]) {
      expect(await refusalCodes(client.demoProjects.downloadFile({ fileId: first?.id ?? 0 }))).toContain(
        'W-002',
      )
      expect(await refusalCodes(client.demoProjects.downloadFile({ projectId: id }))).toContain('W-002')
    }
  })

  test('are deleted while their part is open', async () => {
    const { id } = await completePilot(enterprise, next())
    const [first] = (await enterprise.demoProjects.get({ id })).attachments
    await enterprise.files.delete(first?.id ?? 0)
    expect((await enterprise.demoProjects.get({ id })).attachments).toHaveLength(3)
    const sent = await submitted()
    const [locked] = (await enterprise.demoProjects.get({ id: sent })).attachments
    expect(await refusalCodes(enterprise.files.delete(locked?.id ?? 0))).toContain('W-005')
  })
})
