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

interface Office {
  id: number
  name: string
}

/** Finds an office by its kind and the code of its division; of several the first. */
export type OfficeAt = (dept: number, code: string | null) => Office | undefined

/** The offices of some kinds at some divisions, read in one query. */
export async function officesAt(
  db: Db,
  depts: readonly number[],
  codes: readonly (string | null)[],
): Promise<OfficeAt> {
  const { rows } = await sql<Office & { dept_id: number; region_code: string }>`
    select id, org_name as name, dept_id, region_code from org
    where dept_id = any(${[...depts]}::integer[]) and region_code = any(${[...new Set(codes)]}::text[])
    order by id desc`.execute(db)
  const found = new Map(rows.map((office) => [`${office.dept_id} ${office.region_code}`, office]))
  return (dept, code) => found.get(`${dept} ${code}`)
}
