import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { BatchRow } from './batch-row.ts'

/** Moves staged rows to the divisions of today: one may have ended after the rows were checked. */
export async function followRegions(db: Db, { id }: BatchRow): Promise<void> {
  await sql`
    update import_row r set project = r.project || jsonb_build_object('city_code', s.city_code, 'county_code',
      coalesce(s.county_code, r.project ->> 'county_code'))
    from region o join region s on s.code = o.successor_code
    where r.batch_id = ${id} and r.state <> 'COMMITTED'
      and o.code = coalesce(r.project ->> 'county_code', r.project ->> 'city_code')`.execute(db)
}
