import { lazy, Suspense } from 'react'
import { usePorts } from '../../ui/ports.ts'
import { PageHead } from './page-head.tsx'
import { FigureRows } from './rows/figure-link.tsx'
import { FEW } from './scale/few.ts'
import { Lead } from './scale/lead.tsx'
import { ShownPageRoot } from './shown-page.tsx'
import type { AreaLevel } from './use-area.ts'
import { type ScaleState, useScale } from './use-scale.ts'
import { useRows } from './use-scale-rows.ts'

// The first load has what the finding needs. Everything else follows it.
const ScaleFilters = lazy(async () => ({ default: (await import('./scale-filters.tsx')).ScaleFilters }))
const ScaleBody = lazy(async () => ({ default: (await import('./scale-body.tsx')).ScaleBody }))
const charts = () => import('./scale-charts.tsx')
const Compare = lazy(async () => ({ default: (await charts()).Compare }))
const Nothing = lazy(async () => ({ default: (await charts()).Nothing }))
const Then = lazy(async () => ({ default: (await charts()).Then }))
const Refused = lazy(async () => ({ default: (await charts()).Refused }))

export { warmScale } from './scale/warm.ts'

/** Room of the finding and the key figures, so that nothing moves when they come. */
const LEAD = 'grid content-start gap-3 min-h-[176px] max-xl:min-h-[289px] max-sm:min-h-[486px]'

function Figures({ state, level }: { state: ScaleState; level: AreaLevel }) {
  const { filter, unit, area, periods } = state
  const { rows, isStale, error, onRetry } = useRows({ filter, unit, isReady: !periods.isPending }, [])
  const count = rows && !isStale ? (rows[0]?.projectCount ?? 0) : undefined
  if (error && !rows && !area.isUnknown)
    return (
      <Suspense>
        <Refused error={error} onRetry={onRetry} />
      </Suspense>
    )
  if (area.isUnknown || area.isOutside || count === 0)
    return (
      <Suspense>
        <Nothing area={area} />
      </Suspense>
    )
  return (
    <>
      <div className={LEAD}>
        <Lead state={state} />
      </div>
      <Suspense fallback={<div className="min-h-dvh" />}>
        <ScaleBody state={state} level={level} isFew={count !== undefined && count < FEW} />
      </Suspense>
    </>
  )
}

function Scale({ level }: { level: AreaLevel }) {
  const state = useScale(level)
  const { filter, area, periods } = state
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHead
        title="规模布局统计"
        area={area}
        origin={{ of: 'scale', side: filter.source ?? 'work', period: state.period, asOf: filter.asOf }}
      >
        <ScaleFilters state={state} />
      </PageHead>
      {!periods.isPending && <FigureRows conditions={{ kind: 'scale', filter }} place={area.name} />}
      {filter.asOf ? (
        <Suspense>
          <Then state={state}>{(then) => <Figures state={then} level={level} />}</Then>
        </Suspense>
      ) : (
        <Figures state={state} level={level} />
      )}
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
