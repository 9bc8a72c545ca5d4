import { ObjectionStatus } from '@xinchu/contract/codes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Row } from '../../../db/schema.ts'
import { all } from '../../../db/sql.ts'
import { type Caller, codeOf } from '../../caller.ts'

/** An objection with what its screens read of its project. */
export type ObjectionRow = Row<'objection'> & {
  demo_code: string
  project_name: string
  company_name: string | null
  org_id: number | null
  recommend_org_id: number | null
  recommend_org_name: string | null
  province_name: string | null
  city_code: string | null
  county_code: string | null
  rated_power: number | null
  rated_energy: number | null
  is_late: boolean
}

/** SQL: objections `ob` with their projects `p`. */
export const objectionSource = sql`objection ob join demo_project p on p.id = ob.project_id`

/** Callers that deal with all objections. */
export const isOperator = (user: Caller): boolean => codeOf(user) === 'NAT' || codeOf(user) === 'PLT'

const wasForwarded = sql<boolean>`ob.forward_text is not null`

/**
 * SQL condition on objections `ob` of projects `p`. Offices see what was forwarded: the recommender, the applicant, and
 * who queries for the nation.
 */
export function visibleObjections(user: Caller): RawBuilder<boolean> {
  switch (codeOf(user)) {
    case 'NAT':
    case 'PLT':
      return sql<boolean>`true`
    case 'PRV':
    case 'CEN':
      return sql<boolean>`(${wasForwarded} and p.recommend_org_id = ${user.orgId})`
    case 'ENT':
      return sql<boolean>`(${wasForwarded} and p.org_id = ${user.orgId})`
    case 'NQ':
      return wasForwarded
    default:
      return sql<boolean>`false`
  }
}

const WAITS: Readonly<Partial<Record<string, RawBuilder<boolean>>>> = {
  PLT: sql<boolean>`ob.status = ${ObjectionStatus.received}`,
  PRV: sql<boolean>`ob.status = ${ObjectionStatus.forwarded}`,
  CEN: sql<boolean>`ob.status = ${ObjectionStatus.forwarded}`,
  NAT: sql<boolean>`(ob.status = ${ObjectionStatus.verified}
    or ob.status = ${ObjectionStatus.forwarded} and ob.due_at < now())`,
}

/** SQL condition: objection `ob` waits for the caller. The nation may answer what the recommender is late with. */
export const waitingObjections = (user: Caller): RawBuilder<boolean> =>
  WAITS[codeOf(user) ?? ''] ?? sql<boolean>`false`

/** SQL condition: objection `ob` is neither answered nor withdrawn. */
export const isOpenObjection = sql<boolean>`ob.status not in (${ObjectionStatus.answered}, ${ObjectionStatus.withdrawn})`

/** SQL: the columns of an `ObjectionRow`, with its tables. */
export const objectionColumns = sql`ob.*, p.demo_code, p.project_name, p.company_name, p.org_id, p.recommend_org_id,
  (select o.org_name from org o where o.id = p.recommend_org_id) as recommend_org_name,
  (select r.name from region r where r.code = p.province_code) as province_name,
  p.city_code, p.county_code, p.rated_power, p.rated_energy, coalesce(ob.due_at < now(), false) as is_late`

/** The visible objections with these ids, locked on demand. */
export async function findObjections(
  db: Db,
  ids: readonly number[],
  user: Caller,
  lock = false,
): Promise<ObjectionRow[]> {
  const where = all([sql<boolean>`ob.id = any(${[...ids]}::bigint[])`, visibleObjections(user)])
  const { rows } = await sql<ObjectionRow>`
    select ${objectionColumns} from ${objectionSource} where ${where} order by ob.id
    ${lock ? sql`for update of ob` : sql``}`.execute(db)
  return rows
}
