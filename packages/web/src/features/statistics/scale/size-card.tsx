import { ScaleBand } from '@xinchu/contract/codes'
import { useMemo } from 'react'
import { Chart, type ChartOption } from '../chart.tsx'
import { ChartCard } from '../chart-card.tsx'
import { scaleColumns } from '../figure-columns.ts'
import { dumbbellsOption } from '../options/dumbbells.ts'
import { useOpenRows } from '../rows/figure-link.tsx'
import { type PartProps, useRows } from '../use-scale-rows.ts'
import { sizeFinding, sizesOf } from './card-findings.ts'

const HEIGHT = 224
/** Bands on the scale of the drawing, which has no room for the dictionary's words. */
const SHORT: Readonly<Record<string, string>> = {
  [ScaleBand.below1Mw]: '< 1 MW',
  [ScaleBand.from1Mw]: '1–10 MW',
  [ScaleBand.from10Mw]: '10–100 MW',
  [ScaleBand.above100Mw]: '100–1,000 MW',
  [ScaleBand.above1000Mw]: '≥ 1,000 MW',
}
const NAMES = ['占项目数', '占功率'] as const

/** Stations by size: the part of the projects, and of the power, that each band has. */
export function SizeCard(part: PartProps) {
  const { unit } = part
  const { rows: found, ...states } = useRows(part, ['scaleBand'])
  const rows = useMemo(() => found?.toReversed(), [found])
  const sizes = useMemo(
    () => sizesOf(rows ?? []).map((each) => ({ ...each, name: SHORT[each.key] ?? each.name })),
    [rows],
  )
  const option: ChartOption = useMemo(
    () =>
      dumbbellsOption(
        sizes.map(({ name, ofCount, ofPower }) => ({ name, first: ofCount, second: ofPower })),
        NAMES,
      ),
    [sizes],
  )
  const open = useOpenRows()
  return (
    <ChartCard
      title="单站规模分布"
      pin="size"
      finding={sizeFinding(sizes)}
      group="规模"
      rows={rows}
      nameOf={({ label = '' }) => label}
      columns={scaleColumns(unit)}
      cellsOf={({ key = '' }) => [`scaleBand:${key}`]}
      height={HEIGHT}
      {...states}
    >
      <Chart
        option={option}
        label="单站规模分布，数据见表格"
        height={HEIGHT}
        onPart={(name) => {
          const size = sizes.find((each) => each.name === name)
          if (size) open('ratedPower', `scaleBand:${size.key}`)
        }}
      />
    </ChartCard>
  )
}
