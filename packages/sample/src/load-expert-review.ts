import { DemoStatus, TechType } from '@xinchu/contract/codes'
import {
  assignPrimary,
  type Caller,
  computeConflicts,
  computePlan,
  loadUser,
  requireGroup,
  saveGroup,
  saveScore,
  sheetIndices,
  type Trx,
} from '@xinchu/server/sample-port'
import { sql } from 'kysely'
import { dayAfter } from './progress.ts'
import { randomFrom } from './random.ts'
import { assess } from './self-assessment.ts'

/** Days that the experts still have. */
const DAYS_LEFT = 12
const PER_PROJECT = 5

const BATTERIES: readonly string[] = [
  TechType.lithium,
  TechType.sodium,
  TechType.flow,
  TechType.lead,
  TechType.hybrid,
]

/** The groups of the batch that is being reviewed, the leader first. */
const GROUPS: readonly { name: string; takes: (techType: string | null) => boolean; experts: string[] }[] = [
  {
    name: '电化学组',
    takes: (techType) => BATTERIES.includes(techType ?? ''),
    experts: ['expert09', 'expert', 'expert01', 'expert05', 'expert10', 'expert11', 'expert29'],
  },
  {
    name: '机械与热储能组',
    takes: (techType) => !BATTERIES.includes(techType ?? ''),
    experts: ['expert03', 'expert04', 'expert12', 'expert13', 'expert18', 'expert28', 'expert38'],
  },
]

/** Experts who have submitted everything, and one who has begun. */
const DONE = ['expert03', 'expert09'] as const
const BEGUN = 'expert'

const OPINION =
  '项目技术路线清楚，关键指标有依据，安全与消防措施较为完备，前期手续基本落实。建议补充系统效率的测试依据，细化监测数据接入方案，并在实施阶段按期报送进展。'

async function callerOf(trx: Trx, username: string): Promise<Caller> {
  const { id } = await trx
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const caller = await loadUser(trx, id)
  if (!caller) throw new Error(`${username} is no user`)
  return caller
}

interface Project {
  id: number
  batch_year: number
  batch_no: number
  tech_type: string | null
}

/** Scores one project: between 70 % and all of each index, by chance. */
async function score(
  trx: Trx,
  project: Project,
  expert: Caller,
  now: Date,
  submitted: boolean,
): Promise<void> {
  const { indices } = await sheetIndices(trx, {
    stage: 'PRIMARY',
    techType: project.tech_type,
    projectId: project.id,
    version: undefined,
  })
  const random = randomFrom(project.id * 1_000 + expert.id)
  const items = [...indices.values()].map(({ id, fullScore }) => ({
    indexId: id,
    score: Math.round(fullScore * (0.7 + 0.3 * random()) * 2) / 2,
  }))
  const draft = {
    projectId: project.id,
    items: submitted ? items : items.slice(0, 6),
    submitted,
    ...(submitted ? { conclusion: '1' as const, opinion: OPINION } : {}),
  }
  await saveScore(trx, 'PRIMARY', draft, expert, now)
}

async function scoreAll(trx: Trx, username: string, projects: readonly Project[], now: Date): Promise<void> {
  const expert = await callerOf(trx, username)
  const { rows } = await sql<{ project_id: number }>`
    select project_id from expert_assign where expert_id = ${expert.id} order by id`.execute(trx)
  const own = rows.flatMap(({ project_id }) => projects.find(({ id }) => id === project_id) ?? [])
  const isDone = DONE.some((each) => each === username)
  for (const project of isDone ? own : own.slice(0, 1)) await score(trx, project, expert, now, isDone)
}

/** Groups, conflicts, assignments and the first sheets of the batch that is being reviewed. */
export async function loadExpertReview(trx: Trx, today: string, now: Date): Promise<void> {
  const platform = await callerOf(trx, 'platform')
  const { rows: projects } = await sql<Project>`
    select id, batch_year, batch_no, tech_type from demo_project where status = ${DemoStatus.inPrimaryReview}
    order by tech_type, id`.execute(trx)
  const [first] = projects
  if (!first) return
  for (const project of projects) await assess(trx, project, now)
  const deadline = `${dayAfter(today, DAYS_LEFT)} 18:00:00`
  for (const { name, takes, experts } of GROUPS) {
    const members = await Promise.all(experts.map((username) => callerOf(trx, username)))
    const own = projects.filter(({ tech_type }) => takes(tech_type))
    const projectIds = own.map(({ id }) => id)
    const group = await saveGroup(
      trx,
      {
        groupName: name,
        batchYear: first.batch_year,
        batchNo: first.batch_no,
        stage: 'PRIMARY',
        leaderId: members[0]?.id ?? 0,
        expertIds: members.map(({ id }) => id),
        projectIds,
        techTypes: [...new Set(own.flatMap(({ tech_type }) => tech_type ?? []))],
      },
      platform,
    )
    await computeConflicts(trx, await requireGroup(trx, group.id), now)
    const plan = await computePlan(trx, { groupId: group.id, perProject: PER_PROJECT }, platform, now)
    const request = { projectIds, groupId: group.id, deadline, planId: plan.id }
    await assignPrimary(trx, request, { user: platform, now })
  }
  for (const username of [...DONE, BEGUN]) await scoreAll(trx, username, projects, now)
}
