import { callerCodes, callerGroups, rights } from './gen/rights.ts'

export { callerCodes, callerGroups, deptKinds, rights } from './gen/rights.ts'

/** A kind of caller in the contract, such as PRV. */
export type CallerCode = keyof typeof callerCodes
/** A right held by some caller codes, such as `messages.send`. */
export type Right = keyof typeof rights

/** A role by its number. A copy has the rights of the role of the platform that it is based on. */
export interface HeldRole {
  readonly id: number
  readonly basedOn?: number | undefined
}

/** The parts of a user that decide the caller code. */
export interface Holder {
  deptId?: number | undefined
  roles: readonly HeldRole[]
}

interface Code {
  dept: readonly number[]
  role?: readonly number[]
}

// The generated tables are literals; as lists they can be searched for any number or name.
const codes = Object.entries(callerCodes) as readonly (readonly [CallerCode, Code])[]
const groups: Readonly<Record<string, readonly string[]>> = callerGroups
const holders: Readonly<Record<Right, readonly string[]>> = rights

/** Whether a user has one of these built-in roles or a copy of one. */
export const hasRole = ({ roles }: Pick<Holder, 'roles'>, asked: readonly number[]): boolean =>
  roles.some(({ id, basedOn }) => asked.includes(basedOn ?? id))

/** Returns the user's caller code; undefined for a department or role that has none. */
export function codeOf(user: Holder): CallerCode | undefined {
  return codes.find(
    ([, { dept, role }]) => dept.includes(Number(user.deptId)) && (!role || hasRole(user, role)),
  )?.[0]
}

/** Whether a list of codes and groups, as in `x-callers`, names the user. */
export function isAmong(user: Holder, callers: readonly string[]): boolean {
  if (callers.includes('ANY')) return true
  const code = codeOf(user)
  if (!code) return false
  return callers.some((name) => name === code || groups[name]?.includes(code))
}

/** Whether the user has a right. */
export function may(user: Holder, right: Right): boolean {
  const code = codeOf(user)
  return code !== undefined && holders[right].includes(code)
}
