import { dictionaries } from '@xinchu/contract/dictionaries'
import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { ledgerProjects } from '../ledger/ledger.ts'
import { visibleParts } from '../scope.ts'
import { conditions, type ProjectQuery } from './filters.ts'

type Schemas = components['schemas']

type StatusQuery = NonNullable<operations['getDeclareStatusCounts']['parameters']['query']>

/** The official projects (`p`) of a period. */
function storedFor({ year, quarter }: StatusQuery): RawBuilder<boolean> {
  const parts = [sql<boolean>`true`]
  if (year !== undefined) parts.push(sql`p.period_year = ${year}`)
  if (quarter !== undefined) parts.push(sql`p.period_quarter = ${quarter}`)
  return sql.join(parts, sql` and `)
}

/** Counts projects in the caller's scope by state, in dictionary order, including empty states. */
export async function countByStatus(
  db: Db,
  name: 'declare_status' | 'country_status',
  query: StatusQuery,
  user: Caller,
): Promise<Schemas['StatusCount'][]> {
  const { rows } = await sql<{ value: string; count: number }>`
    select value, sum(count) as count from (${sql.join(
      visibleParts(user).map(
        (part) => sql`select ${sql.ref(`p.${name}`)} as value, count(*) as count from es_project p
          where ${conditions(query, user)} and ${storedFor(query)} and ${part} group by 1`,
      ),
      sql` union all `,
    )}) parts group by 1`.execute(db)
  const counts = new Map(rows.map(({ value, count }) => [value, count]))
  return dictionaries[name].values.map(({ value, label }) => ({
    value,
    label,
    count: counts.get(value) ?? 0,
  }))
}

/** Sums projects in the caller's scope by the divisions of one level. */
export async function sumByRegion(
  db: Db,
  level: 'province_code' | 'city_code' | 'county_code',
  query: Pick<ProjectQuery, 'provinceCode' | 'cityCode' | 'source' | 'edition'>,
  user: Caller,
): Promise<Schemas['RegionSummary'][]> {
  const code = sql.ref(`p.${level}`)
  const isStored = query.source === 'warehouse'
  const from = isStored ? ledgerProjects({ edition: query.edition }) : sql`es_project p`
  const parts = isStored ? [sql<boolean>`true`] : visibleParts(user)
  const summed = parts.map(
    (part) => sql`select ${code} as code, count(*) as count, coalesce(sum(p.rated_power), 0) as power,
        coalesce(sum(p.rated_energy), 0) as energy
      from ${from} where ${conditions(query, user)} and ${part} group by 1`,
  )
  const { rows } = await sql<{ code: string; name: string; count: number; power: number; energy: number }>`
    select code, r.name, sum(s.count) as count, sum(s.power) as power, sum(s.energy) as energy
    from (${sql.join(summed, sql` union all `)}) s join region r using (code) group by code, r.name order by code`.execute(
    db,
  )
  return rows.map((row) => ({
    code: row.code,
    name: row.name,
    projectCount: row.count,
    ratedPower: row.power,
    ratedEnergy: row.energy,
  }))
}
