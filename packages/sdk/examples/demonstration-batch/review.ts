// Part two: the primary review, from the groups of experts to the opening of the scores.
import type { components } from '@xinchu/sdk/schema'
import { act, idOf, type Walk } from './application.ts'
import {
  EXPERTS,
  EXPERTS_PER_PROJECT,
  PASS_FROM,
  PRIMARY_TEAMS,
  PRIMARY_TOTALS,
  RECUSED,
  type Team,
} from './batch.ts'

type Schemas = components['schemas']
type Stage = Schemas['ReviewStage']

const DAY_MS = 86_400_000

/** A moment some days from now, as the platform writes moments: Beijing time. */
export const inDays = (days: number, now = new Date()): string =>
  new Date(now.getTime() + days * DAY_MS + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** Ids of the experts by their accounts. The pool knows them by name. */
export async function expertIds({ as }: Walk): Promise<Map<string, number>> {
  const { content } = await (await as('platform')).demoReview.listExperts({ size: 100 })
  const byName = new Map(content.map(({ realName, userId }) => [realName, userId]))
  return new Map(Object.entries(EXPERTS).map(([account, name]) => [account, byName.get(name) ?? 0]))
}

/** Makes a group of experts. Its leader is the first. */
export async function makeGroup(
  walk: Walk,
  { name, experts, projects }: Team,
  stage: Stage,
): Promise<Schemas['ExpertGroup']> {
  const { demoProjects } = await walk.as('platform')
  const known = await expertIds(walk)
  const ids = experts.map((account) => known.get(account) ?? 0)
  return demoProjects.createExpertGroup({
    ...walk.batch,
    stage,
    groupName: name,
    leaderId: ids[0] ?? 0,
    expertIds: ids,
    // The projects of an excellence group follow with its quota.
    ...(stage === 'PRIMARY' ? { projectIds: projects.map((no) => idOf(walk, no)) } : {}),
  })
}

/** Compares all experts of a group with all its projects. Nothing can be assigned before. */
export async function findConflicts(walk: Walk, groupId: number): Promise<Schemas['GroupConflicts']> {
  return (await walk.as('platform')).demoReview.computeConflicts({ groupId })
}

/** Proposes who reviews what, and applies the proposal. Who is excluded is in no plan. */
export async function assign(walk: Walk, groupId: number): Promise<Schemas['AssignPlan']> {
  const { demoProjects, demoReview } = await walk.as('platform')
  const plan = await demoReview.computeAssignPlan({ groupId, perProject: EXPERTS_PER_PROJECT })
  const projectIds = plan.projects.map(({ id }) => id)
  await demoProjects.assignPrimaryExperts({ planId: plan.id, groupId, projectIds, deadline: inDays(10) })
  return plan
}

/** Accounts of the experts who review a project, and those of its group who do not. */
export async function reviewersOf(walk: Walk, no: string, plan: Schemas['AssignPlan']) {
  const known = await expertIds(walk)
  const team = PRIMARY_TEAMS.find(({ projects }) => projects.includes(no))
  const assigned = new Set(
    plan.cells.filter(({ projectId }) => projectId === idOf(walk, no)).map(({ expertId }) => expertId),
  )
  const isAssigned = (account: string) => assigned.has(known.get(account) ?? 0)
  const experts = team?.experts ?? []
  return {
    reviewing: experts.filter(isAssigned),
    free: experts.filter((account) => !isAssigned(account)),
  }
}

/** An expert asks to be left out of a project. From then on he does not see it. */
export async function declare(walk: Walk, account: string, no: string): Promise<void> {
  const { demoReview } = await walk.as(account)
  await demoReview.declareRecusal({
    projectId: idOf(walk, no),
    stage: 'PRIMARY',
    kind: 'KINSHIP',
    reason: '申报单位负责人是本人近亲属',
  })
}

/** The platform moves the task. The plan says what would move; its digest says that nothing else does. */
export async function reassign(walk: Walk, no: string, from: string, to: string) {
  const { demoReview } = await walk.as('platform')
  const known = await expertIds(walk)
  const request: Schemas['ReassignRequest'] = {
    stage: 'PRIMARY',
    fromExpertId: known.get(from) ?? 0,
    toExpertId: known.get(to) ?? 0,
    projectIds: [idOf(walk, no)],
    reason: '专家申请回避',
  }
  const { digest } = await demoReview.planReassignment(request)
  return demoReview.applyReassignment({ ...request, digest })
}

/** One expert of a project withdraws, and another of the group takes it over. */
export async function recuse(walk: Walk, plan: Schemas['AssignPlan'], no = RECUSED) {
  const { reviewing, free } = await reviewersOf(walk, no, plan)
  const [from = '', to = ''] = [reviewing[0], free[0]]
  await declare(walk, from, no)
  return { from, to, moved: await reassign(walk, no, from, to) }
}

const OPINION =
  '该项目技术路线清楚，关键指标先进，安全与消防措施完备，前期手续齐全，示范带动作用明显，建议按评审结论办理，并在实施中落实监测与数据接入的各项要求。'

/** Divides points among indices, each up to its full score. */
function spread(total: number, indices: readonly Schemas['AssessIndex'][]): Schemas['ScoreItem'][] {
  let left = total
  return indices.map(({ id, fullScore }) => {
    const score = Math.min(fullScore, left)
    left = Math.round((left - score) * 10_000) / 10_000
    return { indexId: id, score, comment: '依据申报书与附件评定' }
  })
}

/** A sheet with this total, of which so much is for safety (A2). */
export async function sheetOf(
  walk: Walk,
  stage: Stage,
  { no, total, safety = 18 }: { no: string; total: number; safety?: number },
) {
  const tree = await (await walk.as('platform')).assessment.getCatalogue({ stage, techType: '01' })
  const leaves = (isSafety: boolean) =>
    tree.filter(({ code }) => (code === 'A2') === isSafety).flatMap(({ children = [] }) => children)
  return {
    projectId: idOf(walk, no),
    items: [...spread(safety, leaves(true)), ...spread(total - safety, leaves(false))],
    conclusion: total < PASS_FROM ? ('3' as const) : ('1' as const),
    opinion: OPINION,
    submitted: true,
  }
}

/** The tasks of an expert that he has not submitted yet, by the numbers of their projects. */
export async function openTasks(walk: Walk, account: string, stage: Stage): Promise<string[]> {
  const { demoProjects } = await walk.as(account)
  const list = stage === 'PRIMARY' ? demoProjects.getPrimaryExpertList : demoProjects.getExcellentExpertList
  const { content } = await list({ ...walk.batch, size: 100 })
  const open = content.filter(({ assignStatus }) => assignStatus === '0' || assignStatus === '1')
  const numbers = new Map([...walk.ids].map(([no, id]) => [id, no]))
  return open.flatMap(({ projectId }) => numbers.get(projectId) ?? [])
}

/** All experts submit what is left of their sheets of the primary review. */
export async function scorePrimary(walk: Walk): Promise<void> {
  const taken = new Map<string, number>()
  for (const account of Object.keys(EXPERTS)) {
    const { demoProjects } = await walk.as(account)
    for (const no of await openTasks(walk, account, 'PRIMARY')) {
      const at = taken.get(no) ?? 0
      taken.set(no, at + 1)
      await demoProjects.savePrimaryScore(
        await sheetOf(walk, 'PRIMARY', { no, total: PRIMARY_TOTALS[no]?.[at] ?? 0 }),
      )
    }
  }
}

/** The leaders confirm that all sheets of their groups are in. */
export async function confirmSheets(walk: Walk, groups: readonly Schemas['ExpertGroup'][]): Promise<void> {
  const accounts = new Map([...(await expertIds(walk))].map(([account, id]) => [id, account]))
  for (const { id, leaderId } of groups)
    await (await walk.as(accounts.get(leaderId ?? 0) ?? '')).demoReview.confirmGroupSheets({ groupId: id })
}

/** After the leaders the platform asks for the opening, and the nation opens all sheets at once. */
export async function openScores(walk: Walk, stage: Stage, groups: readonly Schemas['ExpertGroup'][]) {
  await confirmSheets(walk, groups)
  await (await walk.as('platform')).demoReview.askOpening({ ...walk.batch, stage })
  return (await walk.as('nation')).demoReview.confirmOpening({ ...walk.batch, stage })
}

/** What the applicants of projects are told: the opinions of the experts, each once, without their numbers. */
export const feedbackOn = (rows: readonly Schemas['ResultRow'][]): Schemas['DemoFeedback'][] =>
  rows.map(({ projectId, opinions = [] }) => ({
    id: projectId,
    text: [...new Set(opinions.map(({ opinion }) => opinion))].sort().join('\n'),
  }))

/** The platform decides the primary review by the averages that the opening has shown. */
export async function decidePrimary(walk: Walk): Promise<void> {
  const platform = await walk.as('platform')
  const { groups = [] } = await platform.demoReview.getResults({
    ...walk.batch,
    stage: 'PRIMARY',
    opinions: true,
  })
  const rows = groups.flatMap((group) => group.rows)
  const passed = rows.filter(({ avg = 0 }) => avg >= PASS_FROM)
  const failed = rows.filter((row) => !passed.includes(row))
  await act(platform, { ids: passed.map(({ projectId }) => projectId), action: 'PRIMARY_PASS' })
  await act(platform, {
    ids: failed.map(({ projectId }) => projectId),
    action: 'PRIMARY_FAIL',
    opinion: `初评均分低于 ${PASS_FROM} 分`,
    feedback: feedbackOn(failed),
  })
}
