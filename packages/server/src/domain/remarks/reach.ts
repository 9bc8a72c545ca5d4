import { deptKinds } from '@xinchu/contract/rights'
import type { ReviewedKind } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller.ts'
import { isUpper } from './rules.ts'

/** A kind of record that is asked about. */
export interface AskedKind {
  code: ReviewedKind
  /** SQL condition: a level below the province sees remark `r` of the nation before it is sent down. */
  unsent?(user: Pick<Caller, 'deptId'>): RawBuilder<boolean> | undefined
}

/** SQL condition: remark `r` of a record of these kinds that the caller sees has been sent to his level. */
export function sentTo(user: Pick<Caller, 'deptId'>, kinds: readonly AskedKind[]): RawBuilder<boolean> {
  if (isUpper(user, { reviewer: deptKinds.province })) return sql<boolean>`true`
  const before = kinds.flatMap(({ code, unsent }) => {
    const seen = unsent?.(user)
    return seen ? [sql<boolean>`r.entity = ${code} and ${seen}`] : []
  })
  return sql<boolean>`(${sql.join([sql`r.sent`, ...before], sql` or `)})`
}
