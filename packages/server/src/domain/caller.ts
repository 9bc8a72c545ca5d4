import { callerCodes, callerGroups } from '../contract/document.ts'

export interface CallerRole {
  id: number
  name: string
  level: number
  dataScope: string
}

/** Who makes a request, as the database has it at this moment. */
export interface Caller {
  id: number
  sessionId: string
  username: string
  realName: string
  deptId: number
  orgId: number
  orgName: string
  regionCode: string | undefined
  provinceCode: string | undefined
  cityCode: string | undefined
  countyCode: string | undefined
  regionGroup: string | undefined
  ownerGroupId: number | undefined
  creditCode: string | undefined
  roles: readonly CallerRole[]
  /** `not`, or why the password must be changed before anything else. */
  flag: string
  /** `completion` tokens only complete a pre-created account. */
  purpose: string
}

/** The caller's code in the contract, such as PRV; undefined for a department that has none. */
export function codeOf({ deptId, roles }: Pick<Caller, 'deptId' | 'roles'>): string | undefined {
  return Object.entries(callerCodes).find(
    ([, { dept, role }]) => dept.includes(deptId) && (!role || roles.some(({ id }) => role.includes(id))),
  )?.[0]
}

/** Whether a list of codes and groups names this caller. */
export function isAmong(caller: Caller, callers: readonly string[]): boolean {
  if (callers.includes('ANY')) return true
  const code = codeOf(caller)
  if (!code) return false
  return callers.some((name) => name === code || callerGroups[name]?.includes(code))
}
