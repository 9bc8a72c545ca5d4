import { useQuery } from '@tanstack/react-query'
import { codeOf, deptKinds } from '@xinchu/contract/rights'
import type { ProjectsFindLocationsQuery } from '@xinchu/sdk'
import type { PlaceCodes } from '@xinchu/validators'
import { regionQuery, sessionQueries } from '../../app/session-queries.ts'
import { NOWHERE, type Place, placeOf } from '../../ui/form/regions.ts'
import { usePorts } from '../../ui/ports.ts'
import { NATION } from './map-name.ts'
import { POINT_GROUPS } from './options/points.ts'
import { type Kinds, kindsIn } from './page-filter.ts'
import { useArea } from './use-area.ts'

export type LocationFilter = PlaceCodes & Kinds & Pick<ProjectsFindLocationsQuery, 'regionGroup'>

const placeIn = (user: Partial<Place> | undefined): Place => ({
  provinceCode: user?.provinceCode ?? '',
  cityCode: user?.cityCode ?? '',
  countyCode: user?.countyCode ?? '',
})

/** Filters of the project map from the URL. A chosen division is shown whole, so the view leaves the address. */
export function useLocations() {
  const { data: info } = useQuery(sessionQueries.info)
  const { data: tree } = useQuery(regionQuery)
  const isRegion = info !== undefined && codeOf(info.user) === 'NAR'
  const own = useArea(isRegion ? 'region' : 'province')
  const [search, change] = usePorts().useSearch()
  const { codes } = own
  /** The region of the address, unless a province lies elsewhere: both together would name nothing. */
  const regionWith = (provinceCode: string) => {
    const province = tree?.find(({ value }) => value === provinceCode)
    const isElsewhere = province !== undefined && province.regionGroup !== search['regionGroup']
    return isElsewhere ? { regionGroup: undefined } : {}
  }
  const choose = (place: Place) =>
    change({
      ...search,
      ...regionWith(place.provinceCode),
      ...Object.fromEntries(Object.entries(place).map(([name, code]) => [name, code || undefined])),
      at: undefined,
    })
  const above = placeOf(own.path.slice(0, -1))
  // Above a division is another one; above a region is everything.
  const leaveRegion = () => change({ ...search, regionGroup: undefined, at: undefined })
  const isDivision = Object.keys(codes).length > 0
  const area = { ...own, choose, leave: own.leave && (() => (isDivision ? choose(above) : leaveRegion())) }
  const group = POINT_GROUPS.find(({ code }) => code === search['state'])
  const { buildStatus, ...others } = kindsIn(search)
  // A group of states, which has a chooser of its own, goes before single ones.
  const kinds: Kinds = { ...others, ...(buildStatus && !group && { buildStatus }) }
  const filter: LocationFilter = {
    ...codes,
    ...own.group,
    ...kinds,
    ...(group && { buildStatus: [...group.states] }),
  }
  /** Opens a part of the shown division by its name on the map. */
  const openArea = (label: string) => {
    const part = own.children.find((child) => child.label === label)
    if (part) choose(placeOf([...own.path, part]))
  }
  const inGroup = own.regionGroup ? (tree ?? []).filter((each) => each.regionGroup === own.regionGroup) : []
  const isOwner = info?.user.deptId === deptKinds.enterprise || info?.user.ownerGroupId !== undefined
  return {
    area,
    /** Division that the user's projects lie in. */
    own: isOwner || isRegion ? NOWHERE : placeIn(info?.user),
    filter,
    /** Conditions that the page's dialog and chips have. */
    kinds,
    regionWith,
    /** Whether the projects of an enterprise or a group are shown, wherever they lie. */
    isOwner,
    state: group?.code ?? '',
    code: codes.provinceCode ?? NATION,
    name: own.name,
    /** Provinces that are shown together. */
    group: inGroup.map(({ value }) => value),
    openArea,
  }
}

export type LocationState = ReturnType<typeof useLocations>
