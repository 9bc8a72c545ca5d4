import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rig } from '../rig.ts'
import { startRig } from '../rig.ts'
import { anyone, captchaFor } from '../support/filing.ts'
import { OBJECTOR, publicised, registered, step } from '../support/objections.ts'
import { expertIds, makePilots } from '../support/pilot-projects.ts'
import { inDays, reviewGroup } from '../support/review-group.ts'
import { type Cases, codesOf, familyOf } from '../support/rules.ts'
import { sheetOf } from '../support/sheets.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const EXPERTS = ['expert02', 'expert03', 'expert05']
const STAGE = 'PRIMARY' as const

/** A project that is assigned to the first expert, with another one of the same group. */
async function assigned(options: Parameters<typeof reviewGroup>[1] = {}) {
  const made = await reviewGroup(rig, { projects: 1, names: EXPERTS, ...options })
  const { demoProjects } = await rig.sameAs('platform')
  const { projectIds, group } = made
  await demoProjects.assignPrimaryExperts({ projectIds, groupId: group.id, deadline: inDays(5) })
  const expert = (await rig.sameAs(EXPERTS[0] ?? '')).demoProjects
  return { ...made, expert, projectId: projectIds[0] ?? 0, groupId: group.id, expertId: made.ids[0] ?? 0 }
}

const draftOf = async (ids: readonly number[], more: object = {}) => ({
  batchYear: 2043,
  batchNo: 1,
  groupName: '规则组',
  stage: STAGE,
  leaderId: ids[0] ?? 0,
  expertIds: [...ids],
  ...more,
})

/** Calls that violate each rule of the expert review. */
const CASES: Cases = {
  async 'E-001'() {
    const { demoProjects } = await rig.sameAs('platform')
    return demoProjects.createExpertGroup(await draftOf(await expertIds(rig.db, 'expert02', 'expert03')))
  },
  async 'E-002'() {
    const { group, ids } = await reviewGroup(rig, { names: EXPERTS })
    const { demoProjects } = await rig.sameAs('platform')
    const { batchYear, batchNo, groupName } = group
    return demoProjects.createExpertGroup(await draftOf(ids, { batchYear, batchNo, groupName }))
  },
  async 'E-003'() {
    const { demoProjects } = await rig.sameAs('platform')
    return demoProjects.createExpertGroup(
      await draftOf(await expertIds(rig.db, 'nation', 'expert02', 'expert03')),
    )
  },
  async 'E-004'() {
    const { group } = await reviewGroup(rig, { names: EXPERTS })
    return (await rig.sameAs('platform')).demoProjects.deleteGroupExperts({ groupId: group.id })
  },
  async 'E-005'() {
    const { projectIds, ids } = await reviewGroup(rig, {
      projects: 1,
      more: { company_name: '西北电力试验研究院' },
    })
    const { demoProjects } = await rig.sameAs('platform')
    return demoProjects.assignPrimaryExperts({ projectIds, expertIds: ids.slice(0, 1), deadline: inDays(5) })
  },
  async 'E-006'() {
    return (await rig.sameAs('nation')).demoReview.approveConflictPolicy(1)
  },
  async 'E-007'() {
    const { group, projectIds, ids } = await reviewGroup(rig, {
      projects: 1,
      more: { company_name: '西北电力试验研究院' },
    })
    const { demoReview } = await rig.sameAs('platform')
    await demoReview.computeConflicts({ groupId: group.id })
    const pair = { groupId: group.id, projectId: projectIds[0] ?? 0, expertId: ids[0] ?? 0 }
    return demoReview.decideConflict({ ...pair, excluded: true })
  },
  async 'E-008'() {
    const { group } = await reviewGroup(rig)
    return (await rig.sameAs('platform')).demoReview.computeAssignPlan({ groupId: group.id })
  },
  async 'E-009'() {
    const { group } = await reviewGroup(rig)
    return (await rig.sameAs('platform')).demoReview.computeAssignPlan({ groupId: group.id, seed: 'x' })
  },
  async 'E-010'() {
    const { group, projectIds } = await reviewGroup(rig, { projects: 1, names: EXPERTS })
    const { demoProjects, demoReview } = await rig.sameAs('platform')
    await demoReview.computeConflicts({ groupId: group.id })
    const plan = await demoReview.computeAssignPlan({ groupId: group.id, perProject: 5 })
    return demoProjects.assignPrimaryExperts({ projectIds, deadline: inDays(5), planId: plan.id })
  },
  async 'E-011'() {
    const { projectIds, ids } = await reviewGroup(rig)
    const { demoProjects } = await rig.sameAs('platform')
    return demoProjects.assignPrimaryExperts({ projectIds, expertIds: ids, deadline: inDays(-1) })
  },
  async 'E-012'() {
    const { expert, projectId } = await assigned()
    await expert.savePrimaryScore(await sheetOf(rig, STAGE, projectId, 80))
    const { demoReview } = await rig.sameAs(EXPERTS[0] ?? '')
    return demoReview.declareRecusal({ projectId, stage: STAGE, kind: 'OTHER', reason: '利益关系' })
  },
  async 'E-013'() {
    const { expert, projectId } = await assigned()
    await expert.savePrimaryScore(await sheetOf(rig, STAGE, projectId, 80))
    return expert.savePrimaryScore({ projectId, submitted: false, sequence: 9 })
  },
  async 'E-014'() {
    const { expert, projectId } = await assigned()
    const { items } = await sheetOf(rig, STAGE, projectId, 80)
    const indexId = items[0]?.indexId ?? 0
    return expert.savePrimaryScore({ projectId, items: [{ indexId, score: 12 }], submitted: false })
  },
  async 'E-015'() {
    const { expert, projectId } = await assigned()
    const sheet = await sheetOf(rig, STAGE, projectId, 60)
    return expert.savePrimaryScore({ ...sheet, items: sheet.items.map(({ comment: _, ...item }) => item) })
  },
  async 'E-016'() {
    const { expert, projectId } = await assigned()
    return expert.savePrimaryScore({ ...(await sheetOf(rig, STAGE, projectId, 90)), opinion: '同意' })
  },
  async 'E-017'() {
    const { demoProjects } = await rig.sameAs('platform')
    const projectIds = await makePilots(rig.db, 2, { status: '7', excellent_type_status: '1' })
    const ids = await expertIds(rig.db, ...EXPERTS)
    const { batchYear, batchNo } = { batchYear: 2041, batchNo: 7 }
    const group = await demoProjects.createExpertGroup(
      await draftOf(ids, { batchYear, batchNo, groupName: '优选规则组', stage: 'EXCELLENT' }),
    )
    await demoProjects.createExcellentGroup({ groupId: group.id, excellentType: '1', projectIds, quota: 0 })
    await demoProjects.assignExcellentExperts({ groupId: group.id, expertIds: ids, deadline: inDays(5) })
    const expert = (await rig.sameAs(EXPERTS[0] ?? '')).demoProjects
    return expert.saveExcellentScore({ projectId: projectIds[0] ?? 0, recommend: true, submitted: false })
  },
  async 'E-018'() {
    const { expert, projectId } = await assigned()
    await rig.db
      .updateTable('demo_project')
      .set({ company_name: '华清储能技术研究所' })
      .where('id', '=', projectId)
      .execute()
    return expert.savePrimaryScore(await sheetOf(rig, STAGE, projectId, 90))
  },
  async 'E-019'() {
    const { expert, projectId } = await assigned()
    await rig.db
      .updateTable('expert_assign')
      .set({ deadline: '2020-01-01 00:00:00' })
      .where('project_id', '=', projectId)
      .execute()
    return expert.savePrimaryScore(await sheetOf(rig, STAGE, projectId, 90))
  },
  async 'E-020'() {
    return (await rig.sameAs('platform')).demoReview.askOpening({ batchYear: 2050, batchNo: 1, stage: STAGE })
  },
  async 'E-021'() {
    return (await rig.sameAs('nation')).demoProjects.getPrimaryExcellentUnion({ sort: ['rank,asc'] })
  },
  async 'E-022'() {
    return (await rig.sameAs('nation')).demoReview.checkSeal({ batchYear: 2050, batchNo: 1, stage: STAGE })
  },
  async 'E-023'() {
    const [projectId = 0] = await makePilots(rig.db, 1, { status: '9', excellent_type_status: '3' })
    return (await rig.sameAs('nation')).demoReview.adjustResult({
      projectId,
      selected: true,
      reason: '尚未启封即要求调整优选结果',
    })
  },
  async 'E-024'() {
    const period = { batchYear: 2050, batchNo: 1, startTime: inDays(1), endTime: inDays(2) }
    return (await rig.sameAs('nation')).demoReview.setPublicity(period)
  },
  async 'E-025'() {
    const [projectId = 0] = await makePilots(rig.db, 1, { status: '10', batch_year: 2044 })
    await rig.db
      .insertInto('demo_publicity')
      .values({
        batch_year: 2044,
        batch_no: 7,
        start_time: '2020-01-01 00:00:00',
        end_time: '2020-01-09 00:00:00',
      })
      .execute()
    return registered(rig, projectId)
  },
  async 'E-026'() {
    const { projectIds, expertId } = await assigned()
    const [toExpertId = 0] = await expertIds(rig.db, 'expert09')
    const request = {
      stage: STAGE,
      fromExpertId: expertId,
      toExpertId,
      projectIds,
      reason: '出差',
      digest: 'x',
    }
    return (await rig.sameAs('platform')).demoReview.applyReassignment(request)
  },
  async 'E-027'() {
    const { groupId } = await assigned()
    return (await rig.sameAs(EXPERTS[0] ?? '')).demoReview.confirmGroupSheets({ groupId })
  },
  async 'E-028'() {
    const { projectIds, ids } = await reviewGroup(rig, { more: { status: '3' } })
    const { demoProjects } = await rig.sameAs('platform')
    return demoProjects.assignPrimaryExperts({ projectIds, expertIds: ids, deadline: inDays(5) })
  },
  async 'E-029'() {
    const { ids } = await publicised(rig)
    const { id } = await registered(rig, ids[0] ?? 0)
    return step(rig, 'platform', id, { action: 'FORWARD', text: `${OBJECTOR.name}反映备案主体不一致。` })
  },
  async 'E-030'() {
    const { ids } = await publicised(rig)
    const { id } = await registered(rig, ids[0] ?? 0)
    return step(rig, 'platform', id, { action: 'FORWARD', text: '请核实' })
  },
  async 'E-031'() {
    return anyone(rig).demoReview.fileObjection({
      ...{ ticket: 'unknown', projectId: 1, person: { name: '王明' }, pledge: true },
      ...{ text: '该项目的备案主体与申报单位不一致，请核实。', evidenceIds: [1] },
    })
  },
  async 'E-032'() {
    const own = { receiptNo: 'YY204101-7K3M9Q', queryCode: '4TQ7H-9WMRC' }
    return anyone(rig).demoReview.getFiledObjection({ ...own, ...(await captchaFor(rig)) })
  },
}

test.each(Object.entries(CASES))('%s is the code of a call that breaks it', async (code, call) => {
  expect(await codesOf(call(rig))).toContain(code)
})

test('each rule of the expert review is executed', () => {
  expect(Object.keys(CASES).sort()).toEqual(familyOf('E').map(({ code }) => code))
})
