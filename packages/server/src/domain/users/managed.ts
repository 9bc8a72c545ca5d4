import { deptKinds } from '@xinchu/contract/rights'
import { type RawBuilder, sql } from 'kysely'
import { type Caller, may } from '../caller.ts'
import { below } from '../org/reach.ts'

const kinds = (...names: (keyof typeof deptKinds)[]) =>
  sql<boolean>`o.dept_id = any(${names.map((name) => deptKinds[name])}::integer[])`

/** SQL condition: the caller may create accounts for office `o` (division `r`). A province may for its cities and counties. */
export function staffedBy(user: Caller): RawBuilder<boolean> {
  if (may(user, 'accounts.manage')) return sql<boolean>`true`
  if (!may(user, 'accounts.create')) return sql<boolean>`false`
  return sql<boolean>`(${below(user)} and ${kinds('city', 'county')})`
}

/**
 * SQL condition: the caller may reset passwords and open locks of the accounts of office `o` (division `r`). A province
 * may for its cities, counties and enterprises.
 */
export function servedBy(user: Caller): RawBuilder<boolean> {
  if (may(user, 'accounts.manage')) return sql<boolean>`true`
  if (!may(user, 'accounts.create')) return sql<boolean>`false`
  return sql<boolean>`(${below(user)} and ${kinds('city', 'county', 'enterprise')})`
}
