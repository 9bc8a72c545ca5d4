import type { ProjectsFindLocationsQuery } from '@xinchu/sdk'
import { CORPS } from '../../../ui/form/regions.ts'

type Division = NonNullable<ProjectsFindLocationsQuery['level']>

/** Divisions that the marks stand for, or the projects themselves. */
export type MapLevel = Division | 'project'

/** Names of the levels in titles. */
export const LEVEL_NAMES: Readonly<Record<MapLevel, string>> = {
  province: '按省',
  city: '按市',
  county: '按区县',
  project: '逐个项目',
}

/** Counter words of the marks of a level. */
export const LEVEL_UNITS: Readonly<Record<MapLevel, string>> = {
  province: '个省级地区',
  city: '个地市',
  county: '个区县',
  project: '个标记',
}

/** Zooms from which the whole country is shown by city, and each division by project. */
const CITIES_FROM = 5.8
const PROJECTS_FROM = 8
/** Steps of zoom beyond the whole of a division that has cities, from which its projects are shown. */
const CLOSER = 0.9
/** Most projects of an owner that are shown one by one from the start. */
const FEW = 60

interface LevelSubject {
  codes: { provinceCode?: string; cityCode?: string; countyCode?: string }
  /** Zoom of the view, and of the whole of the shown division. */
  zoom: number
  wholeZoom: number
  /** Whether the province is a municipality, whose parts are districts. */
  isMunicipality: boolean
  /** Projects of an owner; undefined for offices. */
  owned: number | undefined
}

/** The level of a view: provinces, then their cities when zoomed or chosen, then projects. */
export function levelOf({ codes, zoom, wholeZoom, isMunicipality, owned }: LevelSubject): MapLevel {
  if (codes.cityCode || codes.countyCode || (owned !== undefined && owned <= FEW)) return 'project'
  if (codes.provinceCode) {
    if (zoom >= Math.max(PROJECTS_FROM, wholeZoom + CLOSER)) return 'project'
    return isMunicipality ? 'county' : 'city'
  }
  // A compact region fills the map at a zoom at which the nation has cities: it begins with its provinces, too.
  const cities = Math.max(CITIES_FROM, wholeZoom + CLOSER)
  if (zoom >= Math.max(PROJECTS_FROM, cities + CLOSER)) return 'project'
  return zoom >= cities ? 'city' : 'province'
}

/** Whether a province's parts are districts. Those of the Corps are cities. */
export const hasOnlyCounties = (province: {
  value: string
  children?: readonly { level: number }[]
}): boolean => province.value !== CORPS && (province.children ?? []).every(({ level }) => level > 2)
