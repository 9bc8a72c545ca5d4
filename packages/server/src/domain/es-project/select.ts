import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { badRequest } from '../../errors.ts'
import { dateTime } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import { reviewLevels } from '../review-levels.ts'
import { warningsOfLast } from '../submissions/warnings.ts'
import { conditions, type ProjectQuery } from './filters.ts'
import { provinceFlagOf } from './row.ts'
import { allowedMoves, mayDelete } from './states.ts'
import { attention } from './working-row.ts'

type Schemas = components['schemas']

const MOST = 10_000

type Selected = Pick<
  Row<'es_project'>,
  | 'id'
  | 'version'
  | 'project_name'
  | 'project_code'
  | 'rated_power'
  | 'rated_energy'
  | 'province_code'
  | 'city_code'
  | 'county_code'
  | 'declare_status'
  | 'country_status'
  | 'repeat_flag'
  | 'read_flag'
  | 'submitted_once'
  | 'org_id'
  | 'origin_dept_id'
  | 'warehouse_time'
> & {
  review_levels: string[] | null
  changed_since_stored: boolean
  repeat_score: number | null
  warnings: number
  city_name: string | null
  county_name: string | null
}

const rowOf = (row: Selected, user: Caller): Schemas['EsProjectRow'] =>
  reply({
    id: row.id,
    version: row.version,
    projectName: row.project_name,
    projectCode: row.project_code,
    provinceCode: row.province_code,
    declareStatus: row.declare_status,
    countryStatus: row.country_status,
    submitProvinceFlag: provinceFlagOf(row.declare_status),
    repeatFlag: row.repeat_flag,
    readFlag: row.read_flag,
    moves: allowedMoves(user, row),
    deletable: mayDelete(user, row),
    repeatScore: row.repeat_score,
    ratedPower: row.rated_power,
    ratedEnergy: row.rated_energy,
    cityName: row.city_name,
    countyName: row.county_name,
    warningCount: row.warnings,
  })

/**
 * Returns all working projects that match, with their possible actions. One statement reads them, so that the selection
 * is of one moment.
 * @throws HttpError 400 for more than 10,000
 */
export async function selectProjects(
  db: Db,
  query: ProjectQuery,
  user: Caller,
  now: Date,
): Promise<Schemas['EsProjectSelection']> {
  const { rows } = await sql<Selected>`
    select p.id, p.version, p.project_name, p.project_code, p.province_code, p.city_code, p.county_code,
      p.declare_status, p.country_status, p.repeat_flag, p.read_flag, p.submitted_once, p.org_id, p.origin_dept_id,
      p.warehouse_time, p.rated_power, p.rated_energy, city.name as city_name, county.name as county_name,
      ${warningsOfLast('PROJECT', sql`p.id`)} as warnings, ${reviewLevels} as review_levels,
      coalesce(p.waiting_since > p.warehouse_time, false) as changed_since_stored, ${attention}
    from es_project p
    left join region city on city.code = p.city_code left join region county on county.code = p.county_code
    where ${conditions(query, user)} order by p.id desc limit ${MOST + 1}`.execute(db)
  if (rows.length > MOST)
    throw badRequest('F-016', `符合条件的项目超过 ${MOST.toLocaleString('en')} 件，请缩小范围后再全选`, [])
  return { content: rows.map((row) => rowOf(row, user)), countedAt: dateTime(now) }
}
