import { lazy, Suspense } from 'react'
import { usePorts } from '../../ui/ports.ts'
import { Failed } from '../../ui/states.tsx'
import { MapCard } from './map-card.tsx'
import { PageHead } from './page-head.tsx'
import { FigureRows } from './rows/figure-link.tsx'
import { ShownPageRoot } from './shown-page.tsx'
import { type AreaLevel, OUTSIDE } from './use-area.ts'
import { useScale } from './use-scale.ts'
import { useRows } from './use-scale-rows.ts'

// Only the map is in the landing's first load.
const ScaleFilters = lazy(async () => ({ default: (await import('./scale-filters.tsx')).ScaleFilters }))
const Lead = lazy(async () => ({ default: (await import('./scale/lead.tsx')).Lead }))
const Ranking = lazy(async () => ({ default: (await import('./scale/ranking.tsx')).Ranking }))
const charts = () => import('./scale-charts.tsx')
const Shares = lazy(async () => ({ default: (await charts()).Shares }))
const ScaleCharts = lazy(async () => ({ default: (await charts()).ScaleCharts }))
const Compare = lazy(async () => ({ default: (await charts()).Compare }))

/** Room of the finding and the key figures, so that nothing moves when they come. */
const LEAD = 'grid content-start gap-3 min-h-[176px] max-xl:min-h-[289px] max-sm:min-h-[486px]'

function Scale({ level }: { level: AreaLevel }) {
  const state = useScale(level)
  const { filter, unit, area, periods } = state
  const part = { filter, unit, isReady: !periods.isPending }
  const totals = useRows(part, [])
  const places = useRows(part, ['region'])
  const nothing = filter.source === 'warehouse' ? '没有符合条件的入库数据' : '没有符合条件的项目'
  const empty = area.isOutside ? OUTSIDE : nothing
  const isWhole = level === 'nation' && area.path.length === 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHead
        title="规模布局统计"
        area={area}
        origin={{ of: 'scale', side: filter.source ?? 'work', period: state.period }}
      >
        <ScaleFilters state={state} />
      </PageHead>
      {part.isReady && <FigureRows conditions={{ kind: 'scale', filter }} place={area.name} />}
      {totals.error ? (
        <Failed error={totals.error} onRetry={totals.onRetry} />
      ) : (
        <div className={LEAD}>
          <Suspense>
            <Lead state={state} />
          </Suspense>
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <MapCard {...places} filter={filter} unit={unit} area={area} empty={empty} />
          {isWhole && (
            <Suspense fallback={<div className="min-h-60" />}>
              <Shares title="区域占比" group="区域" by="regionGroup" {...part} />
            </Suspense>
          )}
        </div>
        <Suspense fallback={<div className="card" />}>
          <Ranking state={state} empty={empty} />
        </Suspense>
      </div>
      <Suspense fallback={<div className="min-h-150" />}>
        <ScaleCharts {...part} published={periods.published?.year} />
      </Suspense>
    </div>
  )
}

/** A page of scale, or the comparison that its address asks for. */
function Page({ level }: { level: AreaLevel }) {
  const [search] = usePorts().useSearch()
  return (
    <ShownPageRoot>
      {search['compare'] ? (
        <Suspense>
          <Compare level={level} />
        </Suspense>
      ) : (
        <Scale level={level} />
      )}
    </ShownPageRoot>
  )
}

/** 国家规模布局统计: operating capacity in the caller's scope by place, year and kind. */
export const ScaleScreen = () => <Page level="nation" />

/** 区域规模布局统计: the provinces of a region. */
export const RegionScaleScreen = () => <Page level="region" />

/** 省级规模布局统计: one province with its cities and counties. */
export const ProvinceScaleScreen = () => <Page level="province" />
