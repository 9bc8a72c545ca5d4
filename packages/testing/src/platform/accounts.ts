import { dictionaries } from '@xinchu/sdk/fields'
import { example, type ReplyOf } from '../contract.ts'

/** Department kinds by the contract's code of the caller. */
const DEPARTMENTS = { ENT: 100, CNT: 5, CTY: 4, PRV: 3, NAT: 1, ADM: 900 } as const

/** An account of a fake platform. */
export interface FakeAccount {
  username: string
  password: string
  /**
   * Kind of caller by the contract's code: `ENT` an enterprise; `CNT`, `CTY` and `PRV` the energy office of a county, city or
   * province; `NAT` the national one; `ADM` the administrator.
   */
  caller: keyof typeof DEPARTMENTS
  orgName: string
  /** Division of an office, such as 640323. */
  regionCode?: string
}

/** An account with the numbers that the platform gives it. */
export interface Caller extends FakeAccount {
  id: number
  orgId: number
}

const PASSWORD = 'Meiyu#4Lan8'

/** An enterprise and the offices that review its projects, in Ningxia. */
export const defaultAccounts: readonly FakeAccount[] = [
  { username: 'qiye001', password: PASSWORD, caller: 'ENT', orgName: '盐池一号储能有限公司' },
  { username: 'qiye002', password: PASSWORD, caller: 'ENT', orgName: '灵武新能储能有限公司' },
  {
    username: 'county',
    password: PASSWORD,
    caller: 'CNT',
    orgName: '盐池县能源主管部门',
    regionCode: '640323',
  },
  {
    username: 'city',
    password: PASSWORD,
    caller: 'CTY',
    orgName: '吴忠市能源主管部门',
    regionCode: '640300',
  },
  {
    username: 'province',
    password: PASSWORD,
    caller: 'PRV',
    orgName: '宁夏能源主管部门',
    regionCode: '640000',
  },
  { username: 'nation', password: PASSWORD, caller: 'NAT', orgName: '国家能源主管部门' },
  { username: 'admin', password: PASSWORD, caller: 'ADM', orgName: '平台系统管理员' },
]

/** Accounts of the same office have the same number of it. */
export function callersOf(accounts: readonly FakeAccount[]): Caller[] {
  const offices = [...new Set(accounts.map(({ orgName }) => orgName))]
  return accounts.map((account, at) => ({
    ...account,
    id: 31 + at,
    orgId: 9 + offices.indexOf(account.orgName),
  }))
}

export const deptOf = ({ caller }: FakeAccount) => DEPARTMENTS[caller]

/** The profile of an account. */
export function infoOf(caller: Caller): ReplyOf<'getAuthInfo'> {
  const { user, ...rest } = example('getAuthInfo')
  const id = deptOf(caller)
  const name = dictionaries.dept_kind.values.find(({ value }) => value === String(id))?.label ?? ''
  const { regionCode } = caller
  return {
    ...rest,
    user: {
      ...user,
      id: caller.id,
      username: caller.username,
      deptId: id,
      dept: { id, name },
      orgId: caller.orgId,
      companyName: caller.orgName,
      orgName: caller.orgName,
      ...(regionCode ? { regionCode } : {}),
    },
    roles: caller.caller === 'ENT' ? rest.roles : [],
  }
}
