import type { ProjectsFindLocationsQuery } from '@xinchu/sdk'
import { AppScenario } from '@xinchu/sdk/codes'
import { NATION } from './map-name.ts'
import { POINT_GROUPS } from './options/points.ts'
import { useArea } from './use-area.ts'

type Filter = Pick<
  ProjectsFindLocationsQuery,
  'provinceCode' | 'cityCode' | 'countyCode' | 'techType' | 'appScenario' | 'buildStatus'
>

/** Filters of the project map from the URL. */
export function useLocations() {
  const area = useArea('province')
  const { search, codes } = area
  const scenario = Object.values(AppScenario).find((each) => each === String(search['appScenario'] ?? ''))
  const group = POINT_GROUPS.find(({ name }) => name === search['state'])
  const filter: Filter = {
    ...codes,
    ...(search['techType'] ? { techType: [String(search['techType'])] } : {}),
    ...(scenario ? { appScenario: scenario } : {}),
    ...(group ? { buildStatus: [...group.states] } : {}),
  }
  return { area, filter, state: group?.name ?? '', code: codes.provinceCode ?? NATION, name: area.name }
}

export type LocationState = ReturnType<typeof useLocations>
