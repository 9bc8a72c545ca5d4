import { useQuery } from '@tanstack/react-query'
import type { ScaleLayoutRow } from '@xinchu/sdk'
import { quantity } from '@xinchu/validators'
import { useMemo } from 'react'
import { regionQuery } from '../../../app/session-queries.ts'
import { usePorts } from '../../../ui/ports.ts'
import { changeText } from '../change.ts'
import { Chart, type ChartOption } from '../chart.tsx'
import { ChartCard } from '../chart-card.tsx'
import { scaleColumns } from '../figure-columns.ts'
import { rankedOption } from '../options/ranked.ts'
import { useGroupRows } from '../rows/figure-link.tsx'
import type { ScaleState } from '../use-scale.ts'
import { useBaseRows, useRows } from '../use-scale-rows.ts'
import { growthFinding } from './card-findings.ts'
import { basesIn } from './lead.tsx'
import { orderedPlaces, orderOf, rankedPlaces } from './ranks.ts'

const HEIGHT = 192
const HEADS = ['占比', '时长 h', '地区']

/** The regions with the power that they had at the base. */
export function RegionsCard({ state }: { state: ScaleState }) {
  const { filter, unit, periods } = state
  const part = { filter, unit, isReady: !periods.isPending }
  const { rows, ...states } = useRows(part, ['regionGroup'])
  const base = basesIn(state).year
  const { rows: before } = useBaseRows(part, base, ['regionGroup'])
  const { data: tree } = useQuery(regionQuery)
  const sort = usePorts().useSearch()[0]['sort']
  const ranked = useMemo(
    () =>
      orderedPlaces(
        rankedPlaces(rows ?? [], before, () => undefined),
        orderOf(sort),
      ),
    [rows, before, sort],
  )
  const option: ChartOption = useMemo(() => {
    const byKey = new Map<string | undefined, ScaleLayoutRow>(rows?.map((row) => [row.key, row]))
    const bars = ranked.map(({ code, name, value, share, change, ...each }) => ({
      name,
      value,
      base: each.base,
      texts: [
        quantity(value, unit.power),
        ...(base ? [change === undefined ? '—' : changeText(change)] : []),
        `${quantity(share, '%')}%`,
        quantity(byKey.get(code)?.avgDuration, 'h'),
        String(tree?.filter(({ regionGroup }) => regionGroup === code).length ?? ''),
      ],
    }))
    const heads = [unit.power, ...(base ? [base.caption] : []), ...HEADS]
    return rankedOption({ bars, unit: unit.power, heads, baseName: base?.name })
  }, [rows, ranked, base, unit, tree])
  const openRows = useGroupRows(rows, 'regionGroup', 'ratedPower')
  return (
    <ChartCard
      title="六大区域"
      pin="regions"
      finding={growthFinding(ranked)}
      group="区域"
      rows={rows}
      nameOf={({ label = '' }) => label}
      columns={scaleColumns(unit)}
      cellsOf={({ key = '' }) => [`regionGroup:${key}`]}
      height={HEIGHT}
      {...states}
    >
      <Chart option={option} label="六大区域在运功率，数据见表格" height={HEIGHT} onPart={openRows} />
    </ChartCard>
  )
}
