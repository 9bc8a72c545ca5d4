import { deptKinds } from '@xinchu/contract/rights'
import { type Caller, codeOf } from '../caller.ts'
import type { Part } from '../flow/report-states.ts'
import type { UsageRow } from './usage-rows.ts'

/** Kinds of offices that report projects. */
const REPORTERS: ReadonlySet<number> = new Set([
  deptKinds.enterprise,
  deptKinds.province,
  deptKinds.city,
  deptKinds.county,
])

/** Role of a caller towards a project's quarterly report. */
export function usageParts(row: Pick<UsageRow, 'org_id' | 'province_code'>, user: Caller): ReadonlySet<Part> {
  const parts = new Set<Part>()
  if (REPORTERS.has(user.deptId) && row.org_id === user.orgId) parts.add('author')
  if (user.deptId === deptKinds.province && row.province_code === user.provinceCode) parts.add('reviewer')
  if (codeOf(user) === 'NAT') parts.add('nation')
  return parts
}
