export { codeOf, isAmong, may } from '@xinchu/sdk/rights'

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
