import { CONFLICT_STATES } from '@xinchu/validators'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIRST_POLICY } from '../../src/domain/pilot-review/conflict-policy.ts'
import { type Rig, startRig } from '../rig.ts'
import { BATCH, expertIds, makePilots, poolNames } from '../support/pilot-projects.ts'
import { refusal } from '../support/refusal.ts'
import { refusalCodes } from '../support/rules.ts'
import { sheetOf } from '../support/sheet.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 0

/** A group of three experts of the pool for these projects. */
async function groupFor(projectIds: number[], names = poolNames(3)) {
  const { demoProjects } = await rig.sameAs('platform')
  const ids = await expertIds(rig.db, ...names)
  serial += 1
  return demoProjects.createExpertGroup({
    ...BATCH,
    groupName: `冲突组${serial}`,
    stage: 'PRIMARY',
    leaderId: ids[0] ?? 0,
    expertIds: ids,
    projectIds,
  })
}

describe('the policy', () => {
  test('of a new platform is the first one', async () => {
    const { demoReview } = await rig.sameAs('nation')
    const [first] = await demoReview.listConflictPolicies()
    expect(first?.current).toBe(true)
    expect(first?.rules).toEqual(FIRST_POLICY)
  })

  test('is proposed as a new version and holds once the nation approves it', async () => {
    const platform = (await rig.sameAs('platform')).demoReview
    const nation = (await rig.sameAs('nation')).demoReview
    const rules = FIRST_POLICY.map((rule) => ({ ...rule }))
    const reason = '与上一版本相同，用于核对流程'
    const lacking = rules.filter(({ code }) => code !== 'C-11')
    const twice = { rules: [...lacking, ...rules.slice(0, 1)], reason }
    expect(await refusalCodes(platform.proposeConflictPolicy(twice))).toContain('E-006')
    const { no } = await platform.proposeConflictPolicy({ rules, reason })
    expect(await refusalCodes(nation.approveConflictPolicy(no - 1))).toContain('E-006')
    expect((await nation.approveConflictPolicy(no)).current).toBe(true)
    expect(await refusalCodes(nation.approveConflictPolicy(no))).toContain('E-006')
  })

  test('is approved once, also by six at the same time, and not by its proposer', async () => {
    const platform = (await rig.sameAs('platform')).demoReview
    const nation = (await rig.sameAs('nation')).demoReview
    const draft = { rules: FIRST_POLICY.map((rule) => ({ ...rule })), reason: '与上一版本相同，用于核对批准' }
    const { no } = await platform.proposeConflictPolicy(draft)
    const replies = await Promise.allSettled(
      Array.from({ length: 6 }, () => nation.approveConflictPolicy(no)),
    )
    expect(replies.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const own = await nation.proposeConflictPolicy(draft)
    expect(await refusal(nation.approveConflictPolicy(own.no))).toEqual({
      status: 409,
      message: '提出与批准须由两人办理',
    })
  })
})

test('conflicts of a group are computed with evidence, and become stale when data change', async () => {
  const { demoReview } = await rig.sameAs('platform')
  const [projectId = 0] = await makePilots(rig.db, 1, {
    company_name: '西北电力试验研究院有限公司',
    contact_phone: '13900001111',
  })
  const group = await groupFor([projectId])
  expect((await demoReview.getGroupConflicts({ groupId: group.id })).version).toBe(0)
  const first = await demoReview.computeConflicts({ groupId: group.id })
  expect(first).toMatchObject({ version: 1, stale: false, pairs: 3, excluded: 1, pending: 0 })
  expect(first.content[0]).toMatchObject({ realName: '何志远', code: 'C-01', state: 'EXCLUDED' })
  expect(first.content[0]?.hits[0]).toMatchObject({
    expertValue: '西北电力试验研究院',
    projectValue: '西北电力试验研究院有限公司',
  })
  const [second = 0] = await expertIds(rig.db, 'expert02')
  await rig.db.updateTable('app_user').set({ phone: '13900001111' }).where('id', '=', second).execute()
  expect((await demoReview.getGroupConflicts({ groupId: group.id })).stale).toBe(true)
  const next = await demoReview.computeConflicts({ groupId: group.id })
  expect(next).toMatchObject({ version: 2, stale: false, excluded: 2 })
  expect(next.content[1]?.hits[0]?.expertValue).toBe('139****1111')
})

test('a pair in doubt is decided with a reason, which lasts over the next computation', async () => {
  const { demoReview } = await rig.sameAs('platform')
  const [projectId = 0] = await makePilots(rig.db, 1, { company_name: '西北电力试验研究分院' })
  const group = await groupFor([projectId], ['expert03', 'expert04', 'expert01'])
  const { content, pending } = await demoReview.computeConflicts({ groupId: group.id })
  expect([pending, content[0]?.code]).toEqual([1, 'C-02'])
  const [expertId = 0] = await expertIds(rig.db, 'expert01')
  const decision = { groupId: group.id, projectId, expertId, excluded: false }
  expect(await refusalCodes(demoReview.decideConflict({ ...decision, reason: '同意' }))).toContain('E-007')
  const decided = await demoReview.decideConflict({ ...decision, reason: '两单位只是名称相近，无隶属关系' })
  expect(decided).toMatchObject({ state: 'CLEARED', decidedBy: 'platform' })
  expect(await refusalCodes(demoReview.decideConflict({ ...decision, excluded: true }))).toContain('E-007')
  await rig.db
    .updateTable('expert_profile')
    .set({ address: '学府路 8 号' })
    .where('user_id', '=', expertId)
    .execute()
  const again = await demoReview.computeConflicts({ groupId: group.id })
  expect(again.content[0]).toMatchObject({
    state: 'CLEARED',
    decisionReason: '两单位只是名称相近，无隶属关系',
  })
})

test('conflicts of a linked project reach its designers and suppliers', async () => {
  const { demoReview } = await rig.sameAs('platform')
  const { id } = await rig.db
    .updateTable('es_project')
    .set({ design_unit: '北辰电力规划设计院' })
    .where('id', '=', (eb) => eb.selectFrom('es_project').select('id').orderBy('id').limit(1))
    .returning('id')
    .executeTakeFirstOrThrow()
  const [projectId = 0] = await makePilots(rig.db, 1, { es_project_id: id })
  const group = await groupFor([projectId], poolNames(5).slice(2))
  const { content } = await demoReview.computeConflicts({ groupId: group.id })
  expect(content.map(({ hits }) => hits[0]?.wording)).toEqual(['专家单位是该项目设计单位'])
})

test('the workbook of a group has each reason of its conflicts as the screen shows it', async () => {
  const { demoReview } = await rig.sameAs('platform')
  const [projectId = 0] = await makePilots(rig.db, 1, {
    ...{ company_name: '西北电力试验研究分院', contact_phone: '13900002222' },
  })
  const group = await groupFor([projectId], ['expert03', 'expert04', 'expert01'])
  const leadOf = async () => (await sheetOf(await demoReview.exportConflicts({ groupId: group.id }))).line
  expect(await leadOf()).toContain('尚未计算')
  const [expertId = 0] = await expertIds(rig.db, 'expert01')
  await rig.db.updateTable('app_user').set({ phone: '13900002222' }).where('id', '=', expertId).execute()
  const { content } = await demoReview.computeConflicts({ groupId: group.id })
  const hits = content.flatMap((pair) => pair.hits.map((hit) => ({ ...pair, ...hit })))
  expect(hits.map(({ code }) => code)).toContain('C-06')
  for (const username of ['platform', 'nation']) {
    const file = await (await rig.sameAs(username)).demoReview.exportConflicts({ groupId: group.id })
    expect(file.fileName).toMatch(new RegExp(`^利益冲突-${group.groupName}-\\d{8}[.]xlsx$`))
    const { column, rows } = await sheetOf(file)
    expect(rows).toHaveLength(hits.length)
    expect(column('专家姓名')).toEqual(hits.map(({ realName }) => realName))
    expect(column('规则')).toEqual(hits.map(({ code }) => code))
    expect(column('专家一侧')).toEqual(hits.map(({ expertValue }) => expertValue))
    expect(column('处理')).toEqual(hits.map(({ state }) => CONFLICT_STATES[state]))
    expect(JSON.stringify(rows)).not.toContain('13900002222')
  }
  expect(await leadOf()).not.toMatch(/尚未计算|待重新计算/)
  await rig.db.updateTable('app_user').set({ phone: '13900003333' }).where('id', '=', expertId).execute()
  expect(await leadOf()).toContain('数据已变化，待重新计算')
  const applicant = (await rig.sameAs('enterprise_yc')).demoReview
  expect(await refusalCodes(applicant.exportConflicts({ groupId: group.id }))).toContain('W-001')
})
