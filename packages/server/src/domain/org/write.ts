import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { codes, creditCode, email, type Fault, mobile, wordsOf } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { taken } from '../../db/unique.ts'
import { badRequest, conflict, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { assertCurrent } from '../regions/former.ts'
import { orgInfo, requireOrg } from './query.ts'

type Schemas = components['schemas']
type Draft = Schemas['OrgDraft']

// Division level of each kind of office.
const LEVELS: Readonly<Record<number, number>> = {
  [deptKinds.province]: 1,
  [deptKinds.city]: 2,
  [deptKinds.county]: 3,
  [deptKinds.provinceQuery]: 1,
  [deptKinds.cityQuery]: 2,
  [deptKinds.countyQuery]: 3,
  [deptKinds.enterprise]: 3,
  [deptKinds.support]: 1,
}
const LEVEL_NAMES = ['', '省级', '地市', '县区']

const refuse = (caption: string, field: string, message: string) =>
  badRequest('W-019', `${caption}：${message}`, [{ field, message }])

const refuseBy = (caption: string, field: string, fault: Fault) =>
  badRequest(fault.code, `${caption}：${wordsOf(fault)}`, [{ field, message: wordsOf(fault) }])

/** @throws HttpError 400 or 409 */
async function assertOffice(db: Db, draft: Draft, id = 0): Promise<void> {
  const checks = [
    ['统一社会信用代码', 'creditCode', draft.creditCode ? creditCode(draft.creditCode) : null],
    ['联系电话', 'contactPhone', mobile(draft.contactPhone)],
    ['电子邮箱', 'contactEmail', email(draft.contactEmail)],
  ] as const
  for (const [caption, field, fault] of checks) if (fault) throw refuseBy(caption, field, fault)
  const isEnterprise = draft.deptId === deptKinds.enterprise
  if (isEnterprise && !draft.creditCode)
    throw refuseBy('统一社会信用代码', 'creditCode', { code: codes.nonEmpty })
  const level = LEVELS[draft.deptId ?? 0]
  const { rows } = await sql<{ level: number | null; parents: number; own: number; taken: number }>`
    with recursive above as (
      select id, parent_org_id from org where id = ${draft.parentOrgId ?? 0}
      union select o.id, o.parent_org_id from org o join above a on o.id = a.parent_org_id)
    select (select level from region where code = ${draft.regionCode ?? ''}) as level,
      (select count(*) from above) as parents,
      (select count(*) from above where id = ${id}) as own,
      (select count(*) from org where dept_id = ${deptKinds.enterprise} and id <> ${id}
        and credit_code = ${(draft.creditCode ?? '').toUpperCase()}) as taken`.execute(db)
  const [found] = rows
  if (draft.regionCode && found?.level == null) throw refuse('行政区划', 'regionCode', '取值不存在')
  await assertCurrent(db, draft.regionCode)
  if (level && found?.level !== level)
    throw refuse('行政区划', 'regionCode', `请选择到${LEVEL_NAMES[level] ?? ''}`)
  if (draft.parentOrgId && !found?.parents) throw refuse('上级机构', 'parentOrgId', '机构不存在')
  if (found?.own) throw refuse('上级机构', 'parentOrgId', '不能为本机构或其下级')
  if (isEnterprise && found?.taken) throw taken('org_enterprise_code')
}

const columnsOf = (draft: Draft) => ({
  org_name: draft.orgName ?? '',
  short_name: draft.shortName ?? null,
  dept_id: draft.deptId,
  parent_org_id: draft.parentOrgId ?? null,
  region_code: draft.regionCode ?? null,
  credit_code: draft.creditCode?.toUpperCase() ?? null,
  contact_name: draft.contactName ?? null,
  contact_phone: draft.contactPhone ?? null,
  contact_email: draft.contactEmail ?? null,
  enabled: draft.enabled ?? true,
  ...(draft.reviewLevels ? { review_levels: draft.reviewLevels } : {}),
})

/** Creates an office. @throws HttpError 400, 409 */
export async function createOrg(trx: Trx, draft: Draft, user: Caller): Promise<Schemas['Org']> {
  await assertOffice(trx, draft)
  const { id } = await trx
    .insertInto('org')
    .values({ ...columnsOf(draft), create_by: user.username, update_by: user.username })
    .returning('id')
    .executeTakeFirstOrThrow()
  return orgInfo(await requireOrg(trx, id), user)
}

/**
 * Replaces an office's data. A new place or disabling ends the sessions of its users.
 * @throws HttpError 400, 404, 409
 */
export async function updateOrg(
  trx: Trx,
  draft: Schemas['OrgUpdate'],
  user: Caller,
): Promise<Schemas['Org']> {
  const row = await requireOrg(trx, draft.id)
  await assertOffice(trx, draft, draft.id)
  if (row.id === user.orgId && draft.enabled === false)
    throw badRequest('W-019', '不能停用本人所在的机构', 'enabled')
  if (row.dept_id !== draft.deptId) {
    const member = await trx
      .selectFrom('app_user')
      .select('id')
      .where('org_id', '=', row.id)
      .executeTakeFirst()
    if (member) throw conflict('W-019', '该机构已有用户，不能更改部门类别')
  }
  const changed = await trx
    .updateTable('org')
    .set({
      ...columnsOf(draft),
      version: sql`version + 1`,
      update_by: user.username,
      update_time: sql`now()`,
    })
    .where('id', '=', row.id)
    .where('version', '=', draft.version ?? -1)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw staleVersion()
  if (row.enabled !== draft.enabled || row.region_code !== (draft.regionCode ?? null))
    await sql`delete from auth_session where user_id in (select id from app_user where org_id = ${row.id})
      and user_id <> ${user.id}`.execute(trx)
  return orgInfo(await requireOrg(trx, row.id), user)
}
