import { codeOf } from '@xinchu/contract/rights'
import { type AccountSeed, sampleAccounts } from '@xinchu/sample'
import { isAmong } from '../../src/domain/caller.ts'
import { operations } from '../../src/operations.ts'

/** A demonstration account as the tables of rights see it. */
export interface Account extends AccountSeed {
  roles: readonly { id: number }[]
}

/** Every kind of demonstration account. */
export const accounts: readonly Account[] = sampleAccounts.map((account) => ({
  ...account,
  roles: [{ id: account.roleId }],
}))

export const accountOf = (username: string): Account => {
  const found = accounts.find((account) => account.username === username)
  if (!found) throw new Error(`no demonstration account ${username}`)
  return found
}

/** Whether the contract opens an operation to an account at all. */
export function isOpenTo(account: Account, operationId: string): boolean {
  const operation = operations.find(({ id }) => id === operationId)
  if (!operation) throw new Error(`no operation ${operationId}`)
  return isAmong(account, operation.callers)
}

/** Place and owner of a record. */
export interface Place {
  province: string
  city?: string
  county: string
  group?: string
  regionGroup: string
  office: string
}

type Reach = (account: Account, place: Place) => boolean

const everything: Reach = () => true
const province: Reach = ({ regionCode }, place) => regionCode === place.province
const city: Reach = ({ regionCode }, place) => regionCode === place.city
const county: Reach = ({ regionCode }, place) => regionCode === place.county
const group: Reach = ({ ownerGroup }, place) => ownerGroup !== undefined && ownerGroup === place.group

// The reach of each caller code as the domain states it, written apart from the server's own scopes.
const REACHES: Readonly<Record<string, Reach>> = {
  NAT: everything,
  ADM: everything,
  NQ: everything,
  PLT: everything,
  NAR: (account, place) => account.regionGroup === place.regionGroup,
  NAP: province,
  PRV: province,
  CTY: city,
  CNT: county,
  ENT: ({ orgName }, place) => orgName === place.office,
  CEN: group,
  PQ: ({ deptId, ...account }, place) =>
    (
      new Map([
        [42, city],
        [52, county],
        [102, group],
      ]).get(deptId) ?? province
    )({ deptId, ...account }, place),
}

/** Whether a submitted record of this place lies in an account's reach. */
export function reaches(account: Account, place: Place): boolean {
  return REACHES[codeOf(account) ?? '']?.(account, place) ?? false
}
