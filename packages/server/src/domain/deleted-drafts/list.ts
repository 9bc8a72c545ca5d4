import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type PageQuery, pageOf } from '../../db/sql.ts'
import { dateTime, momentOf } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import { type Bin, lastChance, restorable } from './bin.ts'

type Schemas = components['schemas']

interface DeletedRow {
  id: number
  code: string | null
  name: string
  place: string
  rated_power: number | null
  rated_energy: number | null
  deleted_by: string | null
  deleted_at: string
}

const draftOf = (row: DeletedRow): Schemas['DeletedDraft'] =>
  reply<Schemas['DeletedDraft']>({
    id: row.id,
    code: row.code,
    name: row.name,
    place: row.place,
    ratedPower: row.rated_power,
    ratedEnergy: row.rated_energy,
    deletedBy: row.deleted_by,
    deletedAt: row.deleted_at,
    restorableUntil: dateTime(lastChance(momentOf(row.deleted_at))),
  })

/** A page of the deleted drafts that the caller may restore, the latest first. */
export async function pageDeleted(
  db: Db,
  bin: Bin,
  query: PageQuery,
  { user, now }: { user: Caller; now: Date },
): Promise<Schemas['DeletedDraftPage']> {
  const where = bin.within(user)
  const from = restorable(bin, now)
  const counted = await sql<{ total: number }>`select count(*) as total from ${from} where ${where}`.execute(
    db,
  )
  const order = sql`d.deleted_at desc, p.id desc`
  const { rows } = await sql<DeletedRow>`
    select p.id, ${bin.code} as code, p.project_name as name, p.rated_power, p.rated_energy, d.deleted_at,
      (select u.real_name from app_user u where u.username = d.deleted_by) as deleted_by,
      (select coalesce(string_agg(r.name, ' ' order by r.level), '') from region r
        where r.code in (p.province_code, p.city_code, p.county_code)) as place
    from ${from} ${pageOf(where, query, { id: 'p.id', order })}`.execute(db)
  return { content: rows.map(draftOf), totalElements: Number(counted.rows[0]?.total ?? 0) }
}
