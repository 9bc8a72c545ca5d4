import { deptKinds } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Level, Office, OfficeNames, Place } from './offices.ts'

/** What names the offices that deal with a record. */
interface Dealt {
  place: Place
  orgId: number | null
  reviewerOffice?: Office | undefined
}

/** The offices of the levels of a record, its author's, and that of the platform, which may act for the nation. */
export type OfficesOf = (record: Dealt) => ReadonlyMap<Level | 'author' | 'platform', Office>

const LEVELS = ['county', 'city', 'province'] as const

/** Reads the offices that deal with records, in one query. Of several offices of a level the first in use counts. */
export async function officesDealing(db: Db, records: readonly Dealt[]): Promise<OfficesOf> {
  const authors = records.flatMap(({ orgId }) => orgId ?? [])
  const codes = records.flatMap(({ place }) => LEVELS.flatMap((level) => place[`${level}_code`] ?? []))
  const { rows } = await sql<Office & { dept_id: number; region_code: string | null }>`
    select id, org_name as name, dept_id, region_code from org
    where id = any(${authors}::bigint[])
      or dept_id = any(${[deptKinds.nation, deptKinds.platform]}::integer[])
      or (dept_id = any(${LEVELS.map((level) => deptKinds[level])}::integer[])
        and region_code = any(${[...new Set(codes)]}::text[]))
    order by enabled, id desc`.execute(db)
  const byId = new Map(rows.map(({ id, name }) => [id, { id, name }]))
  const keyOf = (dept: number, code: string | null) =>
    dept === deptKinds.nation || dept === deptKinds.platform ? `${dept}` : `${dept} ${code}`
  const at = new Map(
    rows.map(({ id, name, dept_id, region_code }) => [keyOf(dept_id, region_code), { id, name }]),
  )
  return ({ place, orgId, reviewerOffice }) => {
    const offices = {
      author: orgId === null ? undefined : byId.get(orgId),
      county: at.get(keyOf(deptKinds.county, place.county_code)),
      city: at.get(keyOf(deptKinds.city, place.city_code)),
      province: reviewerOffice ?? at.get(keyOf(deptKinds.province, place.province_code)),
      nation: at.get(keyOf(deptKinds.nation, null)),
      platform: at.get(keyOf(deptKinds.platform, null)),
    }
    // Object.entries loses the names of the keys.
    const named = Object.entries(offices) as [keyof typeof offices, Office | undefined][]
    return new Map(named.flatMap(([level, office]) => (office ? [[level, office] as const] : [])))
  }
}

/** The names of the offices that deal with a record. */
export async function officeNames(db: Db, record: Dealt): Promise<OfficeNames> {
  const offices = (await officesDealing(db, [record]))(record)
  return new Map(
    [...offices].flatMap(([level, { name }]) => (level === 'platform' ? [] : [[level, name] as const])),
  )
}
