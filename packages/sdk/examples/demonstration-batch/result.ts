// Part three: the excellence review, its results, the publicity and the announcement.
import type { components } from '@xinchu/sdk/schema'
import { act, idOf, type Walk } from './application.ts'
import { EXCELLENCE_TEAMS, type ExcellenceTeam, type Judged } from './batch.ts'
import { feedbackOn, findConflicts, inDays, makeGroup, sheetOf } from './review.ts'

type Schemas = components['schemas']

/** Days of the publicity. The nation may announce once they are over and every objection is answered. */
export const PUBLICITY_DAYS = 6

/** Makes the experts of an excellence group. */
export const makeExcellence = (walk: Walk, team: ExcellenceTeam) =>
  makeGroup(walk, { ...team, projects: [] }, 'EXCELLENT')

/** Gives a group of the excellence review its projects and places. */
export async function giveProjects(walk: Walk, groupId: number, { judged, quota }: ExcellenceTeam) {
  const { demoProjects } = await walk.as('platform')
  const projectIds = judged.map(({ no }) => idOf(walk, no))
  await demoProjects.createExcellentGroup({ groupId, excellentType: '1', projectIds, quota })
}

/** Assigns all experts of a group to all of its projects. */
export async function assignExcellence(walk: Walk, { id, experts }: Schemas['ExpertGroup']): Promise<void> {
  const { demoProjects } = await walk.as('platform')
  await findConflicts(walk, id)
  const expertIds = experts.map(({ userId }) => userId)
  const request = { groupId: id, expertIds, deadline: inDays(10) }
  const { conflicts } = await demoProjects.assignExcellentExperts(request)
  if (conflicts.length > 0) throw new Error(conflicts.map(({ message }) => message).join('\n'))
}

/** Makes a group with its projects and places, and assigns its experts. */
export async function formExcellence(walk: Walk, team: ExcellenceTeam): Promise<Schemas['ExpertGroup']> {
  const group = await makeExcellence(walk, team)
  await giveProjects(walk, group.id, team)
  await assignExcellence(walk, group)
  return group
}

/** Submits the sheet of one expert on one project. */
export async function scoreExcellence(
  walk: Walk,
  team: ExcellenceTeam,
  account: string,
  { no, totals, safety, recommendedBy }: Judged,
): Promise<void> {
  const { demoProjects } = await walk.as(account)
  const at = team.experts.indexOf(account)
  const sheet = await sheetOf(walk, 'EXCELLENT', { no, total: totals[at] ?? 0, safety: safety[at] ?? 0 })
  await demoProjects.saveExcellentScore({ ...sheet, recommend: recommendedBy.includes(account) })
}

/** All sheets of the excellence review. */
export async function scoreAllExcellence(walk: Walk, teams = EXCELLENCE_TEAMS): Promise<void> {
  for (const team of teams)
    for (const account of team.experts)
      for (const judged of team.judged) await scoreExcellence(walk, team, account, judged)
}

/** The nation decides as the ranks say: who stands within the places of his group is to be selected. */
export async function decideResults(walk: Walk): Promise<void> {
  const nation = await walk.as('nation')
  const { groups = [] } = await nation.demoReview.getResults({
    ...walk.batch,
    stage: 'EXCELLENT',
    opinions: true,
  })
  const rows = groups.flatMap((group) => group.rows)
  const idsOf = (some: typeof rows) => some.map(({ projectId }) => projectId)
  const others = rows.filter(({ withinQuota }) => !withinQuota)
  await act(nation, {
    ids: idsOf(rows.filter(({ withinQuota }) => withinQuota)),
    action: 'EXCELLENT_PASS',
    excellentType: '1',
  })
  await act(nation, {
    ids: idsOf(others),
    action: 'EXCELLENT_FAIL',
    opinion: '名次在名额之外',
    feedback: feedbackOn(others),
  })
}

/** The list becomes public. Everybody may read it, without an account. */
export async function publish(walk: Walk, now = new Date()) {
  const { demoReview } = await walk.as('nation')
  return demoReview.setPublicity({
    ...walk.batch,
    startTime: inDays(-0.001, now),
    endTime: inDays(PUBLICITY_DAYS, now),
  })
}

/** The nation announces at once all that was public and not cancelled, once the period is over and all objections are answered. */
export async function announce(walk: Walk): Promise<void> {
  const nation = await walk.as('nation')
  const { batchYear } = walk.batch
  const { content } = await nation.demoReview.listPublic(walk.batch)
  await act(nation, {
    ids: content.filter(({ cancelledOn }) => cancelledOn === undefined).map(({ id }) => id),
    action: 'ANNOUNCE',
    announceNo: `国家能源局公告${batchYear}年第2号`,
    announceDate: `${batchYear}-12-31`,
  })
}
