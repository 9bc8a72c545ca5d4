import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'

type Level = NonNullable<components['schemas']['Org']['reviewLevels']>[number]

/** SQL: levels that review in the province of `p`, as text[]; null if the province has no office. */
export const reviewLevels = sql<string[] | null>`(select o.review_levels from org o
  where o.dept_id = ${deptKinds.province} and o.region_code = p.province_code order by o.id limit 1)`

/** Whether a level reviews. All levels do in a province without an office. */
export const reviewsAt = (levels: readonly string[] | null, level: Level): boolean =>
  levels === null || levels.includes(level)
