import { MessageTarget } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { forbidden, missing } from '../../errors.ts'
import { type Caller, may } from '../caller.ts'

type Fields = components['schemas']['MessageFields']

const TARGETS: Readonly<Record<string, readonly [field: keyof Fields, caption: string]>> = {
  [MessageTarget.kinds]: ['targetDeptIds', '部门类别'],
  [MessageTarget.regions]: ['targetRegionCodes', '行政区划'],
  [MessageTarget.offices]: ['targetOrgIds', '机构'],
  [MessageTarget.users]: ['targetUserIds', '用户'],
}

/** @throws HttpError 400 if a kind of target is given without a target */
export function assertTargets(fields: Fields): void {
  const target = TARGETS[fields.targetType ?? '']
  if (!target) return
  const [field, caption] = target
  const given = fields[field]
  if (!Array.isArray(given) || given.length === 0) throw missing(field, caption)
}

/** Provinces may send only to their own places, offices and users. @throws HttpError 403 */
export async function assertReach(db: Db, fields: Fields, user: Caller): Promise<void> {
  if (may(user, 'messages.sendEverywhere')) return
  const { targetType, targetRegionCodes = [], targetOrgIds = [], targetUserIds = [] } = fields
  const { rows } = await sql<{ outside: number }>`
    select (select count(*) from unnest(${targetRegionCodes}::text[]) as t(code) left join region r on r.code = t.code
        where r.province_code is distinct from ${user.provinceCode ?? ''})
      + (select count(*) from unnest(${targetOrgIds}::bigint[]) as t(id) left join org o on o.id = t.id
          left join region r on r.code = o.region_code where r.province_code is distinct from ${user.provinceCode ?? ''})
      + (select count(*) from unnest(${targetUserIds}::bigint[]) as t(id) left join app_user u on u.id = t.id
          left join org o on o.id = u.org_id left join region r on r.code = o.region_code
          where r.province_code is distinct from ${user.provinceCode ?? ''}) as outside`.execute(db)
  if (targetType === MessageTarget.all || targetType === MessageTarget.kinds || (rows[0]?.outside ?? 0) > 0)
    throw forbidden('W-015', '只能向本省的地区、机构或用户发送')
}

/** Keeps only targets of the chosen kind, so that none of a previously chosen kind is left. */
export const targetsOf = ({ targetType, ...fields }: Fields) => ({
  target_dept_ids: targetType === MessageTarget.kinds ? (fields.targetDeptIds ?? []) : [],
  target_region_codes: targetType === MessageTarget.regions ? (fields.targetRegionCodes ?? []) : [],
  target_org_ids: targetType === MessageTarget.offices ? (fields.targetOrgIds ?? []) : [],
  target_user_ids: targetType === MessageTarget.users ? (fields.targetUserIds ?? []) : [],
})
