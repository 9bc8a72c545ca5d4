import { deptKinds } from '@xinchu/sdk/rights'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller.ts'

/** Kinds of departments that stand between the author and the nation, and see what the nation has asked the province. */
export const isUpper = (user: Pick<Caller, 'deptId'>): boolean =>
  user.deptId === deptKinds.province || user.deptId === deptKinds.nation

/** SQL condition: remark `r` has been sent to where the caller stands. */
export const sentTo = (user: Pick<Caller, 'deptId'>): RawBuilder<boolean> =>
  isUpper(user) ? sql<boolean>`true` : sql<boolean>`r.sent`
