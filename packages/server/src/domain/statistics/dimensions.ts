import { AppSubScenario, DurationBand, ScaleBand, TechType } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { StatFilter } from './filter.ts'

export type Dimension = components['schemas']['StatDimension']

/** Grouping of projects (`p`), and the source of the groups' names. */
interface Grouping {
  caption: string
  key: RawBuilder<string | null>
  /** Dictionary of the names; none for divisions and years. */
  dict?: string
  /** Sorts groups by key, not by size. */
  ordered?: true
}

const column = (name: string) => sql<string | null>`${sql.ref(`p.${name}`)}`

const statTech = sql<string>`case p.tech_type when ${sql.lit(TechType.lithium)} then 'li'
  when ${sql.lit(TechType.compressedAir)} then 'caes' when ${sql.lit(TechType.flow)} then 'flow'
  when ${sql.lit(TechType.lead)} then 'lead' when ${sql.lit(TechType.flywheel)} then 'flywheel' else 'other' end`

const statScenario = sql<string>`case when p.app_sub_scenario in (${sql.lit(AppSubScenario.independent)}, ${sql.lit(AppSubScenario.shared)})
  then 'ind' when p.app_sub_scenario = ${sql.lit(AppSubScenario.renewable)} then 're' else 'oth' end`

export const scaleBand = sql<string>`case when p.rated_power < 1 then ${sql.lit(ScaleBand.below1Mw)}
  when p.rated_power < 10 then ${sql.lit(ScaleBand.from1Mw)} when p.rated_power < 100 then ${sql.lit(ScaleBand.from10Mw)}
  when p.rated_power < 1000 then ${sql.lit(ScaleBand.above100Mw)} else ${sql.lit(ScaleBand.above1000Mw)} end`

// Compares hours by multiplication, because a division per project is several times slower.
const lasts = (hours: number) => sql`p.rated_power * ${sql.lit(hours)}`
export const durationBand = sql<string>`case when p.rated_power > 0 then case when p.rated_energy < ${lasts(2)}
  then ${sql.lit(DurationBand.below2h)}
  when p.rated_energy < ${lasts(4)} then ${sql.lit(DurationBand.from2h)} when p.rated_energy < ${lasts(8)}
  then ${sql.lit(DurationBand.above4h)}
  when p.rated_energy >= ${lasts(8)} then ${sql.lit(DurationBand.above8h)} end end`

// Evaluated once, not per project.
export const regionGroup = sql<string>`(select jsonb_object_agg(r.code, r.region_group) from region r where r.level = 1) ->> p.province_code`

/**
 * Divisions one level below the chosen one, or the chosen ones themselves if they are several. Municipalities have no
 * cities, and some cities have no counties.
 */
function place({ provinceCode = [], cityCode = [], countyCode = [] }: StatFilter): RawBuilder<string | null> {
  if (countyCode.length > 0 || cityCode.length === 1)
    return sql<string | null>`coalesce(p.county_code, p.city_code)`
  const isOfCities = cityCode.length > 0 || provinceCode.length === 1
  return isOfCities ? sql<string | null>`coalesce(p.city_code, p.county_code)` : column('province_code')
}

/** Grouping of a dimension. */
export function groupingOf(dimension: Dimension, filter: StatFilter): Grouping {
  switch (dimension) {
    case 'region':
      return { caption: '地区', key: place(filter) }
    case 'regionGroup':
      return { caption: '区域', key: regionGroup, dict: 'region_group' }
    case 'techType':
      return { caption: '技术路线', key: column('tech_type'), dict: 'tech_type' }
    case 'techSubType':
      return { caption: '细分技术', key: column('tech_sub_type'), dict: 'tech_sub_type' }
    case 'statTechGroup':
      return { caption: '技术路线', key: statTech, dict: 'stat_tech_group' }
    case 'appScenario':
      return { caption: '应用场景', key: column('app_scenario'), dict: 'app_scenario' }
    case 'appSubScenario':
      return { caption: '细分应用场景', key: column('app_sub_scenario'), dict: 'app_sub_scenario' }
    case 'statScenarioGroup':
      return { caption: '应用场景', key: statScenario, dict: 'stat_scenario_group' }
    case 'scaleBand':
      return { caption: '规模分档', key: scaleBand, dict: 'scale_band', ordered: true }
    case 'durationBand':
      return { caption: '时长分档', key: durationBand, dict: 'duration_band', ordered: true }
    case 'ownerType':
      return { caption: '企业性质', key: column('owner_type'), dict: 'owner_type' }
    case 'gridVoltage':
      return { caption: '并网电压等级', key: column('grid_voltage'), dict: 'voltage_level', ordered: true }
    case 'buildStatus':
      return { caption: '建设状态', key: column('build_status'), dict: 'build_status', ordered: true }
    case 'year':
      return { caption: '年度', key: sql<string>`to_char(p.commission_date, 'YYYY')`, ordered: true }
  }
}

/** Whether a word from a request names a dimension. */
export function isDimension(word: string): word is Dimension {
  // The switch is total for the type, but not for any word.
  const grouping: Grouping | undefined = groupingOf(word as Dimension, {})
  return grouping !== undefined
}

const UNKNOWN = '未填报'

/** Name of a group. */
export type NameOf = (dimension: Dimension, key: string) => string

/** Loads the names of these dimensions' groups. */
export async function loadNames(
  db: Db,
  dimensions: readonly Dimension[],
  filter: StatFilter,
): Promise<NameOf> {
  const dicts = new Map(dimensions.map((each) => [each, groupingOf(each, filter).dict]))
  // Of the nation's 3,000 divisions only the provinces are groups: see `place`.
  const isNation = !(filter.countyCode ?? filter.cityCode ?? filter.provinceCode)?.length
  const { rows } = await sql<{ dict: string; value: string; label: string }>`
    select d.name as dict, e.value, e.label from dict_entry e join dict d on d.id = e.dict_id
    where d.name = any(${[...dicts.values()].flatMap((dict) => dict ?? [])}::text[])
    union all select 'region', code, name from region where ${dimensions.includes('region')}::boolean
      and (level = 1 or not ${isNation}::boolean)`.execute(db)
  const names = new Map(rows.map(({ dict, value, label }) => [`${dict}/${value}`, label]))
  return (dimension, key) => {
    if (key === '') return UNKNOWN
    if (dimension === 'year') return `${key}年`
    return names.get(`${dicts.get(dimension) ?? 'region'}/${key}`) ?? key
  }
}
