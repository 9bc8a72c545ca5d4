import { AssignStatus } from '@xinchu/contract/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { expertIds } from '../support/pilot-projects.ts'
import { inDays, reviewGroup } from '../support/review-group.ts'
import { refusalCodes } from '../support/rules.ts'
import { sheetOf } from '../support/sheets.ts'

const { waiting, reviewing, submitted, recused } = AssignStatus
const EXPERT = 'expert17'
const OTHER = 'expert20'
const NAMES = [EXPERT, 'expert18', 'expert19']

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

type Act = (username: string, projectId: number) => Promise<unknown>

const recusal = (projectId: number) =>
  ({ projectId, stage: 'PRIMARY', kind: 'OTHER', reason: '与申报单位有合作' }) as const

/** Actions that an account may try on the expert's task. */
const ACTS = {
  async save(username, projectId) {
    const { demoProjects } = await rig.sameAs(username)
    return demoProjects.savePrimaryScore({ projectId, items: [], submitted: false, sequence: 9 })
  },
  async submit(username, projectId) {
    const { demoProjects } = await rig.sameAs(username)
    return demoProjects.savePrimaryScore({ ...(await sheetOf(rig, 'PRIMARY', projectId, 80)), sequence: 9 })
  },
  async recuse(username, projectId) {
    return (await rig.sameAs(username)).demoReview.declareRecusal(recusal(projectId))
  },
  async reassign(username, projectId) {
    const { demoReview } = await rig.sameAs(username)
    const [fromExpertId = 0, toExpertId = 0] = await expertIds(rig.db, EXPERT, OTHER)
    const request = {
      stage: 'PRIMARY' as const,
      fromExpertId,
      toExpertId,
      projectIds: [projectId],
      reason: '改派',
    }
    const { digest } = await demoReview.planReassignment(request)
    return demoReview.applyReassignment({ ...request, digest })
  },
  async extend(username, projectId) {
    const [expertId = 0] = await expertIds(rig.db, EXPERT)
    const more = { projectIds: [projectId], deadline: inDays(20), reason: '出差' }
    return (await rig.sameAs(username)).demoReview.extendReviewDeadline({
      stage: 'PRIMARY',
      expertId,
      ...more,
    })
  },
} satisfies Record<string, Act>
type Name = keyof typeof ACTS

/** State, act, by whom, and what comes of it: the state afterwards, or the rule that refuses. */
const TABLE: readonly (readonly [state: string, act: Name, by: string, outcome: string])[] = [
  [waiting, 'save', EXPERT, reviewing],
  [waiting, 'submit', EXPERT, submitted],
  [waiting, 'recuse', EXPERT, recused],
  [waiting, 'reassign', 'platform', 'gone'],
  [waiting, 'extend', 'platform', waiting],
  [reviewing, 'save', EXPERT, reviewing],
  [reviewing, 'submit', EXPERT, submitted],
  [reviewing, 'recuse', EXPERT, recused],
  [reviewing, 'reassign', 'platform', 'gone'],
  [reviewing, 'extend', 'platform', reviewing],
  [submitted, 'save', EXPERT, 'E-013'],
  [submitted, 'submit', EXPERT, 'E-013'],
  [submitted, 'recuse', EXPERT, 'E-012'],
  [submitted, 'reassign', 'platform', 'E-026'],
  [submitted, 'extend', 'platform', 'W-002'],
  [recused, 'save', EXPERT, 'W-002'],
  [recused, 'submit', EXPERT, 'W-002'],
  [recused, 'recuse', EXPERT, 'W-002'],
  // The old task stays as a record of who withdrew.
  [recused, 'reassign', 'platform', recused],
  [recused, 'extend', 'platform', 'W-002'],
]
/** Nobody else takes any of these steps: another expert has no such task, the others have no such call. */
const STRANGERS: readonly (readonly [by: string, acts: readonly Name[], code: string])[] = [
  ['expert18', ['save', 'submit', 'recuse'], 'W-002'],
  ['expert18', ['reassign', 'extend'], 'W-001'],
  [EXPERT, ['reassign', 'extend'], 'W-001'],
  ['platform', ['save', 'submit', 'recuse'], 'W-001'],
  ...['nation', 'enterprise_yc', 'province_nx', 'query', 'admin'].map(
    (by) => [by, ['save', 'submit', 'recuse', 'reassign', 'extend'], 'W-001'] as const,
  ),
]
const STATES = [waiting, reviewing, submitted, recused]

/** A task of the expert in this state. */
async function taskIn(state: string): Promise<number> {
  const { projectIds, ids } = await reviewGroup(rig, { projects: 1, names: NAMES })
  const [projectId = 0] = projectIds
  const { demoProjects } = await rig.sameAs('platform')
  const expertIdsOf = ids.slice(0, 1)
  await demoProjects.assignPrimaryExperts({ projectIds, expertIds: expertIdsOf, deadline: inDays(10) })
  const own = (await rig.sameAs(EXPERT)).demoProjects
  if (state === reviewing) await own.savePrimaryScore({ projectId, items: [], submitted: false, sequence: 1 })
  if (state === submitted) await own.savePrimaryScore(await sheetOf(rig, 'PRIMARY', projectId, 80))
  if (state === recused) await ACTS.recuse(EXPERT, projectId)
  return projectId
}

async function stateOf(projectId: number): Promise<string> {
  const [expertId = 0] = await expertIds(rig.db, EXPERT)
  const row = await rig.db
    .selectFrom('expert_assign')
    .select('status')
    .where('project_id', '=', projectId)
    .where('expert_id', '=', expertId)
    .executeTakeFirst()
  return row?.status ?? 'gone'
}

test.each(TABLE)('a task in state %s: %s by %s comes to %s', async (state, act, by, outcome) => {
  const projectId = await taskIn(state)
  const attempt = ACTS[act](by, projectId)
  if (!/^[EW]-/.test(outcome)) {
    await attempt
    return expect(await stateOf(projectId)).toBe(outcome)
  }
  expect(await refusalCodes(attempt)).toContain(outcome)
  expect(await stateOf(projectId)).toBe(state)
})

test.each(STATES)('a task in state %s is left alone by everybody else', async (state) => {
  const projectId = await taskIn(state)
  for (const [by, acts, code] of STRANGERS)
    for (const act of acts)
      expect(await refusalCodes(ACTS[act](by, projectId)), `${act} by ${by}`).toContain(code)
  expect(await stateOf(projectId)).toBe(state)
})
