import { deptKinds } from '@xinchu/contract/rights'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller.ts'
import { kinds } from '../desk/list.ts'
import { isUpper } from '../remarks/rules.ts'

/** SQL condition: remark `r` of a record that the caller sees has been sent to his level. */
export function sentTo(user: Pick<Caller, 'deptId'>): RawBuilder<boolean> {
  if (isUpper(user, { reviewer: deptKinds.province })) return sql<boolean>`true`
  const before = kinds.flatMap(({ code, unsent }) => {
    const seen = unsent?.(user)
    return seen ? [sql<boolean>`r.entity = ${code} and ${seen}`] : []
  })
  return sql<boolean>`(${sql.join([sql`r.sent`, ...before], sql` or `)})`
}
