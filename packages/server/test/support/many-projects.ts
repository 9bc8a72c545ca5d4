import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import { nameKeys } from '../../src/domain/es-project/duplicates/name-keys.ts'

function someName(province_code: string) {
  const normalised_name = randomBytes(16).toString('hex')
  return { normalised_name, name_keys: nameKeys({ province_code, normalised_name }) }
}

/**
 * Copies a stored draft so many times, each with a name of its own that is like no other, a code, a place and a size,
 * and answers the ids of the copies.
 * Faster than to create them one by one where the creation is not what is tested.
 */
export async function copyProject(db: Db, id: number, times: number): Promise<number[]> {
  const { province_code } = await db
    .selectFrom('es_project')
    .select('province_code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const names = Array.from({ length: times }, () => someName(province_code))
  const { rows } = await sql<{ id: number }>`
    insert into es_project
    select x.* from es_project p
    cross join lateral (select nextval('es_project_serial') as n, name
      from jsonb_array_elements(${JSON.stringify(names)}::text::jsonb) as name) s
    cross join lateral jsonb_populate_record(p, s.name || jsonb_build_object(
      'id', nextval('es_project_id'), 'project_code', 'ES64' || lpad(s.n::text, 10, '0'),
      'project_name', p.project_name || (s.name ->> 'normalised_name'),
      'longitude', 100 + (s.n % 300) * 0.03, 'latitude', 30 + (s.n / 300) * 0.03,
      'rated_power', 10 + s.n % 1000, 'rated_energy', 20 + (s.n % 1000) * 3)) x
    where p.id = ${id}
    returning id`.execute(db)
  return rows.map((row) => row.id)
}
