import { useQuery } from '@tanstack/react-query'
import type { MapPoint } from '@xinchu/sdk'
import { sessionQueries } from '../../app/session-queries.ts'
import { usePorts } from '../../ui/ports.ts'
import { Failed } from '../../ui/states.tsx'
import { Figures } from './figures.tsx'
import { MapFilters } from './map-filters.tsx'
import { hasMap } from './map-name.ts'
import { useMapNote } from './map-note.ts'
import { PointList } from './point-list.tsx'
import { MapFrame } from './project-map/map-frame.tsx'
import { MapSearch } from './project-map/map-search.tsx'
import { MarkList } from './project-map/mark-list.tsx'
import type { Aim } from './project-map/search.ts'
import { ShownMap, ShownProjects } from './project-map/shown-map.tsx'
import { SizeKey } from './project-map/size-key.tsx'
import { useProjectMap } from './project-map/use-project-map.ts'
import { textOf } from './project-map/view.ts'
import { statisticsQueries } from './queries.ts'
import { ShownPageRoot } from './shown-page.tsx'
import { OUTSIDE } from './use-area.ts'
import { type LocationFilter, useLocations } from './use-locations.ts'

/** Projects of a view up to which they are listed one by one. */
const MOST_LISTED = 2_000

const sumOf = (points: readonly MapPoint[], of: (point: MapPoint) => number) =>
  points.reduce((sum, point) => sum + of(point), 0)

const countOf = (points: readonly MapPoint[]) => sumOf(points, ({ count = 1 }) => count)

function Totals({ points }: { points: readonly MapPoint[] | undefined }) {
  return (
    <Figures
      figures={[
        { caption: '项目', value: points && countOf(points), unit: '个' },
        { caption: '额定功率', value: points && sumOf(points, ({ ratedPower }) => ratedPower), unit: 'MW' },
        {
          caption: '额定能量',
          value: points && sumOf(points, ({ ratedEnergy = 0 }) => ratedEnergy),
          unit: 'MWh',
        },
      ]}
    />
  )
}

/** Projects of the view one by one, where they are few enough to be read. */
function Projects({ filter, bbox }: { filter: LocationFilter; bbox: number[] | undefined }) {
  const { data, isFetching } = useQuery(statisticsQueries.locations({ ...filter, ...(bbox && { bbox }) }))
  return (
    <div>
      <ShownProjects rows={data} />
      <PointList rows={data} isFetching={isFetching} />
    </div>
  )
}

function ProjectMap() {
  const state = useLocations()
  const { filter, code, name, area, openArea } = state
  const { data: platform } = useQuery(sessionQueries.platform)
  const [search, change] = usePorts().useSearch()
  const note = useMapNote(code)
  const view = useProjectMap(state)
  const { map, listed, reply, size, shown, show, palette } = view
  const points = reply.data && listed.map(({ point }) => point)
  const go = ({ view: next, provinceCode }: Aim) => {
    const isElsewhere = filter.provinceCode !== undefined && filter.provinceCode !== provinceCode
    const codes = isElsewhere ? { provinceCode: undefined, cityCode: undefined, countyCode: undefined } : {}
    change({ ...search, ...codes, at: textOf(next) })
  }
  const nothing = () => {
    if (area.isOutside) return OUTSIDE
    return map.isWhole ? '没有符合条件的项目，或项目未填报坐标' : '此范围内没有符合条件的项目'
  }
  const isEmpty = points?.length === 0
  const isListed = points && countOf(points) <= MOST_LISTED && countOf(points) > 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <MapFilters state={state}>
        <MapSearch scope={state.own} onAim={go} />
      </MapFilters>
      <Totals points={points} />
      <div className="relative grid grid-cols-[minmax(0,1fr)] gap-4 lg:pr-[21rem]">
        <section className="card min-w-0 px-4 py-3">
          <div className="mb-2 flex items-center justify-between gap-2">
            <h2 className="font-medium">{name}项目分布</h2>
            <ShownMap state={state} view={view} note={note} />
          </div>
          {reply.error && !points ? (
            <Failed error={reply.error} onRetry={() => void reply.refetch()} />
          ) : (
            <MapFrame
              {...view}
              code={code}
              name={name}
              size={hasMap(code, platform?.maps) ? size : undefined}
              onShow={show}
              onPress={view.press}
              onArea={openArea}
              empty={isEmpty ? nothing() : undefined}
              isStale={reply.isPlaceholderData}
            />
          )}
          {points && !isEmpty && <SizeKey largest={view.largest} palette={palette} />}
          <p className="mt-1 text-ink-faint text-xs">{note}</p>
        </section>
        <MarkList
          marks={listed}
          palette={palette}
          placeOf={view.placeOf}
          shown={shown}
          onShow={show}
          onPress={view.press}
          empty={isEmpty ? '没有符合条件的项目' : undefined}
        />
      </div>
      {isListed && <Projects filter={filter} bbox={view.bbox} />}
    </div>
  )
}

/** 项目分布地图: visible projects as clusters that split by zoom, and as a list of the view. */
export const MapScreen = () => (
  <ShownPageRoot>
    <ProjectMap />
  </ShownPageRoot>
)
