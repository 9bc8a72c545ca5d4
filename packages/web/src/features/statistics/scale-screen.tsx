import type { ScaleLayoutRow } from '@xinchu/sdk'
import { lazy, Suspense } from 'react'
import { quantity } from '../../lib/quantity.ts'
import { Failed } from '../../ui/states.tsx'
import { corpsNote } from './corps-note.ts'
import { Figures } from './figures.tsx'
import { MapCard } from './map-card.tsx'
import { PageHead } from './page-head.tsx'
import { PlaceList } from './place-list.tsx'
import { FigureRows, useOpenRows } from './rows/figure-link.tsx'
import { ShownPageRoot } from './shown-page.tsx'
import { type AreaLevel, OUTSIDE } from './use-area.ts'
import { useScale } from './use-scale.ts'
import { type PartProps, useRows } from './use-scale-rows.ts'

// Neither the filters nor what lies below the map is in the landing's first load.
const ScaleFilters = lazy(async () => ({ default: (await import('./scale-filters.tsx')).ScaleFilters }))
const Shares = lazy(async () => ({ default: (await import('./scale-charts.tsx')).Shares }))
const ScaleCharts = lazy(async () => ({ default: (await import('./scale-charts.tsx')).ScaleCharts }))

function Totals({ row, ...part }: PartProps & { row: ScaleLayoutRow | undefined }) {
  const { rows } = useRows(part, ['year'])
  const { unit } = part
  // A year without data is not a year without growth: the last one with data is shown.
  const added = (row?.addPower === 0 && rows?.findLast(({ addPower }) => addPower)) || row
  const year = `${added?.year ?? '当'}年`
  const open = useOpenRows()
  const ofYear = added === row ? [] : [`year:${added?.year}`]
  return (
    <Figures
      figures={[
        { caption: '在运项目', value: row?.projectCount, onOpen: () => open('projectCount'), unit: '个' },
        { caption: '累计功率', value: row?.ratedPower, onOpen: () => open('ratedPower'), unit: unit.power },
        {
          caption: '累计能量',
          value: row?.ratedEnergy,
          onOpen: () => open('ratedEnergy'),
          unit: unit.energy,
        },
        { caption: '平均时长', value: row?.avgDuration, onOpen: () => open('avgDuration'), unit: 'h' },
        {
          caption: `${year}新增功率`,
          value: added?.addPower,
          onOpen: () => open('addPower', ...ofYear),
          unit: unit.power,
        },
        {
          caption: added === row ? '较上年末增长' : `${year}增长`,
          value: added?.yoyPower,
          onOpen: () => open('yoyPower', ...ofYear),
          unit: '%',
        },
      ]}
    />
  )
}

function Scale({ level }: { level: AreaLevel }) {
  const state = useScale(level)
  const { filter, unit, area, periods } = state
  const part = { filter, unit, isReady: !periods.isPending }
  const totals = useRows(part, [])
  const places = useRows(part, ['region'])
  const nothing = filter.source === 'warehouse' ? '没有符合条件的入库数据' : '没有符合条件的项目'
  const empty = area.isOutside ? OUTSIDE : nothing
  const total = totals.rows?.[0]?.ratedPower
  const ranked = places.rows?.map((row) => ({
    code: row.key ?? '',
    name: row.label ?? '',
    value: row.ratedPower,
    figure: quantity(row.ratedPower, unit.power, total),
    text: `${quantity(row.powerShare, '%')}%`,
  }))
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
        <Totals row={totals.rows?.[0]} {...part} />
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
        <PlaceList
          of="ratedPower"
          by={`${unit.power} ／ 占比`}
          rows={ranked}
          total={total === undefined ? undefined : quantity(total, unit.power)}
          onPlace={area.open}
          empty={empty}
          note={`占比因四舍五入，合计可能不等于 100%。${corpsNote(places.rows, unit.power) ?? ''}${filter.source === 'warehouse' ? '各期按现行区划归并。' : ''}`}
        />
      </div>
      <Suspense fallback={<div className="min-h-150" />}>
        <ScaleCharts {...part} published={periods.published?.year} />
      </Suspense>
    </div>
  )
}

/** 国家规模布局统计: operating capacity in the caller's scope by place, year and kind. */
export const ScaleScreen = () => (
  <ShownPageRoot>
    <Scale level="nation" />
  </ShownPageRoot>
)

/** 区域规模布局统计: the provinces of a region. */
export const RegionScaleScreen = () => (
  <ShownPageRoot>
    <Scale level="region" />
  </ShownPageRoot>
)

/** 省级规模布局统计: one province with its cities and counties. */
export const ProvinceScaleScreen = () => (
  <ShownPageRoot>
    <Scale level="province" />
  </ShownPageRoot>
)
