interface Landed {
  deptId?: number
  roles: readonly { id: number }[]
}

const SCALE = '/planningmonitoring/project/scalelayout'
const SCALE_PROVINCE = `${SCALE}Province`

// The specification's table, row by row: department, role (any where absent), page.
const TABLE: readonly (readonly [dept: number, role: number | undefined, path: string])[] = [
  [1, 11, SCALE],
  [1, 27, `${SCALE}Region`],
  [1, 28, SCALE_PROVINCE],
  [900, undefined, SCALE],
  [2, undefined, SCALE],
  [3, undefined, '/provicetaskment/index'],
  [4, undefined, '/citytaskment/index'],
  [5, undefined, '/countytaskment/index'],
  [100, undefined, '/decision/quarter/enterprise/index'],
  [1001, undefined, '/platfortaskmment/index'],
  [1002, undefined, '/experttaskment/index'],
  [1004, 18, '/policyMent/index'],
  [1004, 21, '/policyQuery/index'],
  [1005, 20, '/industryMent/index'],
  [1005, 23, '/industryQuery/index'],
  [1006, 19, '/platformMent/index'],
  [1006, 22, '/platformQuery/index'],
  [32, undefined, SCALE_PROVINCE],
  [42, undefined, SCALE_PROVINCE],
  [52, undefined, SCALE_PROVINCE],
  [102, undefined, SCALE_PROVINCE],
  [1010, undefined, SCALE_PROVINCE],
  [1008, undefined, '/centralEnterprisestaskment/index'],
]

/** Where a user arrives after the log-in, by department and role. */
export function landingOf({ deptId, roles }: Landed): string {
  const row = TABLE.find(
    ([dept, role]) => dept === Number(deptId) && (role === undefined || roles.some(({ id }) => id === role)),
  )
  return row?.[2] ?? '/dashboard/index'
}
