import { MessageType } from '@xinchu/contract/codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { BATCH, expertIds } from '../support/pilot-projects.ts'
import { inDays, reviewGroup } from '../support/review-group.ts'
import { refusalCodes } from '../support/rules.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const deadline = inDays(10)

async function planned(options: Parameters<typeof reviewGroup>[1] = {}, perProject = 3) {
  const made = await reviewGroup(rig, options)
  const { demoReview } = await rig.sameAs('platform')
  const groupId = made.group.id
  await demoReview.computeConflicts({ groupId })
  return { ...made, groupId, plan: await demoReview.computeAssignPlan({ groupId, perProject }) }
}

describe('a plan', () => {
  test('is the same for the same seed, and another seed needs the consent of the nation', async () => {
    const { demoReview } = await rig.sameAs('platform')
    const { plan, groupId } = await planned({ projects: 4 })
    const again = await demoReview.computeAssignPlan({ groupId, perProject: 3 })
    expect(again.cells).toEqual(plan.cells)
    expect(again.digest).toBe(plan.digest)
    expect(plan.cells).toHaveLength(12)
    expect(plan.shortages).toEqual([])
    const other = { groupId, perProject: 3, seed: 'x' }
    expect(await refusalCodes(demoReview.computeAssignPlan(other))).toContain('E-009')
    const nation = (await rig.sameAs('nation')).demoReview
    const reason = '原方案在应用前已经泄露'
    const usual = demoReview.askSeed({ groupId, seed: plan.seed, reason })
    expect(await refusalCodes(usual)).toContain('E-009')
    const first = await demoReview.askSeed({ groupId, seed: 'x', reason })
    expect(await refusalCodes(demoReview.askSeed({ groupId, seed: 'y', reason }))).toContain('E-009')
    expect(await refusalCodes(nation.decideSeed(first.id, { agreed: false }))).toContain('E-009')
    await nation.decideSeed(first.id, { agreed: false, opinion: '未见泄露的证据' })
    expect(await refusalCodes(demoReview.computeAssignPlan(other))).toContain('E-009')
    const second = await demoReview.askSeed({ groupId, seed: 'x', reason })
    await nation.decideSeed(second.id, { agreed: true })
    expect(await refusalCodes(nation.decideSeed(second.id, { agreed: true }))).toContain('E-009')
    expect(await demoReview.computeAssignPlan(other)).toMatchObject({ seed: 'x', reason })
    expect((await nation.listSeedRequests({ groupId })).map(({ agreed }) => agreed)).toEqual([true, false])
  })

  test('never assigns an excluded expert, says why experts lack, and is not applied then', async () => {
    const { demoProjects, demoReview } = await rig.sameAs('platform')
    const { plan, projectIds, groupId, ids } = await planned(
      { projects: 1, more: { company_name: '西北电力试验研究院' } },
      5,
    )
    expect(plan.cells.map(({ expertId }) => expertId)).not.toContain(ids[0])
    expect(plan.shortages).toEqual([
      { projectId: projectIds[0], missing: 1, message: '缺 1 位：可选 4 位，1 位 C-01' },
    ])
    const cells = [{ projectId: projectIds[0] ?? 0, expertId: ids[0] ?? 0, assigned: true }]
    const change = demoReview.changeAssignPlan({ id: plan.id, version: plan.version, cells })
    expect(await refusalCodes(change)).toContain('E-010')
    const request = { projectIds, groupId, deadline, planId: plan.id }
    expect(await refusalCodes(demoProjects.assignPrimaryExperts(request))).toContain('E-010')
  })

  test('is changed by hand, keeps what is locked, and is applied once', async () => {
    const { demoProjects, demoReview } = await rig.sameAs('platform')
    const { plan, projectIds, groupId, ids } = await planned({ projects: 2 }, 3)
    const projectId = projectIds[0] ?? 0
    const own = plan.cells.filter((cell) => cell.projectId === projectId).map(({ expertId }) => expertId)
    const free = ids.find((id) => !own.includes(id)) ?? 0
    const changed = await demoReview.changeAssignPlan({
      id: plan.id,
      version: plan.version,
      cells: [
        { projectId, expertId: own[0] ?? 0, assigned: false },
        { projectId, expertId: free, assigned: true, locked: true },
      ],
    })
    expect(changed.changed).toBe(1)
    const next = await demoReview.computeAssignPlan({ groupId, perProject: 3, planId: plan.id })
    expect(next.cells).toContainEqual(expect.objectContaining({ projectId, expertId: free, locked: true }))
    const request = { projectIds, groupId, deadline, planId: next.id }
    expect(await demoProjects.assignPrimaryExperts(request)).toEqual({ assigned: 6, conflicts: [] })
    expect(await refusalCodes(demoProjects.assignPrimaryExperts(request))).toContain('E-010')
    const states = await rig.db
      .selectFrom('demo_project')
      .select('status')
      .where('id', 'in', projectIds)
      .execute()
    expect(states.map(({ status }) => status)).toEqual(['6', '6'])
  })

  test('is refused once conflicts have changed', async () => {
    const { demoProjects, demoReview } = await rig.sameAs('platform')
    const { plan, projectIds, groupId, ids } = await planned({ projects: 1 })
    await rig.db
      .updateTable('demo_project')
      .set({ contact_phone: '13700001111' })
      .where('id', 'in', projectIds)
      .execute()
    const request = { projectIds, groupId, deadline, planId: plan.id }
    expect(await refusalCodes(demoProjects.assignPrimaryExperts(request))).toContain('E-008')
    await demoReview.computeConflicts({ groupId })
    expect(await refusalCodes(demoProjects.assignPrimaryExperts(request))).toContain('E-008')
    expect(ids).toHaveLength(5)
  })
})

test('[7.demo.31] without a plan, experts in conflict are left out and told; all of them in conflict is refused', async () => {
  const { demoProjects } = await rig.sameAs('platform')
  const { projectIds, ids } = await reviewGroup(rig, {
    projects: 1,
    more: { company_name: '西北电力试验研究院' },
  })
  const alone = { projectIds, expertIds: ids.slice(0, 1), deadline }
  expect(await refusalCodes(demoProjects.assignPrimaryExperts(alone))).toContain('E-005')
  const past = { ...alone, deadline: inDays(-1) }
  expect(await refusalCodes(demoProjects.assignPrimaryExperts(past))).toContain('E-011')
  const result = await demoProjects.assignPrimaryExperts({ projectIds, expertIds: ids, deadline })
  expect(result.assigned).toBe(4)
  expect(result.conflicts[0]).toMatchObject({ expertId: ids[0], code: 'C-01' })
})

test('a recusal hides the project, and a reassignment names what it moves before it moves it', async () => {
  const platform = await rig.sameAs('platform')
  const { projectIds, names } = await reviewGroup(rig, {
    projects: 2,
    names: ['expert17', 'expert18', 'expert19'],
  })
  const [expertId = 0, other = 0] = await expertIds(rig.db, names[0] ?? '', 'expert20')
  await platform.demoProjects.assignPrimaryExperts({ projectIds, expertIds: [expertId], deadline })
  const expert = await rig.sameAs(names[0] ?? '')
  const projectId = projectIds[0] ?? 0
  await expert.demoReview.declareRecusal({ projectId, stage: 'PRIMARY', kind: 'KINSHIP', reason: '亲属任职' })
  const again = expert.demoReview.declareRecusal({
    projectId,
    stage: 'PRIMARY',
    kind: 'KINSHIP',
    reason: '亲属任职',
  })
  expect(await refusalCodes(again)).toContain('W-002')
  const [told] = (await platform.messages.list({ keyword: '申请回避' })).content
  expect(told).toMatchObject({ createBy: 'system', content: expect.stringContaining('一位评审专家对') })
  expect(told).not.toHaveProperty('senderName')
  for (const username of ['query', 'admin']) {
    const { content } = await (await rig.sameAs(username)).messages.listCountry({ size: 1_000 })
    expect(content.filter(({ messageType }) => messageType === MessageType.reviewTask)).toEqual([])
  }
  const [assigned] = (await (await rig.sameAs('expert17')).messages.list({ keyword: '新的评审任务' })).content
  expect(assigned).not.toHaveProperty('targetUserIds')
  const left = async () => {
    const { content } = await platform.demoProjects.getPrimaryExpertList({ projectId, size: 10 })
    const { experts } = await platform.demoReview.getReviewProgress({ ...BATCH, stage: 'PRIMARY' })
    const own = experts.find((row) => row.expert.userId === expertId)
    return [content.filter(({ mustReassign }) => mustReassign).length, own?.mustReassign]
  }
  expect(await left()).toEqual([1, 1])
  const request = {
    stage: 'PRIMARY' as const,
    fromExpertId: expertId,
    toExpertId: other,
    projectIds,
    reason: '回避',
  }
  const plan = await platform.demoReview.planReassignment(request)
  expect(plan.moves.map((move) => move.projectId)).toEqual(projectIds)
  expect(plan.message).toContain('共 2 份；已暂存 0 份；截止不变')
  expect(
    await refusalCodes(platform.demoReview.applyReassignment({ ...request, digest: 'other' })),
  ).toContain('E-026')
  await platform.demoReview.applyReassignment({ ...request, digest: plan.digest })
  expect(await left()).toEqual([0, 0])
  const { messages } = await rig.sameAs('expert20')
  expect((await messages.list()).content.map(({ title }) => title)).toContain('新的评审任务')
})

test('deadlines are only extended, and experts are reminded once a day', async () => {
  const { demoProjects, demoReview } = await rig.sameAs('platform')
  const { projectIds, ids } = await reviewGroup(rig, {
    projects: 1,
    names: ['expert21', 'expert22', 'expert23'],
  })
  await demoProjects.assignPrimaryExperts({ projectIds, expertIds: ids, deadline })
  const extension = { stage: 'PRIMARY' as const, expertId: ids[0] ?? 0, projectIds, reason: '出差' }
  expect(
    await refusalCodes(demoReview.extendReviewDeadline({ ...extension, deadline: inDays(9) })),
  ).toContain('E-011')
  expect(await demoReview.extendReviewDeadline({ ...extension, deadline: inDays(12) })).toEqual({
    changed: 1,
  })
  const reminder = { ...BATCH, stage: 'PRIMARY' as const, expertIds: ids }
  expect(await demoReview.remindExperts(reminder)).toEqual({ reminded: 3, already: 0 })
  expect(await demoReview.remindExperts(reminder)).toEqual({ reminded: 0, already: 3 })
})
