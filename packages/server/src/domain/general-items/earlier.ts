import { ReportStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { keyText, type UsageKey } from './usage-rows.ts'

/**
 * Finds the missing earlier quarters of each report, as labels by the report's key. A quarter is due if a window was
 * opened for it while the station was in operation.
 */
export async function missingQuarters(
  db: Db,
  keys: readonly UsageKey[],
  now: Date,
): Promise<Map<string, string[]>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ project_id: number; year: number; quarter: number; missing: string[] }>`
    select k.project_id, k.year, k.quarter,
      array_agg(a.year || '年第' || a.quarter || '季度' order by a.year, a.quarter) as missing
    from unnest(${keys.map(({ projectId }) => projectId)}::bigint[], ${keys.map(({ year }) => year)}::integer[],
      ${keys.map(({ quarter }) => quarter)}::smallint[]) as k(project_id, year, quarter)
    join es_project p on p.id = k.project_id
    cross join lateral (
      select distinct f.year, f.quarter, make_date(f.year, f.quarter * 3 - 2, 1) as first
      from fill_time f where f.fill_type = 'QUARTER' and f.enabled and f.start_time <= ${now.toISOString()}::timestamptz
        and (f.year, f.quarter) < (k.year, k.quarter)
        and (f.region_codes = '{}' and f.org_ids = '{}' or p.org_id = any(f.org_ids)
          or f.region_codes && array[p.province_code, p.city_code, p.county_code])) a
    where p.commission_date < a.first + interval '3 months' and (p.retire_date is null or p.retire_date >= a.first)
      and not exists (select 1 from usage_report u where u.province_code = p.province_code and u.project_id = p.id
        and u.year = a.year and u.quarter = a.quarter and u.status <> ${ReportStatus.draft})
    group by 1, 2, 3`.execute(db)
  return new Map(
    rows.map(({ project_id, year, quarter, missing }) => [
      keyText({ projectId: project_id, year, quarter }),
      missing,
    ]),
  )
}

/** Message for a report that cannot go to the nation because earlier ones are missing. */
export const missingMessage = (projectName: string, missing: readonly string[]): string =>
  `“${projectName}”缺少${missing.join('、')}使用情况，补报后方可通过`
