import { deptKinds } from '@xinchu/contract/rights'
import type { Db } from '../../db/database.ts'
import { type Level, UNNAMED } from '../flow/offices.ts'
import { wayOfProject } from '../kinds/project/way.ts'
import { type OfficeAt, officesAt } from '../review/offices.ts'
import type { ProjectRow } from './query.ts'
import { stateOf } from './state-name.ts'

export type Territory = Exclude<Level, 'nation'>

/** The office of a level at the place of a project. */
export type OfficeOf = (row: ProjectRow, level: Territory) => ReturnType<OfficeAt>

/** The offices of the places of projects. */
export async function officesOf(db: Db, projects: readonly ProjectRow[]): Promise<OfficeOf> {
  const officeAt = await officesAt(
    db,
    [deptKinds.county, deptKinds.city, deptKinds.province],
    projects.flatMap((row) => [row.county_code, row.city_code, row.province_code]),
  )
  return (row, level) => officeAt(deptKinds[level], row[`${level}_code`])
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
      ? UNNAMED.nation
      : current === 'author'
        ? (row.company_name ?? undefined)
        : officeOf(row, current)?.name
  return holder === undefined ? place : { ...place, holder }
}
