import { deptKinds, type HeldRole, hasRole } from '@xinchu/contract/rights'

interface Landed {
  deptId?: number
  roles: readonly HeldRole[]
}

const SCALE = '/planningmonitoring/project/scalelayout'
const SCALE_PROVINCE = `${SCALE}Province`

/** The specification's table: department, role (any if absent), page. The build states it to the server. */
export const TABLE: readonly (readonly [dept: number, role: number | undefined, path: string])[] = [
  [deptKinds.nation, 11, SCALE],
  [deptKinds.nation, 27, `${SCALE}Region`],
  [deptKinds.nation, 28, SCALE_PROVINCE],
  [deptKinds.administration, undefined, SCALE],
  [deptKinds.nationQuery, undefined, SCALE],
  [deptKinds.province, undefined, '/provicetaskment/index'],
  [deptKinds.city, undefined, '/citytaskment/index'],
  [deptKinds.county, undefined, '/countytaskment/index'],
  [deptKinds.enterprise, undefined, '/decision/quarter/enterprise/index'],
  [deptKinds.platform, undefined, '/platfortaskmment/index'],
  [deptKinds.expert, undefined, '/experttaskment/index'],
  [deptKinds.policy, 18, '/policyMent/index'],
  [deptKinds.policy, 21, '/policyQuery/index'],
  [deptKinds.industry, 20, '/industryMent/index'],
  [deptKinds.industry, 23, '/industryQuery/index'],
  [deptKinds.innovation, 19, '/platformMent/index'],
  [deptKinds.innovation, 22, '/platformQuery/index'],
  [deptKinds.provinceQuery, undefined, SCALE_PROVINCE],
  [deptKinds.cityQuery, undefined, SCALE_PROVINCE],
  [deptKinds.countyQuery, undefined, SCALE_PROVINCE],
  [deptKinds.groupQuery, undefined, SCALE_PROVINCE],
  [deptKinds.support, undefined, SCALE_PROVINCE],
  [deptKinds.group, undefined, '/centralEnterprisestaskment/index'],
]

/** Landing page after the log-in, by department and role. */
export function landingOf({ deptId, roles }: Landed): string {
  const row = TABLE.find(
    ([dept, role]) => dept === Number(deptId) && (role === undefined || hasRole({ roles }, [role])),
  )
  return row?.[2] ?? '/dashboard/index'
}
