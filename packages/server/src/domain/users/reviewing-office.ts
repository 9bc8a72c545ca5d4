import { callerCodes, deptKinds } from '@xinchu/contract/rights'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller.ts'
import { hasReader } from '../messages/addressed.ts'

const [PLATFORM] = callerCodes.PLT.dept

/**
 * SQL source: the offices `d` that the registration of account `u` (office `o`, division `r`) waits for: those of its county
 * with an active account, else the platform's.
 */
export const reviewingOffice: RawBuilder<unknown> = sql`lateral (
  select array_agg(g.id order by g.id) as offices
  from (values (1, ${sql.lit(deptKinds.county)}, r.county_code), (2, ${sql.lit(PLATFORM)}, null)) as l(level, dept, place)
    join org g on g.dept_id = l.dept and g.enabled and (l.dept = ${sql.lit(PLATFORM)} or g.region_code = l.place)
  where ${hasReader(sql`g.id`)}
  group by l.level order by l.level limit 1) d`

/** SQL condition: the registration of account `u` (office `o`, division `r`) waits for the caller's office. */
export const waitsFor = ({ orgId }: Pick<Caller, 'orgId'>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${reviewingOffice} where ${orgId} = any(d.offices))`
