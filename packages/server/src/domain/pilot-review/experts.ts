import { AccountStatus, AssignStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all, containing, orderBy } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import { maskPhone } from '../masking.ts'
import { reply } from '../reply.ts'

type Schemas = components['schemas']
type ExpertQuery = NonNullable<operations['listExperts']['parameters']['query']>

/** An expert with his profile. Someone without a profile is available and has no specialty. */
export interface ExpertRow {
  id: number
  real_name: string | null
  username: string
  phone: string | null
  email: string | null
  title: string | null
  work_unit: string | null
  credit_code: string | null
  owner_group_id: number | null
  owner_group_name: string | null
  address: string | null
  specialties: string[]
  former_units: Schemas['ExpertFormerUnit'][]
  joint_work: Schemas['ExpertJointWork'][]
  available: boolean
  available_from: string | null
  available_to: string | null
  load_limit: number | null
  version: number
}

/** SQL condition: account `u` of office `o` is an expert whose account is in use. */
const isExpert: RawBuilder<boolean> = sql<boolean>`o.dept_id = ${deptKinds.expert}
  and u.status = ${AccountStatus.active}`

const experts: RawBuilder<unknown> = sql`app_user u join org o on o.id = u.org_id
  left join expert_profile e on e.user_id = u.id left join owner_dict g on g.id = e.owner_group_id`

const columns = sql`u.id, u.real_name, u.username, u.phone, u.email, e.title, e.work_unit, e.credit_code, e.owner_group_id,
  g.label as owner_group_name, e.address, coalesce(e.specialties, '{}') as specialties,
  coalesce(e.former_units, '[]') as former_units, coalesce(e.joint_work, '[]') as joint_work,
  coalesce(e.available, true) as available, e.available_from, e.available_to, e.load_limit, coalesce(e.version, 0) as version`

/** SQL condition: the expert can be assigned on a day. */
const isAvailableOn = (today: string): RawBuilder<boolean> => sql<boolean>`(coalesce(e.available, true)
  and coalesce(e.available_from <= ${today}::date, true) and coalesce(e.available_to >= ${today}::date, true))`

/** The same of an expert who has been read. */
export const canReview = ({ available, available_from, available_to }: ExpertRow, today: string): boolean =>
  available &&
  (available_from === null || available_from <= today) &&
  (available_to === null || available_to >= today)

interface HistoryRow {
  id: number
  open: number
  assigned: number
  in_time: number
  late: number
  recused: number
}

/** Counts of an expert's assignments. Never anything about scores. */
async function historiesOf(db: Db, ids: readonly number[], now: Date): Promise<Map<number, HistoryRow>> {
  const { rows } = await sql<HistoryRow>`
    select a.expert_id as id, count(*) filter (where a.status in (${AssignStatus.waiting}, ${AssignStatus.reviewing})) as open,
      count(*) as assigned, count(*) filter (where s.submit_time <= a.deadline) as in_time,
      count(*) filter (where a.status <> ${AssignStatus.recused}
        and coalesce(s.submit_time, ${now.toISOString()}::timestamptz) > a.deadline) as late,
      count(*) filter (where a.status = ${AssignStatus.recused}) as recused
    from expert_assign a left join expert_score s on s.assign_id = a.id
    where a.expert_id = any(${[...ids]}::bigint[]) group by a.expert_id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const NOTHING_YET = { open: 0, assigned: 0, in_time: 0, late: 0, recused: 0 }

function profileOf(row: ExpertRow, history: Omit<HistoryRow, 'id'> = NOTHING_YET): Schemas['ExpertProfile'] {
  return reply({
    userId: row.id,
    version: row.version,
    realName: row.real_name ?? row.username,
    phone: maskPhone(row.phone),
    title: row.title,
    workUnit: row.work_unit,
    creditCode: row.credit_code,
    ownerGroupId: row.owner_group_id,
    ownerGroupName: row.owner_group_name,
    address: row.address,
    specialty: row.specialties,
    formerUnits: row.former_units,
    jointWork: row.joint_work,
    available: row.available,
    availableFrom: row.available_from,
    availableTo: row.available_to,
    loadLimit: row.load_limit,
    open: history.open,
    history: {
      assigned: history.assigned,
      inTime: history.in_time,
      late: history.late,
      recused: history.recused,
    },
  })
}

/** An expert as a member of a group. */
export const memberOf = (
  row: Pick<ExpertRow, 'id' | 'real_name' | 'username' | 'title' | 'work_unit' | 'specialties'>,
  more: Pick<Schemas['ReviewExpert'], 'isLeader' | 'avoidReason'> = {},
): Schemas['ReviewExpert'] =>
  reply({
    userId: row.id,
    realName: row.real_name ?? row.username,
    title: row.title,
    workUnit: row.work_unit,
    specialty: row.specialties,
    isLeader: more.isLeader,
    avoidReason: more.avoidReason,
  })

/** Reads experts under a condition, by id. */
export async function readExperts(db: Db, condition: RawBuilder<boolean>): Promise<ExpertRow[]> {
  const { rows } = await sql<ExpertRow>`
    select ${columns} from ${experts} where ${isExpert} and (${condition}) order by u.id`.execute(db)
  return rows
}

/** Reads these experts, also those whose account is no longer in use. */
export async function expertsById(db: Db, ids: readonly number[]): Promise<Map<number, ExpertRow>> {
  const { rows } = await sql<ExpertRow>`
    select ${columns} from ${experts} where u.id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const SORTABLE = {
  userId: 'u.id',
  realName: 'u.real_name',
  title: 'e.title',
  workUnit: 'e.work_unit',
  loadLimit: 'e.load_limit',
}

/** Returns a page of the expert pool. */
export async function pageExperts(
  db: Db,
  query: ExpertQuery,
  now: Date,
): Promise<Schemas['ExpertProfilePage']> {
  const { page = 0, size = 10, keyword, specialty, title, available } = query
  const parts = [isExpert]
  if (keyword) {
    const pattern = containing(keyword)
    parts.push(sql<boolean>`(u.real_name ilike ${pattern} or e.work_unit ilike ${pattern})`)
  }
  if (specialty) parts.push(sql<boolean>`e.specialties @> array[${specialty}]::text[]`)
  if (title) parts.push(sql<boolean>`e.title ilike ${containing(title)}`)
  if (available !== undefined) parts.push(sql<boolean>`${isAvailableOn(day(now))} = ${available}`)
  const { rows } = await sql<ExpertRow>`
    select ${columns} from ${experts} where ${all(parts)}
    order by ${orderBy(SORTABLE, query.sort, sql`u.id`)} limit ${size} offset ${page * size}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${experts} where ${all(parts)}`.execute(db)
  const histories = await historiesOf(
    db,
    rows.map(({ id }) => id),
    now,
  )
  return {
    content: rows.map((row) => profileOf(row, histories.get(row.id))),
    totalElements: counted.rows[0]?.total ?? 0,
  }
}

/** Returns one expert's profile. @throws HttpError 404 */
export async function expertProfile(db: Db, id: number, now: Date): Promise<Schemas['ExpertProfile']> {
  const [row] = await readExperts(db, sql<boolean>`u.id = ${id}`)
  if (!row) throw notFound('专家')
  return profileOf(row, (await historiesOf(db, [id], now)).get(id))
}
