import { deptKinds } from '@xinchu/contract/rights'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller.ts'
import { reviewedByCity } from '../general-items/year-calc-scope.ts'
import { isUpper } from './remark-rules.ts'

/** SQL condition: remark `r` of a record that the caller sees has been sent to his level. */
export function sentTo(user: Pick<Caller, 'deptId'>): RawBuilder<boolean> {
  if (isUpper(user, { reviewer: deptKinds.province })) return sql<boolean>`true`
  if (isUpper(user, { reviewer: undefined, levels: 'DEMONSTRATION' }))
    return sql<boolean>`(r.sent or r.entity in ('PROGRESS', 'ANNUAL'))`
  if (user.deptId !== deptKinds.city) return sql<boolean>`r.sent`
  return sql<boolean>`(r.sent or r.entity = 'YEARCALC' and exists (select 1 from year_calc p
    where p.province_code = r.province_code and p.id = r.entity_id and ${reviewedByCity}))`
}
