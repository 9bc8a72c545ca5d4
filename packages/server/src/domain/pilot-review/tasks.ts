import { AssignStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all } from '../../db/sql.ts'
import { type Caller, codeOf } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { reply } from '../reply.ts'
import { isAbandoned } from './abandoned.ts'
import { expertsById, memberOf } from './experts.ts'
import { type ScoreRow, scoreInfo, stopped } from './score.ts'
import { sealedOrder } from './sealed-order.ts'

type Schemas = components['schemas']
type Stage = Schemas['ReviewStage']
type Task = Schemas['ExcellentReviewTask']

interface TaskQuery {
  batchYear?: number
  batchNo?: number
  projectId?: number
  groupId?: number
  assignStatus?: Schemas['AssignStatus']
  page?: number
  size?: number
  sort?: string[]
}

interface TaskRow {
  id: number
  project_id: number
  expert_id: number
  demo_code: string
  project_name: string
  company_name: string | null
  province_name: string | null
  tech_type: string | null
  batch_year: number
  batch_no: number
  rated_power: number | null
  rated_energy: number | null
  group_id: number | null
  group_name: string | null
  leader_id: number | null
  quota: number | null
  status: Schemas['AssignStatus']
  deadline: string
  must_reassign: boolean
  stop_code: string | null
}

const source = sql`expert_assign a join demo_project p on p.id = a.project_id
  left join expert_group g on g.id = a.group_id left join region r on r.code = p.province_code`
const columns = sql`a.id, a.project_id, a.expert_id, p.demo_code, p.project_name, p.company_name, r.name as province_name,
  p.tech_type, p.batch_year, p.batch_no, p.rated_power, p.rated_energy, a.group_id, g.group_name, g.leader_id, g.quota, a.status, a.deadline,
  a.must_reassign or ${isAbandoned} as must_reassign, (select h.code from conflict_hit h where h.project_id = a.project_id and h.expert_id = a.expert_id
    and h.decision is distinct from 'CLEARED' order by h.code limit 1) as stop_code`

const SORTABLE = {
  deadline: 'a.deadline',
  demoCode: 'p.demo_code',
  projectName: 'p.project_name',
  assignStatus: 'a.status',
}

function conditions(stage: Stage, query: TaskQuery, user: Caller): RawBuilder<boolean> {
  const parts = [sql<boolean>`a.stage = ${stage}`, sql<boolean>`not p.deleted`]
  if (codeOf(user) === 'EXP')
    parts.push(sql<boolean>`a.expert_id = ${user.id}`, sql<boolean>`a.status <> ${AssignStatus.recused}`)
  const equal = (column: string, value: string | number | undefined) => {
    if (value !== undefined) parts.push(sql<boolean>`${sql.ref(column)} = ${value}`)
  }
  equal('p.batch_year', query.batchYear)
  equal('p.batch_no', query.batchNo)
  equal('a.project_id', query.projectId)
  equal('a.group_id', query.groupId)
  equal('a.status', query.assignStatus)
  return all(parts)
}

/** Returns the sheets of these tasks. An expert gets his own; nobody else gets any from a list. */
async function ownSheets(db: Db, rows: readonly TaskRow[], user: Caller): Promise<Map<number, ScoreRow>> {
  const ids = rows.filter(({ expert_id }) => expert_id === user.id).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const sheets = await db.selectFrom('expert_score').selectAll().where('assign_id', 'in', ids).execute()
  return new Map(sheets.map((sheet) => [sheet.assign_id, sheet]))
}

/** Counts the projects that the caller recommends, by group. */
async function recommendedBy(db: Db, user: Caller): Promise<Map<number, number>> {
  const { rows } = await sql<{ group_id: number; count: number }>`
    select a.group_id, count(*) as count from expert_assign a join expert_score s on s.assign_id = a.id
    where a.expert_id = ${user.id} and a.stage = 'EXCELLENT' and s.recommend and a.group_id is not null
    group by a.group_id`.execute(db)
  return new Map(rows.map(({ group_id, count }) => [group_id, count]))
}

interface Beside {
  user: Caller
  sheet: ScoreRow | undefined
  /** Who has the task. Experts are not told of each other. */
  expert: Parameters<typeof memberOf>[0] | undefined
  /** How many projects of the group the caller recommends. */
  recommended: number | undefined
}

function taskOf(row: TaskRow, stage: Stage, { user, sheet, expert, recommended }: Beside): Task {
  const isOwn = codeOf(user) === 'EXP'
  const ids = { projectId: row.project_id, expertId: row.expert_id, status: row.status }
  return reply<Task>({
    projectId: row.project_id,
    demoCode: row.demo_code,
    projectName: row.project_name,
    companyName: row.company_name,
    provinceName: row.province_name,
    techType: row.tech_type,
    ratedPower: row.rated_power,
    ratedEnergy: row.rated_energy,
    batchYear: row.batch_year,
    batchNo: row.batch_no,
    stage,
    groupId: row.group_id,
    groupName: row.group_name,
    expert: expert && memberOf(expert, { isLeader: row.leader_id === row.expert_id }),
    assignStatus: row.status,
    assignStatusLabel: labelIn('assign_status', row.status),
    deadline: row.deadline,
    mustReassign: row.must_reassign ? true : undefined,
    stopReason: row.must_reassign && isOwn ? stopped(row.stop_code ?? 'C-01') : undefined,
    leads: isOwn ? row.leader_id === user.id : undefined,
    quota: stage === 'EXCELLENT' ? row.quota : undefined,
    recommended,
    score: sheet && scoreInfo(sheet, ids),
  })
}

/** Returns tasks of a stage: an expert's own with his sheets, or the state of all without any. */
export async function pageTasks(
  db: Db,
  stage: Stage,
  query: TaskQuery,
  user: Caller,
): Promise<{ content: Task[]; totalElements: number }> {
  const { page = 0, size = 10 } = query
  const where = conditions(stage, query, user)
  const { rows } = await sql<TaskRow>`
    select ${columns} from ${source} where ${where}
    order by ${sealedOrder(SORTABLE, query.sort, sql`g.group_name nulls last, p.demo_code, a.id`)}
    limit ${size} offset ${page * size}`.execute(db)
  const counted = await sql<{
    total: number
  }>`select count(*) as total from ${source} where ${where}`.execute(db)
  const isOwn = codeOf(user) === 'EXP'
  const sheets = await ownSheets(db, rows, user)
  const recommended = isOwn && stage === 'EXCELLENT' ? await recommendedBy(db, user) : undefined
  const experts = isOwn
    ? new Map()
    : await expertsById(
        db,
        rows.map(({ expert_id }) => expert_id),
      )
  const content = rows.map((row) =>
    taskOf(row, stage, {
      user,
      sheet: sheets.get(row.id),
      expert: experts.get(row.expert_id),
      recommended: recommended && (recommended.get(row.group_id ?? 0) ?? 0),
    }),
  )
  return { content, totalElements: counted.rows[0]?.total ?? 0 }
}
