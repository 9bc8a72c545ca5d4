import { deptKinds } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Level } from '../flow/offices.ts'
import { wayOfProject } from '../kinds/project/way.ts'
import type { ProjectRow } from './query.ts'
import { stateOf } from './state-name.ts'

export type Territory = Exclude<Level, 'nation'>

interface Office {
  id: number
  name: string
}

/** The office of a level at the place of a project. */
export type OfficeOf = (row: ProjectRow, level: Territory) => Office | undefined

const NATION = '国家能源主管部门'

/** The offices of the places of projects; of several at one place the first. */
export async function officesOf(db: Db, projects: readonly ProjectRow[]): Promise<OfficeOf> {
  const codes = projects.flatMap((row) => [row.county_code, row.city_code, row.province_code])
  const kinds = [deptKinds.county, deptKinds.city, deptKinds.province]
  const { rows } = await sql<Office & { dept_id: number; region_code: string }>`
    select id, org_name as name, dept_id, region_code from org
    where dept_id = any(${kinds}::integer[]) and region_code = any(${[...new Set(codes)]}::text[])
    order by id desc`.execute(db)
  const found = new Map(rows.map((office) => [`${office.dept_id} ${office.region_code}`, office]))
  return (row, level) => found.get(`${deptKinds[level]} ${row[`${level}_code`]}`)
}

/** Where a project is: its state, the office that deals with it, and which stage of how many that is. */
export interface PlaceNow {
  state: string
  holder?: string
  stage: number
  stages: number
}

export function placeNow(row: ProjectRow, officeOf: OfficeOf): PlaceNow {
  const { stages, current } = wayOfProject(row)
  const place = {
    state: stateOf(row).statusLabel,
    stage: current === undefined ? stages.length : stages.indexOf(current) + 1,
    stages: stages.length,
  }
  if (current === undefined || current === 'end') return place
  const holder =
    current === 'nation'
      ? NATION
      : current === 'author'
        ? (row.company_name ?? undefined)
        : officeOf(row, current)?.name
  return holder === undefined ? place : { ...place, holder }
}
