import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { badRequest } from '../../errors.ts'

type Choice = components['schemas']['RoleChoice']

/** Assignable roles by kind of department. */
export async function roleChoices(db: Db): Promise<(deptId: number) => Choice[]> {
  const { rows } = await sql<Choice & { dept_id: number }>`
    select k.dept_id, r.id, r.name from role_kind k join role r on r.id = k.role_id and r.enabled
    order by r.level, r.id`.execute(db)
  return (deptId) => rows.flatMap(({ dept_id, id, name }) => (dept_id === deptId ? [{ id, name }] : []))
}

/** @throws HttpError 400 if a role does not belong to this kind of department or is disabled */
export async function assertRoles(db: Db, deptId: number, roleIds: readonly number[]): Promise<void> {
  const known = (await roleChoices(db))(deptId)
  if (roleIds.some((asked) => !known.some(({ id }) => id === asked)))
    throw badRequest('A-018', '角色：与所属机构的部门类别不符', [
      { field: 'roleIds', message: '与所属机构的部门类别不符' },
    ])
}
