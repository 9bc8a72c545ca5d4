import { BuildStatus } from '@xinchu/contract/codes'
import type { YearCalcRow } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { countsIn } from './official.ts'

/** A division or an enterprise whose stations are counted. */
export interface CapacityScope {
  scopeType: 'REGION' | 'ENTERPRISE'
  scopeId: number
}

/**
 * Returns capacity in operation at the end of a year by technology and scenario, from official data at
 * the end of its last quarter.
 */
export async function baseCapacity(
  db: Db,
  { scopeType, scopeId }: CapacityScope,
  year: number,
): Promise<YearCalcRow[]> {
  const isOwn =
    scopeType === 'ENTERPRISE'
      ? sql`w.org_id = ${scopeId}`
      : sql`exists (select 1 from region r where r.code = ${String(scopeId)} and r.province_code = w.province_code
          and r.code = case r.level when 1 then w.province_code when 2 then w.city_code else w.county_code end)`
  const { rows } = await sql<{
    tech_type: string
    app_scenario: YearCalcRow['appScenario']
    power: number
    energy: number
  }>`
    select w.tech_type, w.app_scenario, sum(w.rated_power) as power, sum(w.rated_energy) as energy
    from official_project w
    where ${countsIn({ year, quarter: 4 })}
      and ${isOwn} and w.build_status in (${BuildStatus.operating}, ${BuildStatus.stopped}) and w.commission_date <= ${`${year}-12-31`}
      and w.tech_type is not null and w.app_scenario is not null
    group by 1, 2 order by 1, 2`.execute(db)
  return rows.map(({ tech_type, app_scenario, power, energy }) => ({
    techType: tech_type,
    appScenario: app_scenario,
    lastYearPower: power,
    lastYearEnergy: energy,
  }))
}
