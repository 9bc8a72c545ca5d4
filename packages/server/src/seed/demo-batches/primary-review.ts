import { createHash } from 'node:crypto'
import { AssignStatus, DemoStatus, IndexType } from '@xinchu/sdk/codes'
import type { Trx } from '../../db/database.ts'
import { UNITS_PER_POINT } from '../../domain/demo-review/points.ts'
import { sheetOf } from '../../domain/demo-review/score.ts'
import { leafOf, NONCE_BYTES } from '../../domain/demo-review/seal.ts'
import { newCode } from '../../domain/documents/codes.ts'
import { dayAfter } from '../demo-progress.ts'
import { insertRows } from '../insert-rows.ts'
import { randomFrom } from '../random.ts'

const SEED = 20_261
const DEADLINE_IN = 12
const HALF = 0.5

/** Groups with the technologies that they review and their experts, the leader first. The account `expert` is in the first. */
const GROUPS = [
  ['电化学储能组', ['01', '02', '03', '14'], ['expert', 'expert02', 'expert03', 'expert05', 'expert09']],
  [
    '压缩空气与物理储能组',
    ['05', '06', '07', '12', '13'],
    ['expert07', 'expert13', 'expert10', 'expert14', 'expert15'],
  ],
  ['混合与储热储能组', ['08', '09', '90'], ['expert06', 'expert18', 'expert20', 'expert22', 'expert26']],
] as const

interface Project {
  id: number
  batch_year: number
  batch_no: number
  tech_type: string | null
}

interface Index {
  id: number
  full_score: number
}

/** A sheet of this share of the points, in steps of half a point. */
function itemsOf(indices: readonly Index[], random: () => number) {
  return indices.map(({ id, full_score }) => ({
    indexId: id,
    score: Math.round((full_score * (0.7 + random() * 0.28)) / HALF) * HALF,
  }))
}

const OPINION =
  '项目技术路线清晰，规模与示范目标匹配，安全设计和监测方案较完整；建议进一步细化关键设备的第三方检测安排，并明确容量补偿的落实路径，按计划推进并网。'

interface Assigned {
  assign_id: number
  project_id: number
  expert_id: number
}

/** A submitted sheet with its seal. The number that keeps it secret follows from the task, so that each start is the same. */
function sheetRow(assigned: Assigned, indices: readonly Index[], random: () => number, time: string) {
  const items = itemsOf(indices, random)
  const total = items.reduce((sum, { score }) => sum + Math.round(score * UNITS_PER_POINT), 0)
  const content = {
    items,
    conclusion: '1' as const,
    opinion: OPINION,
    recommend: null,
    total,
    catalogue_version: 1,
  }
  const nonce = createHash('sha256').update(`${SEED}/${assigned.assign_id}`).digest().subarray(0, NONCE_BYTES)
  const ids = { projectId: assigned.project_id, expertId: assigned.expert_id }
  return {
    assign_id: assigned.assign_id,
    ...content,
    submitted: true,
    submit_time: time,
    nonce: nonce.toString('hex'),
    leaf: leafOf(sheetOf('PRIMARY', content, ids), nonce).toString('hex'),
    receipt_code: newCode(),
    version: 1,
    create_by: 'system',
    create_time: time,
    update_by: 'system',
    update_time: time,
  }
}

async function groupOf(
  trx: Trx,
  [name, technologies, experts]: (typeof GROUPS)[number],
  batch: Pick<Project, 'batch_year' | 'batch_no'>,
): Promise<{ id: number; experts: number[] }> {
  const users = await trx
    .selectFrom('app_user')
    .select(['id', 'username'])
    .where('username', 'in', experts)
    .execute()
  const ids = experts.flatMap((username) => users.find((user) => user.username === username)?.id ?? [])
  const { id } = await trx
    .insertInto('expert_group')
    .values({
      ...batch,
      group_name: name,
      stage: 'PRIMARY',
      leader_id: ids[0] ?? 0,
      tech_types: [...technologies],
      create_by: 'system',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('expert_group_member')
    .values(ids.map((user_id, sort) => ({ group_id: id, user_id, sort })))
    .execute()
  return { id, experts: ids }
}

/**
 * Puts the projects of the current batch that are in the primary review before three groups, and lets most experts
 * submit some of their sheets.
 * @param today yyyy-MM-dd
 */
export async function loadPrimaryReview(trx: Trx, year: number, today: string): Promise<void> {
  const projects = await trx
    .selectFrom('demo_project')
    .select(['id', 'batch_year', 'batch_no', 'tech_type'])
    .where('batch_year', '=', year)
    .where('status', '=', DemoStatus.inPrimaryReview)
    .orderBy('id')
    .execute()
  const indices = await trx
    .selectFrom('assess_index')
    .select(['id', 'full_score'])
    .where('stage', '=', 'PRIMARY')
    .where('index_type', 'in', [IndexType.quantitative, IndexType.qualitative])
    .orderBy('sort')
    .execute()
  const random = randomFrom(SEED)
  for (const group of GROUPS) {
    const own = projects.filter(({ tech_type }) => group[1].some((each) => each === tech_type))
    const [first] = own
    if (!first) continue
    await loadGroup(trx, { group, own, batch: first, indices, random, today })
  }
}

interface Loading {
  group: (typeof GROUPS)[number]
  own: readonly Project[]
  batch: Project
  indices: readonly Index[]
  random: () => number
  today: string
}

async function loadGroup(trx: Trx, { group, own, batch, indices, random, today }: Loading): Promise<void> {
  const { batch_year, batch_no } = batch
  const { id, experts } = await groupOf(trx, group, { batch_year, batch_no })
  await trx
    .insertInto('expert_group_project')
    .values(own.map((project) => ({ stage: 'PRIMARY', project_id: project.id, group_id: id })))
    .execute()
  const pairs = own.flatMap((project) => experts.map((expert, place) => ({ project, expert, place })))
  // The first expert of a group has everything before him, the others have submitted some.
  const isDone = ({ place }: { place: number }) => place > 0 && random() < 0.6
  const rows = pairs.map((pair) => ({
    project_id: pair.project.id,
    expert_id: pair.expert,
    stage: 'PRIMARY' as const,
    group_id: id,
    status: isDone(pair) ? AssignStatus.submitted : AssignStatus.waiting,
    deadline: `${dayAfter(today, DEADLINE_IN)} 18:00:00`,
    create_by: 'system',
    create_time: `${dayAfter(today, -10)} 10:00:00`,
  }))
  const made = await trx
    .insertInto('expert_assign')
    .values(rows)
    .returning(['id', 'project_id', 'expert_id', 'status'])
    .execute()
  const submitted = made.filter(({ status }) => status === AssignStatus.submitted)
  await insertRows(
    trx,
    'expert_score',
    submitted.map(({ id: assign_id, project_id, expert_id }, index) =>
      sheetRow(
        { assign_id, project_id, expert_id },
        indices,
        random,
        `${dayAfter(today, -(index % 7) - 1)} 16:00:00`,
      ),
    ),
  )
}
