import { RecommendType } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { badRequest } from '../../errors.ts'
import type { PilotFields } from './columns.ts'

/**
 * Returns the office that recommends a project: of its province, or of the group that owns it. Undefined while the draft
 * does not tell.
 * @throws HttpError 400 if another office is named
 */
export async function recommenderOf(
  db: Db,
  { recommendType, recommendOrgId, provinceCode, ownerGroupId }: PilotFields,
): Promise<number | undefined> {
  if (recommendType === undefined) return undefined
  const isByGroup = recommendType === RecommendType.group
  const { rows } = await sql<{ id: number }>`
    select id from org where ${
      isByGroup
        ? sql`dept_id = ${deptKinds.group} and owner_group_id = ${ownerGroupId ?? 0}`
        : sql`dept_id = ${deptKinds.province} and region_code = ${provinceCode ?? ''}`
    } and enabled order by id`.execute(db)
  const found = rows[0]?.id
  if (recommendOrgId === undefined || rows.some(({ id }) => id === recommendOrgId))
    return recommendOrgId ?? found
  const message = isByGroup ? '不是投资主体所属的中央企业' : '不是建设地点所在省的能源主管部门'
  throw badRequest('M-003', `推荐单位：${message}`, [{ field: 'recommendOrgId', message }])
}
