import { deptKinds } from '@xinchu/contract/rights'
import type { RuleCode } from '@xinchu/validators'
import { type Caller, may } from '../caller.ts'

/** The fields that name the company of a project. */
const COMPANY_FIELDS = ['companyName', 'creditCode', 'ownerGroupId'] as const

const PLACE_FIELDS: Readonly<Record<number, 'countyCode' | 'cityCode' | 'provinceCode'>> = {
  [deptKinds.county]: 'countyCode',
  [deptKinds.city]: 'cityCode',
  [deptKinds.province]: 'provinceCode',
}

export const FOREIGN_COMPANY = { code: 'P-015', message: '只能填报本单位的项目' } as const
const FOREIGN_PLACE = { code: 'P-016', message: '不在本单位管辖范围' } as const

interface GroundProblem {
  field: string
  code: RuleCode
  message: string
}

interface Company {
  companyName: string
  creditCode?: string
  ownerGroupId?: number
}

/** The subject that an office may write projects for: an enterprise its own company, a government office its place. */
export interface Ground {
  deptId: number
  company?: Company
  provinceCode?: string | undefined
  cityCode?: string | undefined
  countyCode?: string | undefined
}

type Fields = Readonly<Record<string, unknown>>

const companyOf = ({ orgName, creditCode, ownerGroupId }: Caller): Company => ({
  companyName: orgName,
  ...(creditCode === undefined ? {} : { creditCode }),
  ...(ownerGroupId === undefined ? {} : { ownerGroupId }),
})

export const groundOf = (user: Caller): Ground => ({
  deptId: user.deptId,
  ...(may(user, 'projects.fillForOwnCompany') ? { company: companyOf(user) } : {}),
  provinceCode: user.provinceCode,
  cityCode: user.cityCode,
  countyCode: user.countyCode,
})

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/**
 * Finds the fields of a project that lie outside of an office's ground. The same for typed and imported projects. An
 * enterprise may leave its company empty. Administrators may write anywhere; the contract lets them import only.
 */
export function groundProblems(ground: Ground, project: Fields): GroundProblem[] {
  const { company, deptId } = ground
  if (company)
    return COMPANY_FIELDS.filter(
      (field) => !isEmpty(project[field]) && project[field] !== company[field],
    ).map((field) => ({ field, ...FOREIGN_COMPANY }))
  if (deptId === deptKinds.administration) return []
  const field = PLACE_FIELDS[deptId]
  if (field && !isEmpty(ground[field]) && project[field] === ground[field]) return []
  return [{ field: field ?? 'provinceCode', ...FOREIGN_PLACE }]
}

/** Returns the project with the enterprise's own company in the fields that it leaves empty. */
export function withOwnCompany<T extends Fields>({ company }: Ground, project: T): T {
  const left = Object.entries(company ?? {}).filter(([field]) => isEmpty(project[field]))
  return { ...project, ...Object.fromEntries(left) }
}
