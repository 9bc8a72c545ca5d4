import type { components, operations } from '@xinchu/contract/schema'
import { numberKey } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../caller.ts'
import { maskName } from '../../masking.ts'
import { visibleProjects } from '../../scope.ts'
import { normalisedName } from '../name.ts'

type UniqueQuery = NonNullable<operations['checkEsProjectUnique']['parameters']['query']>

/** Finds submitted projects with this filing number anywhere, or this name in the same county. Masks others' names. */
export async function findNamesakes(
  db: Db,
  { projectName = '', countyCode = '', recordNo = '', excludeId = 0 }: UniqueQuery,
  user: Caller,
): Promise<components['schemas']['ProjectUnique']> {
  const key = numberKey(recordNo) ?? ''
  const places = await sql<{ name: string; short_name: string }>`
    select r.name, r.short_name from region r where r.code in (
      select unnest(array[c.province_code, c.city_code, c.county_code]) from region c where c.code = ${countyCode})`.execute(
    db,
  )
  const name = normalisedName(
    projectName,
    places.rows.flatMap((place) => [place.name, place.short_name]),
  )
  const { rows } = await sql<{ id: number; project_name: string; field: string; is_visible: boolean }>`
    select p.id, p.project_name, (${visibleProjects(user)}) as is_visible,
      case when p.record_key = ${key} and p.record_key <> '' then 'recordNo' else 'projectName' end as field
    from es_project p where not p.deleted and p.submitted_once and p.id <> ${excludeId}
      and ((p.record_key = ${key} and p.record_key <> '')
        or (${name} <> '' and p.county_code = ${countyCode} and p.normalised_name = ${name}))
    order by p.id limit 10`.execute(db)
  const conflicts = rows.map(({ id, project_name, field, is_visible }) => ({
    id,
    projectName: is_visible ? project_name : maskName(project_name),
    field,
  }))
  return { unique: conflicts.length === 0, conflicts }
}
