import { deptKinds } from '@xinchu/sdk/rights'
import { sql } from 'kysely'

/** SQL: levels that review in the province of `p`, as text[]; null if the province has no office. */
export const reviewLevels = sql<string[] | null>`(select o.review_levels from org o
  where o.dept_id = ${deptKinds.province} and o.region_code = p.province_code order by o.id limit 1)`
