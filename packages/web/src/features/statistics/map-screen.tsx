import { useQuery } from '@tanstack/react-query'
import { sessionQueries } from '../../app/session-queries.ts'
import { figure } from '../../lib/figures.ts'
import { usePorts } from '../../ui/ports.ts'
import { Failed } from '../../ui/states.tsx'
import { OUTSIDE, UNKNOWN } from './area-words.ts'
import { Figures } from './figures.tsx'
import { isRefusal, Refused } from './filters/refused.tsx'
import { MapFilters } from './map-filters.tsx'
import { hasMap } from './map-name.ts'
import { useMapNote } from './map-note.ts'
import { PointList } from './point-list.tsx'
import { LEVEL_NAMES, type MapLevel } from './project-map/levels.ts'
import { MapFrame } from './project-map/map-frame.tsx'
import { MapSearch } from './project-map/map-search.tsx'
import { MarkList } from './project-map/mark-list.tsx'
import { OnlyToday, othersIn } from './project-map/only-today.tsx'
import type { Aim } from './project-map/search.ts'
import { ShownMap, ShownProjects } from './project-map/shown-map.tsx'
import { SizeKey } from './project-map/size-key.tsx'
import type { Sums } from './project-map/use-map-points.ts'
import { type ProjectMapView, useProjectMap } from './project-map/use-project-map.ts'
import { textOf } from './project-map/view.ts'
import { statisticsQueries } from './queries.ts'
import { ShownPageRoot } from './shown-page.tsx'
import { type LocationFilter, type LocationState, useLocations } from './use-locations.ts'

/** Projects of a view up to which they are listed one by one. */
const MOST_LISTED = 2_000

/** Figures of the page's scope, which do not follow the view. */
function Totals({ scope }: { scope: Sums | undefined }) {
  return (
    <Figures
      figures={[
        { caption: '项目', value: scope?.count, unit: '个' },
        { caption: '额定功率', value: scope?.power, unit: 'MW' },
        { caption: '额定能量', value: scope?.energy, unit: 'MWh' },
      ]}
    />
  )
}

/** States what the map shows: scope, whether a part of it, and what each mark stands for. */
const titleOf = (name: string, isWhole: boolean, level: MapLevel) =>
  [`${name}项目分布`, ...(isWhole ? [] : ['当前视窗']), LEVEL_NAMES[level]].join(' · ')

interface ProjectsProps {
  filter: LocationFilter
  bbox: number[] | undefined
  /** Whether the projects of this view are counted. Too many of them would come as groups. */
  isCounted: boolean
}

/** Projects of the view one by one, where they are few enough to be read. */
function Projects({ filter, bbox, isCounted }: ProjectsProps) {
  const { data, isFetching } = useQuery({
    ...statisticsQueries.locations({ ...filter, ...(bbox && { bbox }) }),
    enabled: isCounted,
  })
  return (
    <div>
      <ShownProjects rows={data} />
      <PointList rows={data} isFetching={isFetching} />
    </div>
  )
}

/** Why the map is empty. Divisions may be listed that reach into a view without projects. */
function nothingIn(area: LocationState['area'], { map, listed }: ProjectMapView): string {
  if (area.isUnknown) return UNKNOWN
  if (area.isOutside) return OUTSIDE
  if (map.isWhole) return '没有符合条件的项目，或项目未填报坐标'
  return listed.length > 0 ? '此范围内没有已填坐标的项目' : '此范围内没有符合条件的项目'
}

function ProjectMap({ state }: { state: LocationState }) {
  const { filter, code, name, area, openArea } = state
  const { data: platform } = useQuery(sessionQueries.platform)
  const [search, change] = usePorts().useSearch()
  const note = useMapNote(code)
  const view = useProjectMap(state)
  const { map, listed, reply, size, shown, show, palette, level, scope, inView, error } = view
  const title = titleOf(name, map.isWhole, level)
  const unlocated = scope ? scope.count - scope.located : 0
  const go = ({ view: next, provinceCode }: Aim) => {
    const isElsewhere = filter.provinceCode !== undefined && filter.provinceCode !== provinceCode
    const codes = isElsewhere ? { provinceCode: undefined, cityCode: undefined, countyCode: undefined } : {}
    change({ ...search, ...codes, ...state.regionWith(provinceCode), at: textOf(next) })
  }
  if (isRefusal(error))
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <MapFilters state={state}>{null}</MapFilters>
        <Refused error={error} onRetry={view.retry} />
      </div>
    )
  const isEmpty = inView?.count === 0 && !view.isStale
  const isListed = inView !== undefined && inView.located <= MOST_LISTED && inView.located > 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <MapFilters state={state}>
        <MapSearch scope={state.own} onAim={go} />
      </MapFilters>
      <Totals scope={scope} />
      <div className="relative grid grid-cols-[minmax(0,1fr)] gap-4 lg:pr-[21rem]">
        <section className="card min-w-0 px-4 py-3">
          <div className="mb-2 flex items-center justify-between gap-2">
            <h2 className="font-medium">{title}</h2>
            <ShownMap state={state} view={view} title={title} note={note} />
          </div>
          {error ? (
            <Failed error={error} onRetry={view.retry} />
          ) : (
            <MapFrame
              {...view}
              code={code}
              name={name}
              size={hasMap(code, platform?.maps) ? size : undefined}
              onShow={show}
              onPress={view.press}
              onArea={openArea}
              empty={isEmpty ? nothingIn(area, view) : undefined}
              isStale={reply.isPlaceholderData}
            />
          )}
          {inView !== undefined && !isEmpty && (
            <SizeKey largest={view.largest} palette={palette} level={level} />
          )}
          <p className="mt-1 text-ink-faint text-xs">
            {unlocated > 0 && `${figure(unlocated)} 个项目未填坐标，计入各地，不逐个画出。`}
            {note}
          </p>
        </section>
        <MarkList
          marks={listed}
          sums={inView}
          isPart={!map.isWhole}
          palette={palette}
          placeOf={view.placeOf}
          shown={shown}
          onShow={show}
          onPress={view.press}
          level={level}
          empty={isEmpty ? '没有符合条件的项目' : undefined}
        />
      </div>
      {isListed && <Projects filter={filter} bbox={view.bbox} isCounted={!view.isStale} />}
    </div>
  )
}

/** The map, or why there is none where the address asks for a batch, a moment or stored projects. */
function AskedMap() {
  const state = useLocations()
  const others = othersIn(state.area.search)
  if (others.length === 0) return <ProjectMap state={state} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <MapFilters state={state}>{null}</MapFilters>
      <OnlyToday names={others} />
    </div>
  )
}

/** 项目分布地图: visible projects by province, city and one by one, and as a list of the view. */
export const MapScreen = () => (
  <ShownPageRoot>
    <AskedMap />
  </ShownPageRoot>
)
