import type { Caller } from '../caller.ts'

/** The fields that say whose a project is. */
const COMPANY_FIELDS = ['companyName', 'creditCode', 'ownerGroupId'] as const

/** Whose the projects of an enterprise are. */
export interface OwnCompany {
  companyName: string
  creditCode?: string
  ownerGroupId?: number
}

/** Returns what an enterprise's projects name as their company: its own office. */
export const ownCompany = ({ orgName, creditCode, ownerGroupId }: Caller): OwnCompany => ({
  companyName: orgName,
  ...(creditCode === undefined ? {} : { creditCode }),
  ...(ownerGroupId === undefined ? {} : { ownerGroupId }),
})

export const FOREIGN_COMPANY = '只能填报本单位的项目'

/** Returns the fields in which a record names a company or group other than the enterprise's own. */
export const foreignFields = (values: Readonly<Record<string, unknown>>, own: OwnCompany): string[] =>
  COMPANY_FIELDS.filter((field) => {
    const value = values[field]
    return value !== undefined && value !== null && value !== '' && value !== own[field]
  })
