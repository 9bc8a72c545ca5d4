import { sql } from 'kysely'
import type { Rig } from '../../rig.ts'
import type { Cases } from '../../support/rules.ts'

const COUNTY = 5

/** Works as an administrator with a copy of the role, which loses itself what it needs. */
async function asOnlyCopy(rig: Rig): Promise<unknown> {
  const admin = await rig.sameAs('admin')
  const { id, version } = await admin.roles.create({ name: '仅有的管理员', basedOn: 1 })
  const holders = sql`select id from app_user where username = 'admin'`
  await sql`update user_role set role_id = ${id} where user_id in (${holders})`.execute(rig.db)
  try {
    return await admin.roles.update({ id, version, enabled: false })
  } finally {
    await sql`update user_role set role_id = 1 where user_id in (${holders})`.execute(rig.db)
  }
}

/** One violation for each rule of roles. */
export const rightsCases: Cases = {
  'G-001': async (rig) => {
    const taken = sql`permission = 'esProject:export' and dept_id = 4`
    await sql`delete from permission_grant where ${taken}`.execute(rig.db)
    return (await rig.as('city_wz')).projects.download({ columns: ['projectName'] })
  },
  'G-002': async (rig) => (await rig.sameAs('admin')).roles.create({ name: '县级', basedOn: COUNTY }),
  'G-003': async (rig) => (await rig.sameAs('admin')).roles.delete([COUNTY]),
  'G-004': async (rig) => (await rig.sameAs('admin')).roles.update({ id: COUNTY, version: 0, menuIds: [] }),
  'G-005': asOnlyCopy,
  'G-006': async (rig) =>
    (await rig.sameAs('admin')).roles.update({ id: COUNTY, version: 0, permissions: ['demo:score'] }),
}
