import type { Db } from '../../db/database.ts'
import { badRequest } from '../../errors.ts'
import { assertCurrent } from '../regions/former.ts'

const COUNTY_LEVEL = 3

interface CompanyPlace {
  regionCode?: string
  ownerGroupId?: number
}

/** @throws HttpError 400 unless a company's place is a county and its group exists */
export async function assertPlace(db: Db, { regionCode = '', ownerGroupId }: CompanyPlace): Promise<void> {
  const region = await db
    .selectFrom('region')
    .select('level')
    .where('code', '=', regionCode)
    .executeTakeFirst()
  if (region?.level !== COUNTY_LEVEL)
    throw badRequest('F-014', '所属行政区划：请选择到县区', [
      { field: 'regionCode', message: '请选择到县区' },
    ])
  await assertCurrent(db, regionCode)
  if (ownerGroupId === undefined) return
  const group = await db
    .selectFrom('owner_dict')
    .select('id')
    .where('id', '=', ownerGroupId)
    .executeTakeFirst()
  if (!group)
    throw badRequest('F-019', '所属集团：取值不存在', [{ field: 'ownerGroupId', message: '取值不存在' }])
}
