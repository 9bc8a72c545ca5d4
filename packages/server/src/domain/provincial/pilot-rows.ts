import { fields } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { visibleProvincialPilots } from './scope.ts'

export type ProvincialDemoFields = components['schemas']['ProvincialDemoFields']

/** A project `p` with the names of its places. */
export type ProvincialPilotRow = Row<'provincial_demo'> & {
  province_name: string | null
  city_name: string | null
  county_name: string | null
}

const nameOf = (column: string) => sql`(select n.name from region n where n.code = ${sql.ref(`p.${column}`)})`

export const selection: RawBuilder<unknown> = sql`p.*, ${nameOf('province_code')} as province_name,
  ${nameOf('city_code')} as city_name, ${nameOf('county_code')} as county_name`

export const specs = fields.ProvincialDemoFields

/** The visible projects with these ids, locked on demand. */
export async function findProvincialPilots(
  db: Db,
  ids: readonly number[],
  user: Caller,
  lock = false,
): Promise<ProvincialPilotRow[]> {
  const { rows } = await sql<ProvincialPilotRow>`
    select ${selection} from provincial_demo p
    where p.id = any(${[...ids]}::bigint[]) and ${visibleProvincialPilots(user)}
    order by p.id ${lock ? sql`for update of p` : sql``}`.execute(db)
  return rows
}

/** @throws HttpError 404 */
export async function requireProvincialPilot(
  db: Db,
  id: number,
  user: Caller,
  lock = false,
): Promise<ProvincialPilotRow> {
  const [row] = await findProvincialPilots(db, [id], user, lock)
  if (!row) throw notFound('省级示范项目')
  return row
}
