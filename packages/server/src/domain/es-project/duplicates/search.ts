import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/open.ts'
import { HINT } from './score.ts'
import type { Subject } from './subject.ts'

/** What is compared of each project at most. */
export const MOST_CANDIDATES = 200
// What one key of a crowded county or company may bring before the likeliest are chosen.
const MOST_PER_KEY = 1_000
// 2 km in degrees of latitude; divided by the latitude's cosine, in degrees of longitude.
const NEAR_DEGREES = 0.018

const shape = sql`r(row_no int, id bigint, province_code text, city_code text, county_code text, normalised_name text,
  national_code text, record_no text, credit_code text, owner_group_id bigint, tech_type text, app_sub_scenario text,
  rated_power numeric, rated_energy numeric, longitude numeric, latitude numeric)`

/** What a candidate has in common with a row, from columns alone: what it scores without its name, roughly. */
const likeness = sql`
  (case when c.credit_code = r.credit_code then 20 when c.owner_group_id = r.owner_group_id then 10 else 0 end
  + case when c.county_code = r.county_code then 10 when c.city_code = r.city_code then 5 else 0 end
  + case when abs(c.rated_power - r.rated_power) <= 0.011 * r.rated_power
      and abs(c.rated_energy - r.rated_energy) <= 0.011 * r.rated_energy then 20
    when abs(c.rated_power - r.rated_power) <= 0.011 * r.rated_power
      or abs(c.rated_energy - r.rated_energy) <= 0.011 * r.rated_energy then 8 else 0 end
  + case when abs(c.latitude - r.latitude) <= 0.018
      and abs(c.longitude - r.longitude) <= 0.018 / cos(radians(r.latitude)) then 20 else 0 end
  + case when c.tech_type = r.tech_type and c.app_sub_scenario = r.app_sub_scenario then 5 else 0 end
  + case when c.record_no = r.record_no or c.national_code = r.national_code
      or (c.credit_code = r.credit_code and c.normalised_name = r.normalised_name) then 100 else 0 end)`

// With less than this even the same name (40) and the same substation (5) make no hint.
const LEAST_LIKENESS = HINT - 40 - 5

const byKey = (condition: RawBuilder<unknown>) =>
  sql`(select p.id from es_project p where not p.deleted and ${condition} limit ${sql.lit(MOST_PER_KEY)})`

// One index each. Whatever scores 70 has at least one of these in common with the row.
const keys = sql.join(
  [
    sql`p.record_no = r.record_no and r.record_no <> ''`,
    sql`p.national_code = r.national_code and r.national_code <> ''`,
    sql`p.credit_code = r.credit_code and p.normalised_name = r.normalised_name`,
    sql`p.credit_code = r.credit_code`,
    sql`p.county_code = r.county_code and p.tech_type = r.tech_type`,
    sql`p.longitude between r.longitude - ${sql.lit(NEAR_DEGREES)} / cos(radians(r.latitude))
        and r.longitude + ${sql.lit(NEAR_DEGREES)} / cos(radians(r.latitude))
      and p.latitude between r.latitude - ${sql.lit(NEAR_DEGREES)} and r.latitude + ${sql.lit(NEAR_DEGREES)}`,
    sql`duplicate_keys(p.province_code, p.normalised_name) && duplicate_keys(r.province_code, r.normalised_name)
      and p.rated_power between r.rated_power * 0.99 and r.rated_power * 1.011`,
    sql`duplicate_keys(p.province_code, p.normalised_name) && duplicate_keys(r.province_code, r.normalised_name)
      and p.rated_energy between r.rated_energy * 0.99 and r.rated_energy * 1.011`,
  ].map(byKey),
  sql` union `,
)

export type Candidate = Subject & { id: number; version: number; org_id: number | null }

export interface Searched {
  candidates: Map<number, Candidate>
  /** Ids of candidates by the position of the row they may repeat. */
  byRow: Map<number, number[]>
}

interface SearchScope {
  /** Drafts of this office count too; those of others are nobody's business. */
  ownDraftsOf?: number | undefined
}

/**
 * Submitted projects that may repeat the rows given, in two queries however many rows there are; at most
 * {@link MOST_CANDIDATES} a row, the likeliest first.
 */
export async function searchCandidates(
  db: Db,
  subjects: readonly Subject[],
  { ownDraftsOf }: SearchScope = {},
): Promise<Searched> {
  const asked = JSON.stringify(subjects.map((subject, row_no) => ({ row_no, ...subject })))
  const { rows } = await sql<{ row_no: number; ids: number[] }>`
    select r.row_no, array_agg(f.id order by f.likeness desc, f.id) as ids
    from jsonb_to_recordset(${asked}::jsonb) as ${shape}
    cross join lateral (
      select c.id, l.likeness from es_project c cross join lateral (select ${likeness} as likeness) l
      where c.id in (${keys}) and not c.deleted and c.id is distinct from r.id
        and (c.submitted_once or c.org_id = ${ownDraftsOf ?? null}::bigint) and l.likeness >= ${sql.lit(LEAST_LIKENESS)}
      order by 2 desc, 1 limit ${sql.lit(MOST_CANDIDATES)}) f
    group by r.row_no`.execute(db)
  const byRow = new Map(rows.map(({ row_no, ids }) => [row_no, ids]))
  const wanted = [...new Set(rows.flatMap(({ ids }) => ids))]
  if (wanted.length === 0) return { candidates: new Map(), byRow }
  const found = await sql<Candidate>`
    select id, version, org_id, province_code, city_code, county_code, project_name, normalised_name, phase_no, national_code,
      record_no, credit_code, owner_group_id, build_status, tech_type, app_sub_scenario, rated_power, rated_energy,
      longitude, latitude, substation_name, grid_voltage
    from es_project where id = any(${wanted}::bigint[])`.execute(db)
  return { candidates: new Map(found.rows.map((row) => [row.id, row])), byRow }
}
