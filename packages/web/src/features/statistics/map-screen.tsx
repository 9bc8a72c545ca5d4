import { useQuery } from '@tanstack/react-query'
import type { MapPoint } from '@xinchu/sdk'
import { useCallback, useMemo, useState } from 'react'
import { sessionQueries } from '../../app/session-queries.ts'
import { figure } from '../../lib/figures.ts'
import { FigureStrip } from '../../ui/figure-strip.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { Chart } from './chart.tsx'
import { MapFilters } from './map-filters.tsx'
import { hasMap, mapCode, mapName } from './map-name.ts'
import { useMapNote } from './map-note.ts'
import { pointsOption } from './options/points.ts'
import { PointCard } from './point-card.tsx'
import { PointList } from './point-list.tsx'
import { statisticsQueries } from './queries.ts'
import { OUTSIDE } from './use-area.ts'
import { useLocations } from './use-locations.ts'

const HEIGHT = 560

const sumOf = (points: readonly MapPoint[], of: (point: MapPoint) => number) =>
  points.reduce((sum, point) => sum + of(point), 0)

function Totals({ points, isGathered }: { points: readonly MapPoint[] | undefined; isGathered: boolean }) {
  return (
    <FigureStrip
      figures={[
        { caption: '项目', value: points && sumOf(points, ({ count = 1 }) => count), unit: '个' },
        { caption: '额定功率', value: points && sumOf(points, ({ ratedPower }) => ratedPower), unit: 'MW' },
        ...(isGathered
          ? []
          : [
              {
                caption: '额定能量',
                value: points && sumOf(points, ({ ratedEnergy = 0 }) => ratedEnergy),
                unit: 'MWh',
              },
            ]),
      ]}
    />
  )
}

interface MapCardProps {
  points: readonly MapPoint[]
  code: string
  onProject: (id: number) => void
}

function ProjectMap({ points, code, onProject }: MapCardProps) {
  const option = useMemo(() => pointsOption(mapName(code), points), [code, points])
  const choose = useCallback(
    (_name: string, data: unknown) => {
      const id = points.find(
        (point) => typeof data === 'object' && data !== null && 'id' in data && point.id === data.id,
      )?.id
      if (id !== undefined) onProject(id)
    },
    [points, onProject],
  )
  return (
    <Chart
      key={code}
      option={option}
      label={`${figure(points.length)} 个点位的分布，清单见下方列表`}
      height={HEIGHT}
      map={mapCode(code)}
      onPart={choose}
    />
  )
}

/** 项目分布地图: locations of visible projects by state and power, and as a list. */
export function MapScreen() {
  const state = useLocations()
  const { filter, code, name, area } = state
  const { data: platform } = useQuery(sessionQueries.platform)
  const { data: points, error, refetch, isFetching } = useQuery(statisticsQueries.locations(filter))
  const [chosen, setChosen] = useState<number>()
  const note = useMapNote(code)
  const isGathered = points?.some(({ count }) => count !== undefined) ?? false
  const project = points?.find(({ id }) => id !== undefined && id === chosen)
  const body = () => {
    if (!points) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />
    if (points.length === 0)
      return <Empty>{area.isOutside ? OUTSIDE : '没有符合条件的项目，或项目未填报坐标'}</Empty>
    if (!hasMap(code, platform?.maps)) return <Empty>{name}没有底图，项目见下方清单</Empty>
    return <ProjectMap points={points} code={code} onProject={setChosen} />
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <MapFilters state={state} />
      <Totals points={points} isGathered={isGathered} />
      <section className="card relative min-w-0 px-4 py-3">
        <h2 className="mb-2 font-medium">{name}项目分布</h2>
        {body()}
        <p className="mt-2 text-ink-faint text-xs">
          {isGathered && '点位较多，按网格聚合显示；选择地区或条件后可查看单个项目。'}
          {note}
        </p>
        {project && <PointCard point={project} onClose={() => setChosen(undefined)} />}
      </section>
      {!isGathered && <PointList rows={points} isFetching={isFetching} />}
    </div>
  )
}
