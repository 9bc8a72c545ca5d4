import { deptKinds } from '@xinchu/contract/rights'
import type { Db } from '../../db/database.ts'
import { HttpError } from '../../errors.ts'
import { type Caller, codeOf } from '../caller.ts'

/** The place of a bulletin: what the caller may see, or a province of it. */
export interface BulletinPlace {
  /** As in the title. */
  name: string
  codes: { provinceCode?: string | undefined; cityCode?: string | undefined; countyCode?: string | undefined }
  isNation: boolean
  /** Path of the portal's page with its figures of scale, and of use. */
  pages: { scale: string; usage: string }
}

/** A place without projects, or none that the caller may see. */
export const noProjects = (): HttpError => new HttpError(404, '该范围在此时期没有在运项目')

/** Where the portal has these pages. */
export const PAGES = '/planningmonitoring/project'
const ofLevel = (level: string) => ({
  scale: `${PAGES}/scalelayout${level}`,
  usage: `${PAGES}/usage${level}`,
})

const NATIONAL: readonly (string | undefined)[] = ['NAT', 'NQ', 'ADM']
const OF_PLACES: readonly (string | undefined)[] = ['NAP', 'PRV', 'CTY', 'CNT', 'PQ']

async function nameOf(db: Db, code: string): Promise<string> {
  const row = await db.selectFrom('region').select('name').where('code', '=', code).executeTakeFirst()
  return row?.name ?? code
}

async function groupName(db: Db, group: string): Promise<string> {
  const row = await db
    .selectFrom('dict_entry as e')
    .innerJoin('dict as d', 'd.id', 'e.dict_id')
    .select('e.label')
    .where('d.name', '=', 'region_group')
    .where('e.value', '=', group)
    .executeTakeFirst()
  return `${row?.label ?? ''}区域`
}

/**
 * The place of a caller's bulletin.
 * @throws HttpError 404 for another province than that of an office of a place: bulletins are kept by place
 */
export async function placeOf(db: Db, user: Caller, province: string | undefined): Promise<BulletinPlace> {
  const code = codeOf(user)
  const isNational = NATIONAL.includes(code)
  const pages = ofLevel(isNational ? '' : code === 'NAR' ? 'Region' : 'Province')
  const isOwner = user.deptId === deptKinds.groupQuery || !OF_PLACES.includes(code)
  const own = isOwner ? {} : { cityCode: user.cityCode, countyCode: user.countyCode }
  if (!isOwner && province !== undefined && province !== user.provinceCode) throw noProjects()
  const provinceCode = province ?? (isOwner ? undefined : user.provinceCode)
  const codes = { provinceCode, ...own }
  const smallest = codes.countyCode ?? codes.cityCode ?? codes.provinceCode
  if (smallest !== undefined) return { name: await nameOf(db, smallest), codes, isNation: false, pages }
  if (isNational) return { name: '全国', codes, isNation: true, pages }
  const name = user.regionGroup && code === 'NAR' ? await groupName(db, user.regionGroup) : user.orgName
  return { name, codes, isNation: false, pages }
}
