import type { components } from '@xinchu/contract/schema'
import { forbidden } from '../errors.ts'

type Schemas = components['schemas']

export { codeOf, isAmong, may } from '@xinchu/contract/rights'

export interface CallerRole {
  id: number
  name: string
  level: number
  dataScope: Schemas['DataScope']
  /** The role of the platform that this one is a copy of. */
  basedOn?: number
  /** The places that a copy is limited to. */
  limit?: Schemas['DataScope']
}

/** The kind of department of a caller. @throws HttpError 403 for a caller without an office in use */
export function deptOf({ deptId }: Pick<Caller, 'deptId'>): Schemas['DeptKind'] {
  if (deptId === 0) throw forbidden()
  return deptId
}

/** The caller of a request, read from the database for each request. */
export interface Caller {
  id: number
  sessionId: string
  username: string
  realName: string
  /** 0 without an office in use. */
  deptId: Schemas['DeptKind'] | 0
  orgId: number
  orgName: string
  regionCode: string | undefined
  provinceCode: string | undefined
  cityCode: string | undefined
  countyCode: string | undefined
  regionGroup: Schemas['RegionGroup'] | undefined
  ownerGroupId: number | undefined
  /** Ended divisions and merged owners that today's belong to. Official data of their time names them. */
  formerCodes: readonly string[]
  formerOwners: readonly number[]
  creditCode: string | undefined
  /** The roles in use. */
  roles: readonly CallerRole[]
  /** Permissions from roles and department kind. */
  permissions: readonly string[]
  /** `not`, or the reason why the password must be changed first. */
  flag: Schemas['UserFlag']
  /** A service account, used by programs. */
  isService: boolean
  /** True if log-ins ask for a second factor. */
  hasSecondFactor: boolean
  /** `completion` tokens can only complete a pre-created account, `registration` tokens only handle the own registration. */
  purpose: string
}
