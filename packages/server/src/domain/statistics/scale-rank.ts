import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Caller, codeOf } from '../caller.ts'
import { readSnapshots } from '../revisions/warehouse.ts'
import { hasBuildStatus } from './conditions.ts'
import { regionGroup as groupKey } from './dimensions.ts'
import { sharesOf } from './shares.ts'
import { lastDayOf, projectsOf } from './source.ts'

type ScaleRank = components['schemas']['ScaleRank']

/** A caller's part of a wider scope. */
interface Part {
  /** Name of the wider scope; a code is replaced by the division's name. */
  within: { name: string } | { code: string }
  /** SQL of the parts' key. */
  key: RawBuilder<string | null>
  own: string
  /** The wider scope, if it is not the nation. */
  where?: RawBuilder<boolean>
  isRanked: boolean
}

const NATION = { name: '全国' }

const provinceOf = ({ provinceCode }: Caller): Part | undefined =>
  provinceCode ? { within: NATION, key: sql`p.province_code`, own: provinceCode, isRanked: true } : undefined

function cityOf({ provinceCode, cityCode }: Caller): Part | undefined {
  if (!provinceCode || !cityCode) return undefined
  return {
    within: { code: provinceCode },
    key: sql`p.city_code`,
    own: cityCode,
    where: sql<boolean>`p.province_code = ${provinceCode}`,
    isRanked: true,
  }
}

const regionOf = ({ regionGroup }: Caller): Part | undefined =>
  regionGroup ? { within: NATION, key: groupKey, own: regionGroup, isRanked: true } : undefined

/** Groups own less than all, so a rank among them would be one of the platform's groups only. */
const groupOf = ({ ownerGroupId }: Caller): Part | undefined =>
  ownerGroupId === undefined
    ? undefined
    : { within: NATION, key: sql`p.owner_group_id::text`, own: String(ownerGroupId), isRanked: false }

/** The caller's part of a wider scope. Undefined for the nation, counties and companies. */
function partOf(user: Caller): Part | undefined {
  switch (codeOf(user)) {
    case 'NAR':
      return regionOf(user)
    case 'NAP':
    case 'PRV':
      return provinceOf(user)
    case 'CTY':
      return cityOf(user)
    case 'CEN':
      return groupOf(user)
    case 'PQ':
      if (user.deptId === deptKinds.cityQuery) return cityOf(user)
      if (user.deptId === deptKinds.countyQuery) return undefined
      return user.deptId === deptKinds.groupQuery ? groupOf(user) : provinceOf(user)
    default:
      return undefined
  }
}

interface Period {
  year?: number | undefined
  quarter?: number | undefined
  /** Official data as of this edition; default: the newest. */
  edition?: number | undefined
}

/** Official power by part of the wider scope, in operation at the end of a period. */
async function powersOf(db: Db, { key, where }: Part, period: Period): Promise<ReadonlyMap<string, number>> {
  const until = lastDayOf(period)
  const conditions = [
    hasBuildStatus(undefined),
    ...(where ? [where] : []),
    ...(until ? [sql<boolean>`(p.commission_date is null or p.commission_date <= ${until})`] : []),
  ]
  const rows = await readSnapshots(
    db,
    sql<{ key: string | null; power: number }>`
      select ${key} as key, coalesce(sum(p.rated_power), 0) as power
      from ${projectsOf({ side: 'warehouse', ...period })}
      where ${sql.join(conditions, sql` and `)} group by 1`,
  )
  return new Map(rows.map((row) => [row.key ?? '', row.power]))
}

/** Rank of a part by power, equal ones alike; undefined without power. */
function rankIn(powers: ReadonlyMap<string, number>, key: string): number | undefined {
  const own = powers.get(key) ?? 0
  return own > 0 ? 1 + [...powers.values()].filter((each) => each > own).length : undefined
}

async function nameOf(db: Db, within: Part['within']): Promise<string> {
  if ('name' in within) return within.name
  const found = await db
    .selectFrom('region')
    .select('name')
    .where('code', '=', within.code)
    .executeTakeFirst()
  return found?.name ?? ''
}

/**
 * Returns the share of the caller's province, region, city or group in the official power of the wider scope (percent),
 * and its rank now and a year before. Tells nothing else of other places. Empty for callers without a wider scope.
 */
export async function scaleRank(
  db: Db,
  { year, quarter, edition }: Period,
  user: Caller,
): Promise<ScaleRank> {
  const part = partOf(user)
  if (!part) return {}
  const [powers, before, within] = await Promise.all([
    powersOf(db, part, { year, quarter, edition }),
    year === undefined ? undefined : powersOf(db, part, { year: year - 1, quarter, edition }),
    nameOf(db, part.within),
  ])
  const keys = [...powers.keys()]
  const powerShare = sharesOf([...powers.values()])[keys.indexOf(part.own)] ?? 0
  if (!part.isRanked) return { within, powerShare }
  const [rank, rankBefore] = [rankIn(powers, part.own), before && rankIn(before, part.own)]
  return {
    ...{ within, powerShare, count: keys.length },
    ...(rank !== undefined && { rank }),
    ...(rankBefore !== undefined && { rankBefore }),
  }
}
