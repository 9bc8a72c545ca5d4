import { lazy, Suspense } from 'react'
import { MapCard } from './map-card.tsx'
import type { AreaLevel } from './use-area.ts'
import type { ScaleState } from './use-scale.ts'
import { useRows } from './use-scale-rows.ts'

const LandingBoard = lazy(async () => ({
  default: (await import('./pinned/pinned-board.tsx')).LandingBoard,
}))
const Ranking = lazy(async () => ({ default: (await import('./scale/ranking.tsx')).Ranking }))
const charts = () => import('./scale-charts.tsx')
const RegionsCard = lazy(async () => ({ default: (await charts()).RegionsCard }))
// Of places without parts, and of few projects.
const ProjectsCard = lazy(async () => ({ default: (await import('./scale/projects-card.tsx')).ProjectsCard }))
const LocalMap = lazy(async () => ({ default: (await import('./scale/local-map.tsx')).LocalMap }))
const ScaleCharts = lazy(async () => ({ default: (await charts()).ScaleCharts }))

/** Map, ranking and charts. A city has its projects on the map; a county, and few projects, are listed. */
export function ScaleBody({ state, level, isFew }: { state: ScaleState; level: AreaLevel; isFew: boolean }) {
  const { filter, unit, area, periods } = state
  const places = useRows({ filter, unit, isReady: !periods.isPending }, ['region'])
  const empty = filter.source === 'warehouse' ? '没有符合条件的入库数据' : '没有符合条件的项目'
  const isLocal = filter.cityCode !== undefined || filter.countyCode !== undefined
  const map = isLocal ? (
    <Suspense fallback={<div className="card" />}>
      <LocalMap state={state} />
    </Suspense>
  ) : (
    <MapCard {...places} filter={filter} unit={unit} area={area} empty={empty} />
  )
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          {map}
          {level === 'nation' && area.path.length === 0 && !area.regionGroup && !isFew && (
            <Suspense fallback={<div className="min-h-[266px]" />}>
              <RegionsCard state={state} />
            </Suspense>
          )}
        </div>
        <Suspense fallback={<div className="card" />}>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {!isFew && !filter.countyCode && <Ranking state={state} empty={empty} />}
            {(isFew || isLocal) && <ProjectsCard state={state} isLettered={isLocal} />}
          </div>
        </Suspense>
      </div>
      {!isFew && (
        <Suspense fallback={<div className="min-h-150" />}>
          <ScaleCharts state={state} />
        </Suspense>
      )}
      <Suspense>
        <LandingBoard />
      </Suspense>
    </>
  )
}
