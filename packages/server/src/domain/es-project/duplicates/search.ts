import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { nameKeys } from './name-keys.ts'
import { HINT } from './score.ts'
import { nationalKeyOf, recordKeyOf, type Subject, subjectColumns } from './subject.ts'

/** Maximum candidates per row. */
export const MOST_CANDIDATES = 200

// 2 km in degrees of latitude. Divided by cos(latitude) it is degrees of longitude.
const NEAR_DEGREES = 0.018

const COLUMNS = {
  id: 'bigint',
  province_code: 'text',
  city_code: 'text',
  county_code: 'text',
  normalised_name: 'text',
  national_key: 'text',
  record_key: 'text',
  credit_code: 'text',
  owner_group_id: 'bigint',
  tech_type: 'text',
  app_sub_scenario: 'text',
  rated_power: 'numeric',
  rated_energy: 'numeric',
  longitude: 'numeric',
  latitude: 'numeric',
  substation_name: 'text',
  grid_voltage: 'text',
} as const satisfies Partial<Record<keyof Subject, string>>

const shape = sql.raw(
  `r(row_no int, keys text[], ${Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})`,
)

const compared = sql.raw(subjectColumns.join(', '))

const asked = (subjects: readonly Subject[]): string =>
  JSON.stringify(
    subjects.map((subject, row_no) => ({
      row_no,
      keys: subject.name_keys ?? nameKeys(subject),
      ...Object.fromEntries(
        Object.keys(COLUMNS).map((name) => [name, subject[name as keyof Subject]]), // keys of a Subject by `satisfies`
      ),
      record_key: recordKeyOf(subject),
      national_key: nationalKeyOf(subject),
    })),
  )

// Comparison values, computed once per row. `offset 0` keeps the planner from inlining them into every comparison.
const bounds = sql`(select 0.989 * r.rated_power as power_from, 1.011 * r.rated_power as power_to,
  0.989 * r.rated_energy as energy_from, 1.011 * r.rated_energy as energy_to,
  r.latitude - ${sql.lit(NEAR_DEGREES)} as south, r.latitude + ${sql.lit(NEAR_DEGREES)} as north,
  r.longitude - a.degrees as west, r.longitude + a.degrees as east
  from (select (${sql.lit(NEAR_DEGREES)} / cos(radians(r.latitude)))::numeric(10, 4) as degrees) a offset 0) d`

const isOfPower = sql`p.rated_power between d.power_from and d.power_to`
const isOfEnergy = sql`p.rated_energy between d.energy_from and d.energy_to`
const isNear = sql`p.longitude between d.west and d.east and p.latitude between d.south and d.north`

/** Upper bound of rules R4 to R9 from columns alone. Same as score.ts with slightly wider limits. */
const points = sql`(case when p.credit_code = r.credit_code then 20 when p.owner_group_id = r.owner_group_id then 10 else 0 end
  + case when p.county_code = r.county_code then 10 when p.city_code = r.city_code then 5 else 0 end
  + case when ${isOfPower} then case when ${isOfEnergy} then 20 else 8 end when ${isOfEnergy} then 8 else 0 end
  + case when ${isNear} then 20 else 0 end
  + case when p.tech_type = r.tech_type and p.app_sub_scenario = r.app_sub_scenario then 5 else 0 end
  + case when p.substation_name = r.substation_name and p.grid_voltage = r.grid_voltage then 5 else 0 end)`

const isEqual = (column: string) =>
  sql`p.${sql.ref(column)} = r.${sql.ref(column)} and r.${sql.ref(column)} <> ''`

interface Key {
  /** Candidates found by one index. */
  by: RawBuilder<unknown>
  /** Upper bound of what R1 to R3 can add for these candidates. */
  adds: RawBuilder<unknown>
}

const sameNameAdds = sql`case when p.normalised_name = r.normalised_name then 100 else 0 end`

// A project found by none of these shares neither number nor place with the row, and its name similarity is below 0.75:
// it scores at most 50, or 48 with the same company. Other projects of the company are not searched, because those
// submitted together would all be compared with each other.
const keys: readonly Key[] = [
  { by: isEqual('record_key'), adds: sql.lit(100) },
  { by: isEqual('national_key'), adds: sql.lit(100) },
  { by: sql`${isEqual('credit_code')} and p.normalised_name = r.normalised_name`, adds: sql.lit(100) },
  { by: sql`${isEqual('credit_code')} and ${isOfPower} and ${isOfEnergy}`, adds: sameNameAdds },
  { by: sql`${isEqual('credit_code')} and ${isNear}`, adds: sameNameAdds },
  { by: sql`p.county_code = r.county_code and p.normalised_name = r.normalised_name`, adds: sql.lit(40) },
  { by: sql`p.submitted_once and ${isNear}`, adds: sql.lit(0) },
  {
    by: sql`p.submitted_once and p.name_keys && r.keys`,
    adds: sql.lit(40),
  },
]

export type Candidate = Subject & {
  id: number
  version: number
  org_id: number | null
  submitted_once: boolean
}

export interface Searched {
  candidates: Map<number, Candidate>
  /** Candidate ids by row position. */
  byRow: Map<number, number[]>
}

interface SearchScope {
  /** Also search this office's own drafts by number, company and name. */
  ownDraftsOf?: number | undefined
  /** Ids of further drafts to search in the same way, such as those submitted together. */
  besides?: readonly number[]
}

/**
 * Finds submitted projects that may duplicate the given rows, in two queries for any number of rows. Returns at most
 * {@link MOST_CANDIDATES} per row, highest possible score first.
 */
export async function searchCandidates(
  db: Db,
  subjects: readonly Subject[],
  { ownDraftsOf, besides = [] }: SearchScope = {},
): Promise<Searched> {
  const found = keys.map(
    ({ by, adds }) => sql`(select p.id, ${points} + ${adds} as most from es_project p
      where not p.deleted and ${by} and (p.submitted_once or p.org_id = ${ownDraftsOf ?? null}::bigint
          or p.id = any(${[...besides]}::bigint[]))
        and p.id is distinct from r.id and ${points} + ${adds} >= ${sql.lit(HINT)}
      order by 2 desc, 1 limit ${sql.lit(MOST_CANDIDATES)})`,
  )
  const { rows } = await sql<{ row_no: number; ids: number[] }>`
    select r.row_no, array_agg(f.id order by f.most desc, f.id) as ids
    from jsonb_to_recordset(${asked(subjects)}::jsonb) as ${shape}
    cross join lateral ${bounds}
    cross join lateral (
      select k.id, max(k.most) as most from (${sql.join(found, sql` union all `)}) k
      group by k.id order by 2 desc, 1 limit ${sql.lit(MOST_CANDIDATES)}) f
    group by r.row_no`.execute(db)
  const byRow = new Map(rows.map(({ row_no, ids }) => [row_no, ids]))
  const wanted = [...new Set(rows.flatMap(({ ids }) => ids))]
  if (wanted.length === 0) return { candidates: new Map(), byRow }
  const candidates = await sql<Candidate>`
    select id, version, org_id, submitted_once, ${compared} from es_project where id = any(${wanted}::bigint[])`.execute(
    db,
  )
  return { candidates: new Map(candidates.rows.map((row) => [row.id, row])), byRow }
}
