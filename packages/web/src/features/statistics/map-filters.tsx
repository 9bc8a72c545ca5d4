import type { ReactNode } from 'react'
import { RegionSelect } from '../../ui/form/region-select.tsx'
import { Condition, KindConditions } from './condition.tsx'
import { POINT_GROUPS } from './options/points.ts'
import { PageHead } from './page-head.tsx'
import type { LocationState } from './use-locations.ts'

interface MapFiltersProps {
  state: LocationState
  /** Further controls. */
  children: ReactNode
}

/** Filters of the map, stored in the URL. */
export function MapFilters({ state: { area, filter, kinds, state }, children }: MapFiltersProps) {
  const { provinceCode = '', cityCode = '', countyCode = '' } = filter
  return (
    <PageHead title="项目分布地图" area={area} origin={{ of: 'map' }}>
      <div className="w-52">
        <RegionSelect
          aria-label="地区"
          placeholder="全部地区"
          value={{ provinceCode, cityCode, countyCode }}
          onValue={area.choose}
        />
      </div>
      <Condition
        label="建设状态"
        placeholder="全部建设状态"
        value={state}
        onValue={(value) => area.set('state', value)}
        options={POINT_GROUPS.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <KindConditions filter={kinds} />
      {children}
    </PageHead>
  )
}
