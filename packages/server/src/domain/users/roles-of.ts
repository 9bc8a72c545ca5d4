import type { components } from '@xinchu/sdk/schema'
import type { Db } from '../../db/open.ts'
import { badRequest } from '../../errors.ts'

/** The roles that each kind of department has; what a caller may do follows from both. */
const ROLES: Readonly<Record<number, readonly number[]>> = {
  1: [11, 27, 28],
  2: [2],
  3: [3],
  4: [4],
  5: [5],
  32: [10],
  42: [10],
  52: [10],
  100: [6],
  102: [10],
  900: [1],
  1001: [7],
  1002: [8],
  1004: [18, 21],
  1005: [20, 23],
  1006: [19, 22],
  1008: [9],
  1010: [10],
}

/** The roles that an account of each kind of department may be given, by kind. */
export async function roleChoices(
  db: Db,
): Promise<(deptId: number) => components['schemas']['RoleChoice'][]> {
  const roles = await db.selectFrom('role').select(['id', 'name']).orderBy('level').orderBy('id').execute()
  return (deptId) => roles.filter(({ id }) => ROLES[deptId]?.includes(id))
}

/** @throws HttpError 400 when a role is none of this kind of department */
export function assertRoles(deptId: number, roleIds: readonly number[]): void {
  const known = ROLES[deptId] ?? []
  if (roleIds.some((id) => !known.includes(id)))
    throw badRequest('角色：与所属机构的部门类别不符', [
      { field: 'roleIds', message: '与所属机构的部门类别不符' },
    ])
}
