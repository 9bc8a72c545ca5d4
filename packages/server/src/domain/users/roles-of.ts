import { deptKinds } from '@xinchu/sdk/rights'
import type { components } from '@xinchu/sdk/schema'
import type { Db } from '../../db/database.ts'
import { badRequest } from '../../errors.ts'

/** Roles of each kind of department. Both together decide the caller's rights. */
const ROLES: Readonly<Record<number, readonly number[]>> = {
  [deptKinds.nation]: [11, 27, 28],
  [deptKinds.nationQuery]: [2],
  [deptKinds.province]: [3],
  [deptKinds.city]: [4],
  [deptKinds.county]: [5],
  [deptKinds.provinceQuery]: [10],
  [deptKinds.cityQuery]: [10],
  [deptKinds.countyQuery]: [10],
  [deptKinds.enterprise]: [6],
  [deptKinds.groupQuery]: [10],
  [deptKinds.administration]: [1],
  [deptKinds.platform]: [7],
  [deptKinds.expert]: [8],
  [deptKinds.policy]: [18, 21],
  [deptKinds.industry]: [20, 23],
  [deptKinds.innovation]: [19, 22],
  [deptKinds.group]: [9],
  [deptKinds.support]: [10],
}

/** Assignable roles by kind of department. */
export async function roleChoices(
  db: Db,
): Promise<(deptId: number) => components['schemas']['RoleChoice'][]> {
  const roles = await db.selectFrom('role').select(['id', 'name']).orderBy('level').orderBy('id').execute()
  return (deptId) => roles.filter(({ id }) => ROLES[deptId]?.includes(id))
}

/** @throws HttpError 400 if a role does not belong to this kind of department */
export function assertRoles(deptId: number, roleIds: readonly number[]): void {
  const known = ROLES[deptId] ?? []
  if (roleIds.some((id) => !known.includes(id)))
    throw badRequest('A-018', '角色：与所属机构的部门类别不符', [
      { field: 'roleIds', message: '与所属机构的部门类别不符' },
    ])
}
