import { deptKinds } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Level, OfficeNames, Place } from '../flow/offices.ts'

/** Reads the names of the offices of a place, the nation's, and the author's, in one query. */
export async function officeNames(db: Db, place: Place, authorId: number | null): Promise<OfficeNames> {
  const { rows } = await sql<{ level: Level | 'author'; org_name: string }>`
    select 'author' as level, id, org_name from org where id = ${authorId}
    union all select case dept_id when ${deptKinds.county} then 'county' when ${deptKinds.city} then 'city'
      when ${deptKinds.province} then 'province' else 'nation' end, id, org_name from org
    where dept_id = ${deptKinds.nation} or (dept_id, region_code) in (
      (${deptKinds.county}::integer, ${place.county_code}::text), (${deptKinds.city}::integer, ${place.city_code}::text),
      (${deptKinds.province}::integer, ${place.province_code}::text))
    order by id desc`.execute(db)
  return new Map(rows.map(({ level, org_name }) => [level, org_name]))
}

/** The offices of one kind by the code of their division; of several the first. */
export async function officesAt(
  db: Db,
  dept: number,
  codes: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; region_code: string }>`
    select id, region_code from org where dept_id = ${dept} and region_code = any(${[...codes]}::text[])
    order by id desc`.execute(db)
  return new Map(rows.map((row) => [row.region_code, row.id]))
}
